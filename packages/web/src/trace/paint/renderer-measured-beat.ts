/**
 * Draws one beat enlarged, on paper: the squares are 40 ms wide and, at the printed gain, one millimetre high. The
 * intervals between the marks are below the trace.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext, Surface } from './drawing-context.ts';
import { drawPaper } from './renderer-paper.ts';
import { strokeInk } from './renderer-trace.ts';
import type { TraceColours } from './trace-colours.ts';

type BeatInterval = { readonly from: number; readonly to: number; readonly label: string };
export type MeasuredBeatPicture = {
  /** In millivolts. */
  readonly signal: Float32Array;
  readonly sampling_hz: number;
  readonly peak: number;
  readonly intervals: readonly BeatInterval[];
  readonly gainLabel: (gain: number) => string;
};

const squareS = 0.04;
const gains = [40, 20, 10, 5, 2.5, 1.25] as const;
const topPx = 34;
const footPx = 52;
const rowPx = 20;
const tracePx = 1.8;

/** Returns the largest gain at which the beat fits. */
function fitted(signal: Float32Array, mmPx: number, roomPx: number) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of signal) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const gain = gains.find((one) => (high - low) * one * mmPx <= roomPx) ?? 1.25;
  const pxPerMv = gain * mmPx;
  return { gain, pxPerMv, zeroPx: topPx + (roomPx - (high - low) * pxPerMv) / 2 + high * pxPerMv };
}

export function drawMeasuredBeat(
  ctx: DrawingContext,
  surface: Surface,
  picture: MeasuredBeatPicture,
  colours: TraceColours,
): void {
  const { signal, sampling_hz, peak } = picture;
  const stepPx = surface.widthPx / signal.length;
  const mmPx = squareS * sampling_hz * stepPx;
  const box = { x: 0, y: 0, width: surface.widthPx, height: surface.heightPx };
  drawPaper(ctx, box, colours, peak * stepPx, mmPx, surface.dpr);
  const { gain, ...scale } = fitted(signal, mmPx, surface.heightPx - topPx - footPx);
  const ink = { values: signal, from: 0, to: signal.length, x0Px: 0, stepPx, ...scale };
  strokeInk(ctx, ink, colours.ecg.trace, surface.dpr, tracePx);
  ctx.font = `600 11px ${colours.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  ctx.fillStyle = colours.text.secondary;
  ctx.fillText(picture.gainLabel(gain), surface.widthPx - 9, surface.heightPx - 12);
  picture.intervals.forEach((interval, i) => drawInterval(ctx, surface, interval, { i, stepPx }, colours));
}

/** Draws an arrow from mark to mark with its length. The last one spans the others and is below them. */
function drawInterval(
  ctx: DrawingContext,
  surface: Surface,
  { from, to, label }: BeatInterval,
  { i, stepPx }: { readonly i: number; readonly stepPx: number },
  colours: TraceColours,
): void {
  const [left, right] = [snap(from * stepPx, surface.dpr), snap(to * stepPx, surface.dpr)];
  const y = surface.heightPx - footPx + 16 + (i < 2 ? 0 : rowPx);
  ctx.strokeStyle = colours.ecg.caliper;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(right, y);
  ctx.stroke();
  ctx.textAlign = 'center';
  const width = ctx.measureText(label).width + 8;
  const middle = (left + right) / 2;
  ctx.fillStyle = colours.ecg.paper;
  if (width < right - left) ctx.fillRect(middle - width / 2, y - 8, width, 16);
  ctx.fillStyle = colours.ecg.caliper;
  ctx.fillText(label, middle, width < right - left ? y + 0.5 : y - 9);
}
