/** Replays a reading in a worker thread, searches it for critical places and computes its figures for lists. */
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { listFigures } from '@rhythmdesk/ecg/report/named-figures';
import { countFindings } from '@rhythmdesk/ecg/rhythm/count-findings';
import { criticalPlaces } from '@rhythmdesk/ecg/reading/critical-places';
import { openStore } from '../../platform/files/open-store.ts';
import { serveOrders } from '../../platform/threads/serve-orders.ts';
import { openStoredReading } from '../../records/readings/stored-reading.ts';
import { criticalOrder, type CriticalReply } from './critical-message.ts';

async function find(order: unknown): Promise<CriticalReply> {
  const { files_folder, base, edits, criteria, rules } = criticalOrder.parse(order);
  const files = await openStore(files_folder);
  try {
    const open = await openStoredReading(files, base);
    open.apply(edits);
    const reading = open.reading();
    const options = { criteria, engine_version: engineVersion };
    const summary = createReadingFigures()(reading, options);
    return {
      checksum: open.checksum(),
      places: criticalPlaces(reading, options, rules),
      figures: listFigures({ summary, counts: countFindings(summary) }),
    };
  } finally {
    await files.close();
  }
}

serveOrders(find);
