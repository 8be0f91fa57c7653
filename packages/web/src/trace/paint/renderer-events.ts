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

/** An event on the strip. */
export type PlacedEvent = { readonly px: number; readonly kind: TrendEvent['kind']; readonly text: string };

const chipPx = { mark: 8, padding: 6, height: 16 } as const;

/** As much of a text as fits, with an ellipsis where it is cut. */
function cutText(ctx: DrawingContext, text: string, widthPx: number): string {
  if (ctx.measureText(text).width <= widthPx) return text;
  let end = text.length;
  while (end > 0 && ctx.measureText(`${text.slice(0, end)}…`).width > widthPx) end -= 1;
  return end === 0 ? '' : `${text.slice(0, end)}…`;
}

/** Draws an event's line below the trace, so that its place on the paper is exact. */
export function drawEventLines(
  ctx: DrawingContext,
  events: readonly PlacedEvent[],
  { y, height }: { readonly y: number; readonly height: number },
  colours: TraceColours,
): void {
  ctx.strokeStyle = colours.text.primary;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 3]);
  for (const { px } of events) {
    ctx.beginPath();
    ctx.moveTo(px, y);
    ctx.lineTo(px, y + height);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

/** Draws each event's mark in the lane above the paper, and beside it what the patient said. */
export function drawEventsInLane(
  ctx: DrawingContext,
  events: readonly PlacedEvent[],
  lane: { readonly right: number; readonly middle: number },
  colours: TraceColours,
): void {
  ctx.font = `500 11px ${colours.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  events.forEach(({ px, kind, text }, index) => {
    const from = px + chipPx.mark;
    const until = (events[index + 1]?.px ?? lane.right) - chipPx.mark;
    const shown = cutText(ctx, text, until - from - 2 * chipPx.padding);
    if (shown !== '') {
      const top = lane.middle - chipPx.height / 2;
      ctx.fillStyle = colours.surface.s1;
      ctx.beginPath();
      ctx.roundRect(
        px,
        top,
        chipPx.mark + ctx.measureText(shown).width + 2 * chipPx.padding,
        chipPx.height,
        4,
      );
      ctx.fill();
      ctx.fillStyle = colours.text.primary;
      ctx.fillText(shown, from + chipPx.padding / 2, lane.middle + 0.5);
    }
    drawEventMark(ctx, kind, { x: px, y: lane.middle, reachPx: 6 }, colours);
  });
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
