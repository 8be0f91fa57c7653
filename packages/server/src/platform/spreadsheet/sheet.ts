/**
 * A spreadsheet made in a worker thread, so that a long one never stops the server's other calls.
 *
 * Law: text is written as a typed text cell, so a value that begins with `=`, `+`, `-` or `@` stays text and never
 * becomes a formula. Dates are text too: ISO 8601 reads the same in every locale.
 */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

export type SheetCell = string | number | null;
export type Sheet = {
  readonly name: string;
  readonly heads: readonly string[];
  /** Column widths in characters. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly SheetCell[])[];
};

/** More rows than this are refused before anything is read. */
export const sheetRowLimit = 50_000;

const written = z.object({ bytes: z.instanceof(Uint8Array) });

export async function writeSheet(sheet: Sheet, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { workerData: sheet });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the spreadsheet worker ended without a sheet')));
    });
    return Buffer.from(written.parse(answer).bytes);
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
