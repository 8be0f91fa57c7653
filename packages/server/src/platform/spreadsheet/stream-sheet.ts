/**
 * A spreadsheet of any length as a stream of bytes, written in a thread of its own: the server's thread only passes
 * batches of rows on, so that a long one never stops the other calls.
 *
 * Laws: one batch is under way at a time, so memory is that of a batch, whatever the length; who stops reading, or whose
 * signal falls, ends the thread and the reading of rows.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { SheetBatch, SheetPlan } from './sheet-plan.ts';

const entry = new URL('./stream-sheet-worker.ts', import.meta.url);
const answer = z.object({ parts: z.array(z.instanceof(Uint8Array)), is_over: z.boolean() });

export async function* streamSheet(
  { name, time_zone, columns }: SheetPlan,
  batches: AsyncIterable<SheetBatch>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  signal.throwIfAborted();
  const worker = new Worker(entry, { workerData: { name, time_zone, columns } });
  const rows = batches[Symbol.asyncIterator]();
  try {
    // A fault of the thread is thrown here, and so is the signal's.
    const messages: AsyncIterable<unknown[]> = on(worker, 'message', { close: ['exit'], signal });
    for await (const [message] of messages) {
      const { parts, is_over } = answer.parse(message);
      yield* parts;
      if (is_over) return;
      const next = await rows.next();
      signal.throwIfAborted();
      worker.postMessage(next.done === true ? null : next.value.rows);
    }
    throw new Error('a thread ended without an outcome');
  } finally {
    await rows.return?.();
    await worker.terminate();
  }
}
