/**
 * Analyses in a thread of its own, so that no answer waits for it. A recording that brings the thread down (memory, a
 * bug) fails its job, not the server.
 */
import { Worker } from 'node:worker_threads';
import { analysisOutcome, type AnalysisOrder, type AnalysisOutcome } from './analysis-message.ts';

export async function analyseInThread(order: AnalysisOrder, signal: AbortSignal): Promise<AnalysisOutcome> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const stop = (): void => reject(new Error('an analysis was stopped'));
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('an analysis ended without an outcome')));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return analysisOutcome.parse(await promise);
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
