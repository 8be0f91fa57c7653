/**
 * What a spreadsheet is made of: columns of one kind each, and rows that come a batch at a time, so that a sheet of any
 * length needs the memory of a batch.
 */
import type { ParsedOf, Route } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { currencies } from '@rhythmdesk/contract/prices';
import { z } from 'zod';
import type { Asking } from '../http/caller.ts';

/**
 * - `text` is always a text cell, whatever it begins with;
 * - `whole`, `decimal` (a tenth) and `share` (0 to 1, shown in percent) are numbers;
 * - `instant` is an ISO 8601 instant, shown by the wall clock of the sheet's zone; `date` is a calendar date;
 * - `money` is an amount in minor units, shown with the digits of its currency.
 */
const cellKinds = ['text', 'whole', 'decimal', 'share', 'instant', 'date', 'money'] as const;
export type CellKind = (typeof cellKinds)[number];

const amountCell = z.object({ currency: z.enum(currencies), amount_minor: z.number().int() });
const sheetCell = z.union([z.string(), z.number(), z.null(), amountCell]);
export type SheetCell = z.output<typeof sheetCell>;

export const sheetRows = z.array(z.array(sheetCell));
export type SheetRow = readonly SheetCell[];

const sheetColumn = z.object({
  head: z.string(),
  /** In characters. */
  width: z.number().positive().max(255),
  kind: z.enum(cellKinds),
});
export type SheetColumn = z.output<typeof sheetColumn>;

export const sheetPlan = z.object({
  name: z.string(),
  /** IANA name: whose wall clock the instants are shown by. */
  time_zone: z.string(),
  columns: z.array(sheetColumn).min(1),
});
export type SheetPlan = z.output<typeof sheetPlan>;

export type SheetBatch = {
  readonly rows: readonly SheetRow[];
  /** The cases that these rows show, for the audit log. */
  readonly case_ids?: readonly number[];
};

export type SheetSource = SheetPlan & {
  readonly filename: string;
  readonly total: number;
  /** Its batches name the cases that they show. */
  readonly shows_cases?: true;
  /** What the audit log calls it where it is of no cases. */
  readonly target?: string;
  readonly batches: (signal: AbortSignal) => AsyncIterable<SheetBatch>;
};

/** More rows than this are refused before anything is read: a sheet holds 1,048,576 lines. */
export const mostSheetRows = 1_000_000;
const rowsAtOnce = 1_000;

/** The batches of a list whose ids are known, each read when it is asked for. */
export async function* batchesOf<Id>(
  ids: () => Promise<readonly Id[]>,
  signal: AbortSignal,
  read: (some: readonly Id[]) => Promise<SheetBatch>,
): AsyncGenerator<SheetBatch, undefined> {
  signal.throwIfAborted();
  const all = await ids();
  for (let start = 0; start < all.length; start += rowsAtOnce) {
    signal.throwIfAborted();
    yield await read(all.slice(start, start + rowsAtOnce));
  }
}

/** What a sheet is made for: whoever asks, with the input of the route that gives it. */
export type SheetOrder<R extends Route> = {
  readonly caller: Asking;
  readonly input: ParsedOf<R>;
  readonly language: Language;
};

/** Rows that are known already, as sums are. */
export const batchOf = (rows: readonly SheetRow[]): Pick<SheetSource, 'total' | 'batches'> => ({
  total: rows.length,
  batches: (signal) =>
    batchesOf(
      async () => Promise.resolve(rows),
      signal,
      async (some) => Promise.resolve({ rows: some }),
    ),
});
