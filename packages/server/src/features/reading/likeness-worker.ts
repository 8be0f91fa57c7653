/** The thread that compares the beats of one group and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { compareBeats } from './compare-beats.ts';
import { likenessOrder } from './likeness-message.ts';

async function compare(): Promise<Uint8Array> {
  const order = likenessOrder.parse(workerData);
  const files = await openDiskStore(order.files_folder, { mustExist: true });
  try {
    return await compareBeats(files, order);
  } finally {
    await files.close();
  }
}

parentPort?.postMessage(await compare());
