/**
 * Draws the patient's events: a press of the event button is a diamond, a diary entry a square. They differ by shape,
 * not by colour.
 */
import type { SampleSpan } from '../time/time-scale.ts';
import type { DrawingContext } from './drawing-context.ts';
import type { TraceColours } from './trace-colours.ts';
import type { TrendEvent } from './trend-geometry.ts';

type MarkPlace = { readonly x: number; readonly y: number; readonly reachPx: number };

/** Draws a mark, with a rim that separates it from its background. */
export function drawEventMark(
  ctx: DrawingContext,
  kind: TrendEvent['kind'],
  { x, y, reachPx }: MarkPlace,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.text.primary;
  ctx.strokeStyle = colours.surface.s1;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  if (kind === 'button') {
    ctx.moveTo(x, y - reachPx);
    ctx.lineTo(x + reachPx, y);
    ctx.lineTo(x, y + reachPx);
    ctx.lineTo(x - reachPx, y);
  } else {
    const side = (4 / 3) * reachPx;
    ctx.roundRect(x - side / 2, y - side / 2, side, side, 1.5);
  }
  ctx.closePath();
  ctx.stroke();
  ctx.fill();
}

type Row = {
  readonly span: SampleSpan;
  readonly topPx: number;
  readonly heightPx: number;
  readonly xOf: (sample: number) => number;
};

/**
 * Marks the parts of a line that are so near an event that the report names their rhythm: a wash over the line, and the
 * mark at its top.
 */
export function drawEventsOnLine(
  ctx: DrawingContext,
  events: readonly TrendEvent[],
  reach: number,
  { span, topPx, heightPx, xOf }: Row,
  colours: TraceColours,
): void {
  for (const { sample, kind } of events) {
    const from = xOf(Math.max(span.start, sample - reach));
    const to = xOf(Math.min(span.end, sample + reach));
    ctx.globalAlpha = 0.08;
    ctx.fillStyle = colours.text.primary;
    ctx.fillRect(from, topPx, to - from, heightPx);
    ctx.globalAlpha = 1;
    if (sample < span.start || sample >= span.end) continue;
    drawEventMark(ctx, kind, { x: xOf(sample), y: topPx + 5, reachPx: 4.5 }, colours);
  }
}
