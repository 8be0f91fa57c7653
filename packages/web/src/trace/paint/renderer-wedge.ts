/**
 * Draws the wedge that opens from the lens on one scale to the whole width of the next, which shows that the three
 * scales are linked.
 */
import type { DrawingContext } from './drawing-context.ts';
import type { TraceColours } from './trace-colours.ts';

export const wedgePx = 14;

export type WedgeEnds = {
  readonly lensFromPx: number;
  readonly lensToPx: number;
  readonly fullFromPx: number;
  readonly fullToPx: number;
};

/** The wedge keeps this width even where the lens is only three pixels wide. */
const narrowestLensPx = 3;

export function widenLens(fromPx: number, toPx: number): { fromPx: number; toPx: number } {
  const lack = narrowestLensPx - (toPx - fromPx);
  return lack <= 0 ? { fromPx, toPx } : { fromPx: fromPx - lack / 2, toPx: toPx + lack / 2 };
}

export function drawWedge(
  ctx: DrawingContext,
  widthPx: number,
  ends: WedgeEnds,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.surface.s0;
  ctx.fillRect(0, 0, widthPx, wedgePx);
  const lens = widenLens(ends.lensFromPx, ends.lensToPx);
  ctx.beginPath();
  ctx.moveTo(lens.fromPx, 0);
  ctx.lineTo(lens.toPx, 0);
  ctx.lineTo(ends.fullToPx, wedgePx);
  ctx.lineTo(ends.fullFromPx, wedgePx);
  ctx.closePath();
  ctx.globalAlpha = 0.14;
  ctx.fillStyle = colours.ecg.lens;
  ctx.fill();
  ctx.globalAlpha = 0.7;
  ctx.strokeStyle = colours.ecg.lens;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(lens.fromPx, 0);
  ctx.lineTo(ends.fullFromPx, wedgePx);
  ctx.moveTo(lens.toPx, 0);
  ctx.lineTo(ends.fullToPx, wedgePx);
  ctx.stroke();
  ctx.globalAlpha = 1;
}
