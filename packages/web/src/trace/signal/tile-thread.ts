/** Unpacks raw tiles in one worker of the page, which stays for the next recording. */
import { makeWorkerRequests } from '../../platform/worker-requests.ts';

const requests = makeWorkerRequests(
  () => new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' }),
  'the tile thread failed',
);

/** Starts the worker, so that the first tile does not wait for it. */
export const startTileThread = requests.start;

/** Returns the samples of a packed tile, whose memory goes to the worker. Rejects if the tile is damaged. */
export async function unpackTile(bytes: Uint8Array<ArrayBuffer>): Promise<Int16Array> {
  const answer = await requests.ask({ bytes }, { transfer: [bytes.buffer] }).answer;
  if (!(answer instanceof Int16Array)) throw new Error('the tile thread answered nothing known');
  return answer;
}
