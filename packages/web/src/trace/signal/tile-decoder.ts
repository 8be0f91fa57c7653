/** The page's side of the trace worker: a promise for each tile's bytes. */
import { isFromWorker } from './protocol.ts';
import type { Message, TraceTile } from './protocol.ts';

export type TileDecoder = {
  /** Takes the bytes away: they are transferred. Rejects where they are no tile. */
  readonly decode: (level: number, bytes: ArrayBuffer) => Promise<TraceTile>;
  readonly close: () => void;
};

type Waiting = { readonly resolve: (tile: TraceTile) => void; readonly reject: (error: Error) => void };

export function createWorkerDecoder(): TileDecoder {
  const worker = new Worker(new URL('./trace-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  worker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data;
    if (!isFromWorker(message)) return;
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.name === 'decoded') request?.resolve(message.tile);
    else request?.reject(new Error(message.reason));
  });
  // A worker that cannot start (or dies) must not leave the trace empty: everything waiting is told.
  worker.addEventListener('error', () => {
    for (const request of waiting.values()) request.reject(new Error('the trace worker failed'));
    waiting.clear();
  });
  return {
    decode: (level, bytes) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        const message: Message<'decode'> = { name: 'decode', id: lastId, level, bytes };
        worker.postMessage(message, [bytes]);
      }),
    close: () => {
      worker.terminate();
      for (const request of waiting.values()) request.reject(new Error('closed'));
      waiting.clear();
    },
  };
}
