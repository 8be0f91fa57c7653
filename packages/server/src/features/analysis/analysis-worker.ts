/** The thread that analyses one recording and ends. It gives way to the threads that answer. */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { analysisOrder, type AnalysisOutcome } from './analysis-message.ts';
import { makeAnalysis } from './make-analysis.ts';

/** On Linux the priority is this thread's alone; elsewhere it would be the whole server's. */
function giveWay(): void {
  if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
}

async function analyse(): Promise<AnalysisOutcome> {
  const order = analysisOrder.parse(workerData);
  if (order.kind === 'signal') giveWay();
  const files = await openDiskStore(order.files_folder, { mustExist: true });
  try {
    return await makeAnalysis(files, order);
  } finally {
    await files.close();
  }
}

parentPort?.postMessage(await analyse());
