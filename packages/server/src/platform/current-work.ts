/**
 * Tracks the request or job for which the running code works, so that an uncaught fault ends that work and not the
 * program. Timers, streams and promises that the work starts belong to it as well.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type End = (fault: unknown) => void;

const current = new AsyncLocalStorage<End>();

/** Runs `work` and all that it starts; `end` is called with each of its uncaught faults. */
export function workAs<Result>(end: End, work: () => Result): Result {
  return current.run(end, work);
}

/** Ends the work to which the uncaught fault belongs; returns false if it belongs to none. */
export function endCurrentWork(fault: unknown): boolean {
  const end = current.getStore();
  end?.(fault);
  return end !== undefined;
}
