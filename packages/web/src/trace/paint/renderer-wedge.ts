/**
 * Draws the wedge that opens from the lens on one scale to the whole width of the next, which shows that the three
 * scales are linked.
 */
import type { Pen } from './pen.ts';
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

export function drawWedge(pen: Pen, widthPx: number, ends: WedgeEnds, colours: TraceColours): void {
  pen.fillStyle = colours.surface.s0;
  pen.fillRect(0, 0, widthPx, wedgePx);
  const lens = widenLens(ends.lensFromPx, ends.lensToPx);
  pen.beginPath();
  pen.moveTo(lens.fromPx, 0);
  pen.lineTo(lens.toPx, 0);
  pen.lineTo(ends.fullToPx, wedgePx);
  pen.lineTo(ends.fullFromPx, wedgePx);
  pen.closePath();
  pen.globalAlpha = 0.14;
  pen.fillStyle = colours.ecg.lens;
  pen.fill();
  pen.globalAlpha = 0.7;
  pen.strokeStyle = colours.ecg.lens;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(lens.fromPx, 0);
  pen.lineTo(ends.fullFromPx, wedgePx);
  pen.moveTo(lens.toPx, 0);
  pen.lineTo(ends.fullToPx, wedgePx);
  pen.stroke();
  pen.globalAlpha = 1;
}
