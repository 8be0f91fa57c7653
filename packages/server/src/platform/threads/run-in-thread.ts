/**
 * Runs one piece of work in a separate thread, so that it blocks no response of the server. If memory, time or a bug
 * ends the thread, only that work fails, not the server.
 *
 * The thread's file calls `serveOrders`. Invariants: the promise settles once. A thread does one piece of work at a
 * time. When the promise has settled, the thread is gone, unless `keepMs` keeps it for the next work of the same file,
 * because starting one costs more than most work. A thread that failed or was stopped is never kept. An exceeded limit
 * is a `ThreadLimitPassed`, so that a caller can distinguish malicious work from a fault; a `FileFault` stays one.
 */
import { Worker } from 'node:worker_threads';
import { fileFaultOf } from '../files/file-store.ts';

export type ThreadLimits = {
  /** The limit of the thread's JavaScript heap. */
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
  /** The input of the thread; it is copied. */
  readonly work: unknown;
  readonly limits?: ThreadLimits;
  readonly signal?: AbortSignal;
  /** How long the thread waits for more work of its file; omit it if the work may be malicious. */
  readonly keepMs?: number;
};

/** How long a thread of background jobs waits, enough for the next job of a queue. */
export const keptForQueueMs = 10_000;

type Idle = { readonly worker: Worker; readonly leave: () => void };

/** The threads that wait for work, by their file and heap limit. */
const waiting = new Map<string, Idle[]>();
const kindOf = ({ entry, limits }: ThreadOrder): string => `${entry.href} ${String(limits?.heapMb)}`;

function isOutOfMemory(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function startWorker({ entry, limits: { heapMb } = {} }: ThreadOrder): Worker {
  const resourceLimits =
    heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 };
  // Ignores a fault that occurs when nobody waits any more.
  return new Worker(entry, { resourceLimits }).on('error', () => undefined);
}

function takeWorker(order: ThreadOrder): Worker {
  const idle = order.keepMs === undefined ? undefined : waiting.get(kindOf(order))?.at(-1);
  if (idle === undefined) return startWorker(order);
  idle.leave();
  idle.worker.ref();
  return idle.worker;
}

/** Keeps the thread waiting until it is used again, it fails, or its time is over. */
function keep(worker: Worker, kind: string, keepMs: number): void {
  const same = waiting.get(kind) ?? [];
  waiting.set(kind, same);
  const leave = (): void => {
    clearTimeout(timer);
    worker.off('error', leave);
    worker.off('exit', leave);
    same.splice(same.indexOf(idle), 1);
  };
  const end = (): void => {
    leave();
    void worker.terminate();
  };
  const idle = { worker, leave };
  const timer = setTimeout(end, keepMs).unref();
  worker.once('error', leave);
  worker.once('exit', leave);
  worker.unref();
  same.push(idle);
}

/** Runs the work and returns its outcome. */
export async function runInThread(order: ThreadOrder): Promise<unknown> {
  const { limits = {}, signal, keepMs } = order;
  signal?.throwIfAborted();
  const worker = takeWorker(order);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (fault: unknown): void =>
    reject(isOutOfMemory(fault) ? new ThreadLimitPassed('memory') : fileFaultOf(fault));
  const end = (): void => reject(new Error('a thread ended without an outcome'));
  const stop = (): void => reject(new Error('the work of a thread was stopped'));
  worker.once('message', resolve).once('error', fail).once('exit', end);
  signal?.addEventListener('abort', stop, { once: true });
  const { timeMs } = limits;
  const late = (): void => reject(new ThreadLimitPassed('time'));
  const timer = timeMs === undefined ? undefined : setTimeout(late, timeMs);
  let keptMs: number | undefined;
  try {
    worker.postMessage(order.work);
    const outcome = await promise;
    keptMs = keepMs;
    return outcome;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    worker.off('message', resolve).off('error', fail).off('exit', end);
    if (keptMs === undefined) await worker.terminate();
    else keep(worker, kindOf(order), keptMs);
  }
}
