/** Analyses recordings in a worker thread. The thread runs at low priority, below the threads that answer requests. */
import os from 'node:os';
import { openStore } from '../../platform/files/open-store.ts';
import { serveOrders } from '../../platform/threads/serve-orders.ts';
import { analysisOrder, type AnalysisOutcome } from './analysis-message.ts';
import { makeAnalysis } from './make-analysis.ts';

/** On Linux the priority applies to this thread alone; elsewhere it would apply to the whole server. */
function giveWay(): void {
  if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
}

async function analyse(work: unknown): Promise<AnalysisOutcome> {
  const order = analysisOrder.parse(work);
  if (order.kind === 'signal') giveWay();
  const files = await openStore(order.files_folder);
  try {
    return await makeAnalysis(files, order);
  } finally {
    await files.close();
  }
}

serveOrders(analyse);
