/**
 * Streams a spreadsheet of any length as bytes. A separate thread writes it and the server's thread only passes batches
 * of rows on, so that a long spreadsheet never blocks other calls.
 *
 * Invariants: only one piece of a batch is in transit at a time. The memory is therefore that of a batch, whatever the
 * length, and the server's thread copies at most one piece at once. If the reader stops or the signal is aborted, the
 * thread and the reading of rows end.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { SheetBatch, SheetPlan, SheetRow } from './sheet-plan.ts';

const entry = new URL('./stream-sheet-worker.ts', import.meta.url);
const answer = z.object({ parts: z.array(z.instanceof(Uint8Array)), is_over: z.boolean() });

/**
 * The number of rows sent to the thread at once. Copying a whole batch would block the server's thread for longer than
 * a frame.
 */
const pieceRows = 200;
/**
 * The thread only creates short-lived texts and bytes. By default its nursery grows and keeps a hundred MB of them
 * until they are collected. A small nursery is collected often and costs no measurable time.
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
    // A fault of the thread or of the signal is thrown here.
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
