/** Replays the logs of readings in a worker thread, so that a million beats never delay a response of the server. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openStore } from '../../platform/files/open-store.ts';
import { readingOrder } from './reading-message.ts';
import { createKeptReadings } from './kept-readings.ts';

const { files_folder } = z.object({ files_folder: z.string() }).parse(workerData);
const files = await openStore(files_folder);
const kept = createKeptReadings(files);
let queue: Promise<void> = Promise.resolve();

parentPort?.on('message', (message: unknown) => {
  const order = readingOrder.parse(message);
  queue = queue.then(async () => {
    if (order.kind === 'confirm') return kept.confirm(order.reading_id, order.sequence);
    const outcome = order.kind === 'report' ? kept.report(order, order.source) : kept.fold(order);
    parentPort?.postMessage({ id: order.id, outcome: await outcome });
  });
});
