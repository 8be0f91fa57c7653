/** Replays two readings of one recording in a worker thread and computes their agreement. */
import { readingAgreement, type ReadSide } from '@rhythmdesk/ecg/reading/agreement';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { openStore } from '../../../platform/files/open-store.ts';
import { serveOrders } from '../../../platform/threads/serve-orders.ts';
import { openStoredReading, type LoggedEdits } from '../../../records/readings/stored-reading.ts';
import { agreementOrder } from './agreement-message.ts';

async function agree(order: unknown) {
  const { files_folder, base, first, second, ...figures } = agreementOrder.parse(order);
  const files = await openStore(files_folder);
  const sideOf = async (edits: LoggedEdits): Promise<ReadSide> => {
    const open = await openStoredReading(files, base);
    open.apply(edits);
    const reading = open.reading();
    return { reading, summary: createReadingFigures()(reading, { ...figures, episode_limit: Infinity }) };
  };
  try {
    return readingAgreement(await sideOf(first), await sideOf(second));
  } finally {
    await files.close();
  }
}

serveOrders(agree);
