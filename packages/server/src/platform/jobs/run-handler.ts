/** Runs the handler of one job as one piece of work, to its end or to its first fault, whether caught or not. */
import { workAs } from '../current-work.ts';
import { DeafJob } from './job-fault.ts';

/** How long a handler may take to end once its signal asked it to. */
export const afterAbortMs = 1_000;

/**
 * Waits for the handler, but only a short time after `signal`, so that one that ignores it does not block the stop. A
 * fault that nothing catches fails the job like one that the handler throws. What else the job started is then asked to
 * end by the signal that the handler was given.
 */
export async function runHandler(
  handle: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () =>
    setTimeout(() => reject(new DeafJob('the job did not end when asked to')), afterAbortMs);
  signal.addEventListener('abort', giveUp, { once: true });
  const onFault = (fault: unknown): void => {
    reject(fault);
    failed.abort();
  };
  const work = workAs(onFault, () => handle(AbortSignal.any([signal, failed.signal])));
  await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}
