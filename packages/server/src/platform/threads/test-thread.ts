/** What the tests of this room run in a thread. */
import { parentPort, workerData } from 'node:worker_threads';

const ways: Readonly<Record<string, () => unknown>> = {
  answer: () => ({ answer: 42 }),
  fail: () => {
    throw new RangeError('the work is at fault');
  },
  silent: () => process.exit(0),
  loop: () => {
    for (;;);
  },
  heap: () => {
    const rows: unknown[] = [];
    for (;;) rows.push({ at: rows.length, text: String(rows.length) });
  },
};
parentPort?.postMessage(ways[String(workerData)]?.());
