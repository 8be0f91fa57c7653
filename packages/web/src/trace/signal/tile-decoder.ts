/** The page's side of the trace worker: a promise for each tile's bytes. */
import { makeWorkerRequests } from '../../platform/worker-requests.ts';
import { isTile } from './protocol.ts';
import type { DecodeBody, TraceTile } from './protocol.ts';

export type TileDecoder = {
  /** Takes the bytes away: they are transferred. Rejects where they are no tile, and when the worker dies. */
  readonly decode: (level: number, bytes: ArrayBuffer) => Promise<TraceTile>;
  readonly close: () => void;
};

export function createWorkerDecoder(): TileDecoder {
  const requests = makeWorkerRequests(
    () => new Worker(new URL('./trace-worker.ts', import.meta.url), { type: 'module' }),
    'the trace worker failed',
  );
  return {
    decode: async (level, bytes) => {
      const body: DecodeBody = { level, bytes };
      const tile = await requests.ask(body, { transfer: [bytes] }).answer;
      if (!isTile(tile)) throw new Error('the trace worker answered nothing known');
      return tile;
    },
    close: requests.close,
  };
}
