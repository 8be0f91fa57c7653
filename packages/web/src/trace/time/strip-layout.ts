/**
 * Divides the paper between the leads of the strip.
 *
 * A layout is a number of columns, as on a printed twelve-lead ECG: the leads fill one column after the other (3×4: I
 * II III, aVR aVL aVF, V1 to V3, V4 to V6). Time continues from one column to the next, so the axis below applies to
 * every lead; a rhythm strip at the bottom shows one lead over the whole width.
 *
 * A single lead on high paper is shown in two or three rows, one after the other in time.
 */
import type { PaperGain } from './time-scale.ts';

export const columnCounts = [1, 2, 4] as const;
export type ColumnCount = (typeof columnCounts)[number];

/** A row of the paper: the leads from left to right. */
export type LeadRow = readonly number[];

/** Fewest leads for which this number of columns is useful. */
const fewestLeads = { 1: 1, 2: 4, 4: 8 } as const satisfies Record<ColumnCount, number>;

/** From this number of leads on, a recording opens like a printed ECG, otherwise as a few rows. */
export const manyLeads = 8;

export function columnsFor(leads: number): ColumnCount[] {
  return columnCounts.filter((columns) => leads >= fewestLeads[columns]);
}

/** Returns the largest number of columns, up to the wished one, that these leads can fill. */
export function fittingColumns(leads: number, wished: ColumnCount): ColumnCount {
  return columnsFor(leads).findLast((columns) => columns <= wished) ?? 1;
}

/** Names a layout by rows and columns: `3×4`. */
export function layoutName(leads: number, columns: ColumnCount): string {
  return `${Math.ceil(leads / columns)}×${columns}`;
}

export function leadRows(leads: readonly number[], wished: ColumnCount): LeadRow[] {
  const columns = fittingColumns(leads.length, wished);
  const rows = Math.ceil(leads.length / columns);
  return Array.from({ length: rows }, (_, row) => leads.filter((_lead, index) => index % rows === row));
}

const printedOrder = ['I', 'II', 'III', 'AVR', 'AVL', 'AVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];

/** Returns the indices of the leads in the order of a printed ECG; leads with other names follow in recorded order. */
export function orderLeads(labels: readonly string[]): number[] {
  const rank = (label: string): number => {
    const place = printedOrder.indexOf(label.trim().toUpperCase());
    return place === -1 ? printedOrder.length : place;
  };
  return labels
    .map((label, index) => ({ index, rank: rank(label) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ index }) => index);
}

/** Returns lead II if there is one: the usual rhythm strip. */
export function rhythmLead(labels: readonly string[]): number {
  return Math.max(
    0,
    labels.findIndex((label) => label.trim().toUpperCase() === 'II'),
  );
}

const mostRows = 3;
/**
 * Returns the height for a lead of 1.8 mV with its margins; `railsPx` is the height of the rails above and below it.
 */
const rowMm = (gain: PaperGain): number => 1.8 * gain + 4;
const railsPx = 46;

/** Number of rows in which a single lead is shown, one after the other in time; each row has a lane of its own. */
export function rowsInSequence(
  leads: number,
  heightPx: number,
  mmPx: number,
  gain: PaperGain,
  lanePx = 0,
): number {
  if (leads !== 1) return 1;
  const fit = Math.floor(heightPx / (rowMm(gain) * mmPx + railsPx + lanePx));
  return Math.min(mostRows, Math.max(1, fit));
}
