/** Replays a reading in a worker thread and searches it for critical places. */
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { criticalPlaces } from '@rhythmdesk/ecg/reading/critical-places';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { serveOrders } from '../../platform/threads/serve-orders.ts';
import { openStoredReading } from '../../records/readings/stored-reading.ts';
import { criticalOrder, type FoundPlaces } from './critical-message.ts';

async function find(order: unknown): Promise<FoundPlaces> {
  const { files_folder, base, edits, criteria, rules } = criticalOrder.parse(order);
  const files = await openDiskStore(files_folder, { mustExist: true });
  try {
    const open = await openStoredReading(files, base);
    open.apply(edits);
    return criticalPlaces(open.reading(), { criteria, engine_version: engineVersion }, rules);
  } finally {
    await files.close();
  }
}

serveOrders(find);
