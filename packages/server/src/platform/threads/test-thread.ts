/** Runs in a thread for the tests of this folder. */
import { threadId } from 'node:worker_threads';
import { serveOrders } from './serve-orders.ts';

const ways: Readonly<Record<string, () => unknown>> = {
  answer: () => ({ answer: 42 }),
  which: () => threadId,
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
serveOrders((work) => ways[String(work)]?.());
