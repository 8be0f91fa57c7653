/** Reads a zip in its own thread. A zip that crashes the thread fails the job, not the server. */
import { runInThread } from '../../platform/threads/run-in-thread.ts';
import { readOutcome, type ReadOrder, type ReadOutcome } from './ingest-message.ts';

const entry = new URL('./read-zip-worker.ts', import.meta.url);

export async function readInThread(order: ReadOrder, signal: AbortSignal): Promise<ReadOutcome> {
  return readOutcome.parse(await runInThread({ entry, work: order, limits: { heapMb: 192 }, signal }));
}
