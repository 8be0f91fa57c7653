/** graphile-worker's own logger is the console; its faults reach us as thrown errors and events instead. */
import { Logger } from 'graphile-worker';

export const quietLogger = new Logger(() => () => undefined);
