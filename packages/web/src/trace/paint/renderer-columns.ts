/**
 * Draws a trace that has less than a pixel per sample: one column per device pixel, from the lowest to the highest
 * sample in it.
 *
 * Invariants: neighbouring columns touch, because the trace between them was drawn from one to the other; a column
 * without signal is left empty and joins nothing; a flat trace is still 1.3 px thick; where only a much coarser level
 * has arrived, its range is a pale wash that cannot be mistaken for the trace.
 */
import type { DrawingContext } from './drawing-context.ts';
import type { Columns } from '../signal/signal.ts';
import { traceWidthPx } from './renderer-trace.ts';

export type ColumnRow = {
  readonly columns: Columns;
  /** Left edge of column 0, in CSS pixels. */
  readonly leftPx: number;
  /** Width of a column in CSS pixels. */
  readonly columnPx: number;
  readonly zeroPx: number;
  readonly pxPerMv: number;
  /** The row's edges; the trace is clipped there. */
  readonly topPx: number;
  readonly bottomPx: number;
  readonly colourOf: (column: number) => string;
};

const washAlpha = 0.12;

export function drawColumns(ctx: DrawingContext, row: ColumnRow): void {
  const { min, max, coarse } = row.columns;
  const widthPx = Math.max(row.columnPx, 1);
  let colour = '';
  for (let column = 0; column < min.length; column += 1) {
    const reach = touching(min, max, column);
    if (reach === null) continue;
    const a = row.zeroPx - reach.high * row.pxPerMv;
    const b = row.zeroPx - reach.low * row.pxPerMv;
    const top = Math.max(row.topPx, Math.min(a, b) - traceWidthPx / 2);
    const bottom = Math.min(row.bottomPx, Math.max(a, b) + traceWidthPx / 2);
    if (bottom <= top) continue;
    const wanted = row.colourOf(column);
    if (wanted !== colour) {
      ctx.fillStyle = wanted;
      colour = wanted;
    }
    const isWash = coarse?.[column] === 1;
    if (isWash) ctx.globalAlpha = washAlpha;
    ctx.fillRect(row.leftPx + column * row.columnPx, top, widthPx, bottom - top);
    if (isWash) ctx.globalAlpha = 1;
  }
}

/** Returns the column's own range, extended to the previous column if the two do not touch. */
function touching(
  min: Float32Array,
  max: Float32Array,
  column: number,
): { low: number; high: number } | null {
  const low = min[column] ?? NaN;
  const high = max[column] ?? NaN;
  if (Number.isNaN(low) || Number.isNaN(high)) return null;
  const lowBefore = min[column - 1] ?? NaN;
  const highBefore = max[column - 1] ?? NaN;
  if (highBefore < low) return { low: highBefore, high };
  if (lowBefore > high) return { low, high: lowBefore };
  return { low, high };
}
