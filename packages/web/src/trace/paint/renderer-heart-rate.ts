/**
 * Draws the rate trend in any of its sizes: a band from minimum to maximum, with the mean as a line over it.
 *
 * The row sparkline, the preview and the case page use the same drawing. Invariant: nothing is joined across a column
 * without a rate.
 */
import type { DrawingContext } from './drawing-context.ts';
import type { TraceColours } from './trace-colours.ts';
import type { TrendColumns } from '../signal/trend-columns.ts';

export type RatePlot = {
  readonly leftPx: number;
  readonly columnPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
  readonly lowBpm: number;
  readonly highBpm: number;
  readonly meanWidthPx: number;
};

export function rateY(plot: RatePlot, bpm: number): number {
  const share = (bpm - plot.lowBpm) / (plot.highBpm - plot.lowBpm);
  return plot.bottomPx - Math.min(1, Math.max(0, share)) * (plot.bottomPx - plot.topPx);
}

export function drawRateBand(
  ctx: DrawingContext,
  plot: RatePlot,
  columns: TrendColumns,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.ecg.trend_band;
  for (let column = 0; column < columns.min.length; column += 1) {
    const low = columns.min[column] ?? NaN;
    const high = columns.max[column] ?? NaN;
    if (Number.isNaN(low) || Number.isNaN(high)) continue;
    const top = rateY(plot, high);
    const height = Math.max(1, rateY(plot, low) - top);
    ctx.fillRect(plot.leftPx + column * plot.columnPx, top, plot.columnPx, height);
  }
}

export function drawRateMean(
  ctx: DrawingContext,
  plot: RatePlot,
  columns: TrendColumns,
  colours: TraceColours,
): void {
  ctx.strokeStyle = colours.ecg.trend_mean;
  ctx.lineWidth = plot.meanWidthPx;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.beginPath();
  let joined = false;
  for (let column = 0; column < columns.mean.length; column += 1) {
    const mean = columns.mean[column] ?? NaN;
    if (Number.isNaN(mean)) {
      joined = false;
      continue;
    }
    const x = plot.leftPx + (column + 0.5) * plot.columnPx;
    const y = rateY(plot, mean);
    if (!joined) {
      ctx.moveTo(x, y);
      ctx.lineTo(x, y);
    } else ctx.lineTo(x, y);
    joined = true;
  }
  ctx.stroke();
}
