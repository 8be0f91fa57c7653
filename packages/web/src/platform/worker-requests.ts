/**
 * Sends requests to one worker of this page and matches the responses by number. The caller parses the content of a
 * response.
 *
 * The worker receives `{ ...body, id }` and answers `{ id, answer }` or `{ id, failed }`, preceded by any number of `{
 * id, share }`. Invariants: the worker starts with the first request, or earlier by `start`; every request settles; if the worker cannot start
 * or dies, all waiting requests fail, and the next request starts a new worker.
 */
import { z } from 'zod';

const reply = z.union([
  z.object({ id: z.number(), share: z.number() }),
  z.object({ id: z.number(), failed: z.string() }),
  z.object({ id: z.number(), answer: z.unknown() }),
]);

type Waiting = {
  readonly onShare: ((share: number) => void) | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (fault: Error) => void;
};

type RequestOptions = {
  readonly transfer?: Transferable[];
  /** How much of the work is done, 0 to 1. */
  readonly onShare?: (share: number) => void;
};

export type WorkerRequests = {
  readonly ask: (body: object, options?: RequestOptions) => { id: number; answer: Promise<unknown> };
  /** Starts the worker before the first request. */
  readonly start: () => void;
  /** Sends a message without a response; nothing is sent if no worker runs. */
  readonly post: (message: object) => void;
  readonly close: () => void;
};

/** `broken`: the error with which requests fail when the worker dies. */
export function makeWorkerRequests(makeWorker: () => Worker, broken: string): WorkerRequests {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function heard({ data }: MessageEvent<unknown>): void {
    const said = reply.parse(data);
    const request = waiting.get(said.id);
    if ('share' in said) return request?.onShare?.(said.share);
    waiting.delete(said.id);
    if ('failed' in said) request?.reject(new Error(said.failed));
    else request?.resolve(said.answer);
  }
  function stop(reason: string): void {
    worker?.terminate();
    worker = undefined;
    for (const request of waiting.values()) request.reject(new Error(reason));
    waiting.clear();
  }
  function running(): Worker {
    if (worker !== undefined) return worker;
    worker = makeWorker();
    worker.addEventListener('message', heard);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      stop(broken);
    });
    return worker;
  }
  return {
    ask(body, { transfer = [], onShare } = {}) {
      const id = ++lastId;
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { onShare, resolve, reject });
        running().postMessage({ ...body, id }, transfer);
      });
      return { id, answer };
    },
    start: () => void running(),
    post: (message) => worker?.postMessage(message),
    close: () => stop('closed'),
  };
}
