/**
 * Defines the content of a spreadsheet: columns of one kind each, and rows that arrive in batches, so that a sheet of
 * any length needs only the memory of a batch.
 */
import type { ParsedOf, Route } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { currencies } from '@rhythmdesk/contract/prices';
import { z } from 'zod';
import type { Asking } from '../http/caller.ts';

/**
 * The kinds of cells:
 * - `text` is always a text cell, whatever it begins with;
 * - `whole`, `decimal` (one decimal) and `share` (0 to 1, shown in percent) are numbers;
 * - `instant` is an ISO 8601 instant, shown in the local time of the sheet's zone; `date` is a calendar date;
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
  /** IANA name of the zone in which instants are shown. */
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
  /** Its batches contain the ids of the cases that they show. */
  readonly shows_cases?: true;
  /** The target in the audit log for a sheet without cases. */
  readonly target?: string;
  readonly batches: (signal: AbortSignal) => AsyncIterable<SheetBatch>;
};

/** A sheet with more rows is refused before anything is read; the format allows 1,048,576 lines. */
export const mostSheetRows = 1_000_000;
const rowsAtOnce = 1_000;

/** Returns the batches of a list whose ids are known. Each batch is read when it is requested. */
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

/** A request for a sheet: the caller, and the input of the route that returns it. */
export type SheetOrder<R extends Route> = {
  readonly caller: Asking;
  readonly input: ParsedOf<R>;
  readonly language: Language;
};

/** Returns rows that are already known, such as sums, as a single batch. */
export const batchOf = (rows: readonly SheetRow[]): Pick<SheetSource, 'total' | 'batches'> => ({
  total: rows.length,
  batches: (signal) =>
    batchesOf(
      async () => Promise.resolve(rows),
      signal,
      async (some) => Promise.resolve({ rows: some }),
    ),
});
