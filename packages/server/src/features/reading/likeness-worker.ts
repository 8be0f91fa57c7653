/** Compares the beats of one group in a worker thread. */
import { openStore } from '../../platform/files/open-store.ts';
import { serveOrders } from '../../platform/threads/serve-orders.ts';
import { compareBeats } from './compare-beats.ts';
import { likenessOrder } from './likeness-message.ts';

async function compare(work: unknown): Promise<Uint8Array> {
  const order = likenessOrder.parse(work);
  const files = await openStore(order.files_folder);
  try {
    return await compareBeats(files, order);
  } finally {
    await files.close();
  }
}

serveOrders(compare);
