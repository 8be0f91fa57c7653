/**
 * Silences the logger of graphile-worker, which is the console by default; its faults arrive as thrown errors and
 * events instead.
 */
import { Logger } from 'graphile-worker';

export const quietLogger = new Logger(() => () => undefined);
