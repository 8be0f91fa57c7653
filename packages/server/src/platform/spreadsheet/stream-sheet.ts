/**
 * A spreadsheet of any length as a stream of bytes, written in a thread of its own: the server's thread only passes
 * batches of rows on, so that a long one never stops the other calls.
 *
 * Laws: one piece of a batch is under way at a time, so memory is that of a batch, whatever the length, and the server's
 * thread copies no more than a piece at once; who stops reading, or whose signal falls, ends the thread and the reading of
 * rows.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { SheetBatch, SheetPlan, SheetRow } from './sheet-plan.ts';

const entry = new URL('./stream-sheet-worker.ts', import.meta.url);
const answer = z.object({ parts: z.array(z.instanceof(Uint8Array)), is_over: z.boolean() });

/** Rows that go to the thread at once: to copy a whole batch would hold the server's thread for longer than a frame. */
const pieceRows = 200;
/**
 * The thread makes short-lived texts and bytes alone. Left to itself it grows its nursery and lets a hundred MB of them wait
 * for their collection; a small nursery is swept often and costs no time that could be measured.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

async function* piecesOf(batches: AsyncIterable<SheetBatch>): AsyncGenerator<readonly SheetRow[], undefined> {
  for await (const { rows } of batches)
    for (let start = 0; start < rows.length; start += pieceRows) yield rows.slice(start, start + pieceRows);
}

export async function* streamSheet(
  { name, time_zone, columns }: SheetPlan,
  batches: AsyncIterable<SheetBatch>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  signal.throwIfAborted();
  const worker = new Worker(entry, { workerData: { name, time_zone, columns }, resourceLimits });
  const pieces = piecesOf(batches);
  try {
    // A fault of the thread is thrown here, and so is the signal's.
    const messages: AsyncIterable<unknown[]> = on(worker, 'message', { close: ['exit'], signal });
    for await (const [message] of messages) {
      const { parts, is_over } = answer.parse(message);
      yield* parts;
      if (is_over) return;
      const next = await pieces.next();
      signal.throwIfAborted();
      worker.postMessage(next.done === true ? null : next.value);
    }
    throw new Error('a thread ended without an outcome');
  } finally {
    await pieces.return(undefined);
    await worker.terminate();
  }
}
