/**
 * Analyses recordings in a separate thread, which waits a while for the next recording. A recording that crashes the
 * thread fails its job, not the server.
 */
import { keptForQueueMs, runInThread } from '../../platform/threads/run-in-thread.ts';
import { analysisOutcome, type AnalysisOrder, type AnalysisOutcome } from './analysis-message.ts';

const entry = new URL('./analysis-worker.ts', import.meta.url);

export async function analyseInThread(order: AnalysisOrder, signal: AbortSignal): Promise<AnalysisOutcome> {
  return analysisOutcome.parse(
    await runInThread({ entry, work: order, limits: { heapMb: 256 }, signal, keepMs: keptForQueueMs }),
  );
}
