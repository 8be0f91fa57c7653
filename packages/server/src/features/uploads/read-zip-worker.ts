/** The thread that reads one zip and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { readOrder, type ReadOutcome } from './ingest-message.ts';
import { readZip } from './read-zip.ts';
import { UploadRefusal } from './upload-refusal.ts';

async function read(): Promise<ReadOutcome> {
  const { zip_path, files_folder, ...order } = readOrder.parse(workerData);
  const files = await openDiskStore(files_folder, { mustExist: true });
  try {
    return { ok: true, recording: await readZip(zip_path, files, order) };
  } catch (fault) {
    if (!(fault instanceof UploadRefusal)) throw fault;
    return { ok: false, code: fault.code, entry: fault.entry, parameters: fault.parameters };
  } finally {
    await files.close();
  }
}

parentPort?.postMessage(await read());
