/**
 * A spreadsheet made in a worker thread, so that a long one never stops the server's other calls.
 *
 * Law: text is written as a typed text cell, so a value that begins with `=`, `+`, `-` or `@` stays text and never
 * becomes a formula. Dates are text too: ISO 8601 reads the same in every locale.
 */
import { z } from 'zod';
import { runInThread } from '../threads/run-in-thread.ts';

const entry = new URL('./sheet-worker.ts', import.meta.url);

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
  const answer = await runInThread({ entry, work: sheet, signal });
  return Buffer.from(written.parse(answer).bytes);
}
