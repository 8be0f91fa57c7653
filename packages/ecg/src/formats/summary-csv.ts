// Reads and writes SummaryData.csv: the device's own count, one row per hour. Columns: the recording format,
// "SummaryData.csv".
//
// A row must start one hour after the previous row, or when that row's duration ended (recordings start and end within
// an hour), to the second. All times are UTC, so no clock change breaks a table. Rates of an hour without beats are 0.

import type { CsvRow } from './csv-table.ts';
import { encodeCsvTable, parseCsvTable } from './csv-table.ts';
import { formatIsoUtc, parseIsoUtc } from './iso-time.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';

/** Thirty days of hours, with a partial one at each end. */
const summaryMaxRows = 30 * 24 + 2;

const wholeNumber = /^\d{1,15}$/;
const decimalNumber = /^\d{1,15}(?:\.\d{1,20})?$/;

/** The number columns in file order, with the pattern of their cells. */
const numberColumns = {
  duration_s: decimalNumber,
  analysed_s: decimalNumber,
  beats: wholeNumber,
  hr_min: decimalNumber,
  hr_mean: decimalNumber,
  hr_max: decimalNumber,
  sve: wholeNumber,
  ve: wholeNumber,
  pauses: wholeNumber,
  longest_rr_ms: decimalNumber,
  af_s: decimalNumber,
  noise_s: decimalNumber,
} as const;

type NumberColumn = keyof typeof numberColumns;
export type SummaryRow = { readonly hour_start_ms: number } & { readonly [column in NumberColumn]: number };

function isNumberColumn(name: string): name is NumberColumn {
  return Object.hasOwn(numberColumns, name);
}
const numberNames: readonly NumberColumn[] = Object.keys(numberColumns).filter(isNumberColumn);
export const summaryColumns: readonly string[] = ['hour_start', ...numberNames];

/**
 * Reads the table: at least one row, in the file's order, which must be chronological. Refuses with the faults of
 * parseCsvTable, csv/time and csv/number (row, column), summary/no-rows and summary/hour-order (row).
 */
export function parseSummaryCsv(bytes: Uint8Array): Parsed<SummaryRow[]> {
  const table = parseCsvTable(bytes, summaryColumns, summaryMaxRows);
  if (!table.ok) return table;
  if (table.value.length === 0) return refuse('summary/no-rows');
  const rows: SummaryRow[] = [];
  for (const csvRow of table.value) {
    const row = parseRow(csvRow);
    if (!row.ok) return row;
    const before = rows.at(-1);
    if (before !== undefined && !follows(before, row.value)) {
      return refuse('summary/hour-order', {
        row: csvRow.row,
        column: 'hour_start',
        found: csvRow.cell('hour_start'),
      });
    }
    rows.push(row.value);
  }
  return parsed(rows);
}

function follows(before: SummaryRow, row: SummaryRow): boolean {
  const stepS = (row.hour_start_ms - before.hour_start_ms) / 1000;
  return (
    Math.abs(stepS - 3600) <= 1 || (stepS > 0 && stepS < 3600 && Math.abs(stepS - before.duration_s) <= 1)
  );
}

function parseRow({ row, cell }: CsvRow): Parsed<SummaryRow> {
  const startMs = parseIsoUtc(cell('hour_start'));
  if (startMs === null) return refuse('csv/time', { row, column: 'hour_start', found: cell('hour_start') });
  const wrong = numberNames.find((column) => !numberColumns[column].test(cell(column)));
  if (wrong !== undefined) return refuse('csv/number', { row, column: wrong, found: cell(wrong) });
  const number = (column: NumberColumn) => Number(cell(column));
  return parsed({
    hour_start_ms: startMs,
    duration_s: number('duration_s'),
    analysed_s: number('analysed_s'),
    beats: number('beats'),
    hr_min: number('hr_min'),
    hr_mean: number('hr_mean'),
    hr_max: number('hr_max'),
    sve: number('sve'),
    ve: number('ve'),
    pauses: number('pauses'),
    longest_rr_ms: number('longest_rr_ms'),
    af_s: number('af_s'),
    noise_s: number('noise_s'),
  });
}

const HOUR_MS = 3_600_000;
const nothingCounted = {
  analysed_s: 0,
  beats: 0,
  hr_min: 0,
  hr_mean: 0,
  hr_max: 0,
  sve: 0,
  ve: 0,
  pauses: 0,
  longest_rr_ms: 0,
  af_s: 0,
  noise_s: 0,
} as const satisfies Omit<SummaryRow, 'hour_start_ms' | 'duration_s'>;

/** Returns rows, in clock hours of UTC, of a recording that no device counted: nothing analysed, no beats. */
export function uncountedHours(startMs: number, durationMs: number): SummaryRow[] {
  const rows: SummaryRow[] = [];
  const endMs = Math.round(startMs + durationMs);
  for (let atMs = startMs; atMs < endMs;) {
    const nextMs = Math.min(endMs, (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS);
    rows.push({ ...nothingCounted, hour_start_ms: atMs, duration_s: Math.round(nextMs - atMs) / 1000 });
    atMs = nextMs;
  }
  return rows;
}

/**
 * Returns the table's bytes. Throws a RangeError if a figure is negative or not finite, or a count is not an integer.
 */
export function encodeSummaryCsv(rows: readonly SummaryRow[]): Uint8Array<ArrayBuffer> {
  const body = rows.map((row) => [
    formatIsoUtc(row.hour_start_ms),
    ...numberNames.map((column) => {
      const text = String(row[column]);
      if (!numberColumns[column].test(text)) throw new RangeError(`${column} cannot be written: ${text}`);
      return text;
    }),
  ]);
  return encodeCsvTable([summaryColumns, ...body]);
}
