/** Draws the row sparkline: rate band and mean above a lane for atrial fibrillation, gaps hatched; 108 by 26 px. */
import type { DrawingContext, Surface } from './drawing-context.ts';
import { drawHatch } from './renderer-hatch.ts';
import { drawRateBand, drawRateMean } from './renderer-heart-rate.ts';
import { sparklineBuckets } from '@rhythmdesk/ecg/pyramid/rate-sparkline';
import { sparklineScale, missingStretches } from '../signal/sparkline-bytes.ts';
import type { TraceColours } from './trace-colours.ts';
import type { TrendColumns } from '../signal/trend-columns.ts';

export const sparklineWidthPx = 108;
export const sparklineHeightPx = 26;
const lanePx = 4;
const laneGapPx = 2;

/** A stretch of the recording as shares of its length, 0 to 1. */
export type ShareSpan = { readonly from: number; readonly to: number };

export function drawSparkline(
  ctx: DrawingContext,
  surface: Surface,
  rates: Omit<TrendColumns, 'af'>,
  af: readonly ShareSpan[],
  colours: TraceColours,
): void {
  const { widthPx, heightPx } = surface;
  ctx.clearRect(0, 0, widthPx, heightPx);
  const plot = {
    ...sparklineScale,
    leftPx: 0,
    columnPx: widthPx / sparklineBuckets,
    topPx: 1,
    bottomPx: heightPx - lanePx - laneGapPx,
    meanWidthPx: 1.3,
  };
  const columns = { ...rates, af: new Float32Array(0) };
  drawRateBand(ctx, plot, columns, colours);
  drawRateMean(ctx, plot, columns, colours);
  for (const [from, to] of missingStretches(rates.mean)) {
    const x = from * plot.columnPx;
    drawHatch(ctx, { x, y: 0, width: (to - from) * plot.columnPx, height: plot.bottomPx }, colours, 4);
  }
  const top = heightPx - lanePx;
  ctx.fillStyle = colours.surface.s3;
  ctx.fillRect(0, top + 1, widthPx, lanePx - 2);
  ctx.fillStyle = colours.ecg.af;
  for (const { from, to } of af)
    ctx.fillRect(from * widthPx, top, Math.max(1.5, (to - from) * widthPx), lanePx);
}
