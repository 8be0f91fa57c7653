/**
 * Runs one piece of work in a thread of its own, so that no answer of the server waits for it. What brings the thread
 * down (memory, time, a bug) fails that work, not the server.
 *
 * The thread gets `work` as its `workerData`, posts one message, its outcome, and ends. Laws: the promise settles once;
 * when it has settled the thread is gone; a limit that was passed is a `ThreadLimitPassed`, so that a caller can tell
 * hostile work from a fault.
 */
import { Worker } from 'node:worker_threads';

export type ThreadLimits = {
  /** Of the thread's JavaScript heap. */
  readonly heapMb?: number;
  readonly timeMs?: number;
};

export class ThreadLimitPassed extends Error {
  readonly limit: 'memory' | 'time';
  constructor(limit: 'memory' | 'time') {
    super(`a thread passed its limit of ${limit}`);
    this.limit = limit;
  }
}

export type ThreadOrder = {
  /** The file that the thread runs: `new URL('./some-worker.ts', import.meta.url)`. */
  readonly entry: URL;
  /** What the thread gets; it is copied. */
  readonly work: unknown;
  readonly limits?: ThreadLimits;
  readonly signal?: AbortSignal;
};

function isOutOfMemory(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function startWorker({ entry, work, limits = {} }: ThreadOrder): Worker {
  const { heapMb } = limits;
  return new Worker(entry, {
    workerData: work,
    ...(heapMb === undefined
      ? {}
      : { resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 } }),
  });
}

/** The one message that the thread posts. */
export async function runInThread(order: ThreadOrder): Promise<unknown> {
  const { limits = {}, signal } = order;
  signal?.throwIfAborted();
  const worker = startWorker(order);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const stop = (): void => reject(new Error('the work of a thread was stopped'));
  worker.once('message', resolve);
  worker.once('error', (fault) => reject(isOutOfMemory(fault) ? new ThreadLimitPassed('memory') : fault));
  worker.once('exit', () => reject(new Error('a thread ended without an outcome')));
  signal?.addEventListener('abort', stop, { once: true });
  const { timeMs } = limits;
  const late = (): void => reject(new ThreadLimitPassed('time'));
  const timer = timeMs === undefined ? undefined : setTimeout(late, timeMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
