/** Replays a reading for an export in a worker thread, so that replaying it blocks no request. */
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { openStore } from '../../platform/files/open-store.ts';
import { serveOrders } from '../../platform/threads/serve-orders.ts';
import { openStoredReading } from '../../records/readings/stored-reading.ts';
import { readingOrder, type ReadingReply } from './exported-reading-message.ts';

async function replay(order: unknown): Promise<ReadingReply> {
  const { files_folder, base, edits, ...options } = readingOrder.parse(order);
  const files = await openStore(files_folder);
  try {
    const open = await openStoredReading(files, base);
    open.apply(edits);
    const reading = open.reading();
    const summary = createReadingFigures()(reading, { ...options, episode_limit: Infinity });
    return { beats: Uint8Array.from(encodeBeats(reading)), summary_json: JSON.stringify(summary) };
  } finally {
    await files.close();
  }
}

serveOrders(replay);
