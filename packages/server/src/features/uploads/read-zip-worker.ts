/** Reads zips in a worker thread. */
import { openStore } from '../../platform/files/open-store.ts';
import { serveOrders } from '../../platform/threads/serve-orders.ts';
import { readOrder, type ReadOutcome } from './ingest-message.ts';
import { readZip } from './read-zip.ts';
import { UploadRefusal } from './upload-refusal.ts';

async function read(work: unknown): Promise<ReadOutcome> {
  const { zip_path, files_folder, ...order } = readOrder.parse(work);
  const files = await openStore(files_folder);
  try {
    return { ok: true, recording: await readZip(zip_path, files, order) };
  } catch (fault) {
    if (!(fault instanceof UploadRefusal)) throw fault;
    return { ok: false, code: fault.code, entry: fault.entry, parameters: fault.parameters };
  } finally {
    await files.close();
  }
}

serveOrders(read);
