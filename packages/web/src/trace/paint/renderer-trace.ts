/**
 * Draws the trace itself.
 *
 * Invariants: every raw sample that has arrived is joined to the next by a straight line, never a spline; a sample
 * without signal (NaN) breaks the line; a single sample between two gaps is a dot. Where many samples share a device
 * pixel column, the column's first, lowest, highest and last samples are joined in order, which lights the same pixels
 * as joining all of them (M4: Jugel et al., "M4: a visualization-oriented time series data aggregation", PVLDB 2014).
 */
import type { DrawingContext } from './drawing-context.ts';

export const traceWidthPx = 1.3;

/** Values in millivolts; the first is at `startPx`. */
export type Ink = {
  readonly values: Float32Array;
  readonly from: number;
  readonly to: number;
  /** Position of value `i`: `x0Px + i * stepPx`. */
  readonly x0Px: number;
  readonly stepPx: number;
  readonly zeroPx: number;
  /** Negative while the display is inverted. */
  readonly pxPerMv: number;
};

/** From this number of samples per device pixel column on, a column is drawn by its four corners. */
const denseFrom = 6;

export function strokeInk(
  ctx: DrawingContext,
  ink: Ink,
  colour: string,
  dpr: number,
  widthPx: number = traceWidthPx,
): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = widthPx;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.beginPath();
  if (ink.stepPx * dpr * denseFrom < 1) traceColumns(ctx, ink, dpr);
  else traceSamples(ctx, ink);
  ctx.stroke();
}

function traceSamples(ctx: DrawingContext, ink: Ink): void {
  let joined = false;
  for (let i = ink.from; i < ink.to; i += 1) {
    const value = ink.values[i] ?? NaN;
    if (Number.isNaN(value)) {
      joined = false;
      continue;
    }
    const x = ink.x0Px + i * ink.stepPx;
    const y = ink.zeroPx - value * ink.pxPerMv;
    if (joined) ctx.lineTo(x, y);
    else startLine(ctx, x, y);
    joined = true;
  }
}

/** A line of zero length with round caps is a dot, so a single sample is visible. */
function startLine(ctx: DrawingContext, x: number, y: number): void {
  ctx.moveTo(x, y);
  ctx.lineTo(x, y);
}

function traceColumns(ctx: DrawingContext, ink: Ink, dpr: number): void {
  let joined = false;
  let i = ink.from;
  while (i < ink.to) {
    const column = Math.floor((ink.x0Px + i * ink.stepPx) * dpr);
    const next = Math.ceil(((column + 1) / dpr - ink.x0Px) / ink.stepPx);
    const end = Math.min(ink.to, Math.max(i + 1, next));
    joined = traceColumn(ctx, ink, i, end, joined);
    i = end;
  }
}

/** Draws one column and returns whether the line is still unbroken at its end. */
function traceColumn(
  ctx: DrawingContext,
  ink: Ink,
  from: number,
  to: number,
  joinedBefore: boolean,
): boolean {
  let joined = joinedBefore;
  let i = from;
  while (i < to) {
    while (i < to && Number.isNaN(ink.values[i])) {
      joined = false;
      i += 1;
    }
    let end = i;
    while (end < to && !Number.isNaN(ink.values[end])) end += 1;
    if (end > i) {
      for (const corner of cornersOf(ink.values, i, end)) {
        const x = ink.x0Px + corner * ink.stepPx;
        const y = ink.zeroPx - (ink.values[corner] ?? 0) * ink.pxPerMv;
        if (joined) ctx.lineTo(x, y);
        else startLine(ctx, x, y);
        joined = true;
      }
    }
    i = end;
  }
  return joined;
}

/** Returns the first, lowest, highest and last sample of a run, in order of time. */
function cornersOf(values: Float32Array, from: number, to: number): number[] {
  let low = from;
  let high = from;
  for (let i = from; i < to; i += 1) {
    const value = values[i] ?? 0;
    if (value < (values[low] ?? 0)) low = i;
    if (value > (values[high] ?? 0)) high = i;
  }
  return [from, Math.min(low, high), Math.max(low, high), to - 1];
}

/** Where a trace leaves its paper or lane: from and to in CSS pixels, and over which edge. */
export type Clipped = { readonly fromPx: number; readonly toPx: number; readonly edge: 'top' | 'bottom' };

export function findClipped(ink: Ink, topPx: number, bottomPx: number): Clipped[] {
  const found: Clipped[] = [];
  let since = -1;
  let edge: 'top' | 'bottom' | null = null;
  for (let i = ink.from; i <= ink.to; i += 1) {
    const value = i < ink.to ? (ink.values[i] ?? NaN) : NaN;
    const y = ink.zeroPx - value * ink.pxPerMv;
    const now = y < topPx ? 'top' : y > bottomPx ? 'bottom' : null;
    if (now === edge) continue;
    if (edge !== null) {
      found.push({ fromPx: ink.x0Px + since * ink.stepPx, toPx: ink.x0Px + (i - 1) * ink.stepPx, edge });
    }
    edge = now;
    since = i;
  }
  return found;
}

const markPx = {
  paper: { tip: 2, foot: 9, half: 4.5 },
  lane: { tip: 1, foot: 5, half: 3 },
} as const;

/** Draws a small wedge at the edge of the paper or lane that points to where the trace continues. */
export function drawClipped(
  ctx: DrawingContext,
  clipped: Clipped,
  edges: { readonly topPx: number; readonly bottomPx: number },
  of: keyof typeof markPx,
  colour: string,
): void {
  const mark = markPx[of];
  const x = (clipped.fromPx + clipped.toPx) / 2;
  const up = clipped.edge === 'top';
  const tip = up ? edges.topPx + mark.tip : edges.bottomPx - mark.tip;
  const foot = up ? edges.topPx + mark.foot : edges.bottomPx - mark.foot;
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(x, tip);
  ctx.lineTo(x - mark.half, foot);
  ctx.lineTo(x + mark.half, foot);
  ctx.closePath();
  ctx.fill();
}
