/**
 * Reads a zip in a thread of its own, so that the server's other answers never wait for it. A zip that brings the
 * thread down (memory, a bug) fails the job, not the server.
 */
import { Worker } from 'node:worker_threads';
import { readOutcome, type ReadOrder, type ReadOutcome } from './ingest-message.ts';

export async function readInThread(order: ReadOrder, signal: AbortSignal): Promise<ReadOutcome> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./read-zip-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const stop = (): void => reject(new Error('the reading of a zip was stopped'));
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the reading of a zip ended without an outcome')));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return readOutcome.parse(await promise);
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
