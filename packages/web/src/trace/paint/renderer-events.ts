/**
 * Draws the patient's events: a press of the event button is a diamond, a diary entry a square. They differ by shape,
 * not by colour.
 */
import type { SampleSpan } from '../time/time-scale.ts';
import type { Pen } from './pen.ts';
import type { TraceColours } from './trace-colours.ts';
import type { TrendEvent } from './trend-geometry.ts';

type MarkPlace = { readonly x: number; readonly y: number; readonly reachPx: number };

/** A rim separates the mark from its background. */
export function drawEventMark(
  pen: Pen,
  kind: TrendEvent['kind'],
  { x, y, reachPx }: MarkPlace,
  colours: TraceColours,
): void {
  pen.fillStyle = colours.text.primary;
  pen.strokeStyle = colours.surface.s1;
  pen.lineWidth = 1.5;
  pen.beginPath();
  if (kind === 'button') {
    pen.moveTo(x, y - reachPx);
    pen.lineTo(x + reachPx, y);
    pen.lineTo(x, y + reachPx);
    pen.lineTo(x - reachPx, y);
  } else {
    const side = (4 / 3) * reachPx;
    pen.roundRect(x - side / 2, y - side / 2, side, side, 1.5);
  }
  pen.closePath();
  pen.stroke();
  pen.fill();
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
  pen: Pen,
  events: readonly TrendEvent[],
  reach: number,
  { span, topPx, heightPx, xOf }: Row,
  colours: TraceColours,
): void {
  for (const { sample, kind } of events) {
    const from = xOf(Math.max(span.start, sample - reach));
    const to = xOf(Math.min(span.end, sample + reach));
    pen.globalAlpha = 0.08;
    pen.fillStyle = colours.text.primary;
    pen.fillRect(from, topPx, to - from, heightPx);
    pen.globalAlpha = 1;
    if (sample < span.start || sample >= span.end) continue;
    drawEventMark(pen, kind, { x: xOf(sample), y: topPx + 5, reachPx: 4.5 }, colours);
  }
}
