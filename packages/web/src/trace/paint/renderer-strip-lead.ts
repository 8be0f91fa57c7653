/**
 * Draws one lead of the strip: its gaps, its trace in the colours of its beats, and marks where the trace was clipped.
 */
import { beatColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';
import type { LeadBand } from '../time/lead-layout.ts';
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import { drawHatch } from './renderer-hatch.ts';
import { drawColumns } from './renderer-columns.ts';
import type { StripLead } from './strip-leads.ts';
import type { StripPicture } from './strip-picture.ts';
import { drawClipped, findClipped, strokeInk } from './renderer-trace.ts';
import type { Ink } from './renderer-trace.ts';
import type { ColouredStretch } from '../signal/reading.ts';
import { foldColumns } from '../signal/signal.ts';
import type { RangeRun, RawRun } from '../signal/signal.ts';
import { sampleToPx } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';

/**
 * Draws all gaps before all traces, so that a trace that leaves its band is not covered by the gap of the neighbouring
 * lead.
 */
export function drawStripGaps(
  ctx: DrawingContext,
  picture: StripPicture,
  lead: StripLead,
  colours: TraceColours,
): void {
  for (const gap of lead.gaps) drawGap(ctx, picture, lead, gap, colours);
}

export function drawStripTrace(
  ctx: DrawingContext,
  picture: StripPicture,
  lead: StripLead,
  colours: TraceColours,
): void {
  const { paper } = picture;
  ctx.save();
  ctx.beginPath();
  ctx.rect(lead.fromPx, paper.y, lead.toPx - lead.fromPx, paper.height);
  ctx.clip();
  for (const run of lead.signal.ranges) drawStandIn(ctx, picture, lead.band, run, colours);
  for (const run of lead.signal.raw) drawRun(ctx, picture, lead.band, run, colours);
  ctx.restore();
}

/** Width that the text inside a gap needs. */
const gapWordsPx = 90;

function drawGap(
  ctx: DrawingContext,
  picture: StripPicture,
  { band, fromPx, toPx }: StripLead,
  gap: SampleSpan,
  colours: TraceColours,
): void {
  const { paper, scale, surface } = picture;
  const from = Math.max(fromPx, sampleToPx(scale, gap.start));
  const to = Math.min(toPx, sampleToPx(scale, gap.end));
  if (to <= from) return;
  const top = snap(paper.y + band.topPx, surface.dpr);
  const height = snap(paper.y + band.bottomPx, surface.dpr) - top;
  drawHatch(ctx, { x: from, y: top, width: Math.max(1, to - from), height }, colours);
  if (to - from < gapWordsPx) return;
  ctx.font = `500 11px ${colours.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(picture.noSignalLabel).width + 12;
  const middle = (from + to) / 2;
  ctx.fillStyle = colours.surface.s1;
  ctx.beginPath();
  ctx.roundRect(middle - width / 2, top + height / 2 - 9, width, 18, 4);
  ctx.fill();
  ctx.fillStyle = colours.text.secondary;
  ctx.fillText(picture.noSignalLabel, middle, top + height / 2 + 0.5);
}

function inkOf(picture: StripPicture, band: LeadBand, run: RawRun): Ink {
  return {
    values: run.values,
    from: 0,
    to: run.values.length,
    x0Px: sampleToPx(picture.scale, run.start),
    stepPx: picture.scale.pxPerSample,
    zeroPx: picture.paper.y + band.zeroPx,
    pxPerMv: picture.pxPerMv,
  };
}

/**
 * Splits a run into stretches by colour. Each begins on the last sample of the one before, so the line stays joined.
 */
function colourParts(
  run: RawRun,
  stretches: readonly ColouredStretch[],
): { from: number; to: number; stretch: ColouredStretch | null }[] {
  const parts: { from: number; to: number; stretch: ColouredStretch | null }[] = [];
  const length = run.values.length;
  let at = 0;
  for (const stretch of stretches) {
    const from = Math.min(length, Math.max(at, stretch.start - run.start));
    const to = Math.min(length, stretch.end - run.start);
    if (to <= from) continue;
    if (from > at) parts.push({ from: Math.max(0, at - 1), to: from, stretch: null });
    parts.push({ from: Math.max(0, from - 1), to, stretch });
    at = to;
  }
  if (at < length) parts.push({ from: Math.max(0, at - 1), to: length, stretch: null });
  return parts;
}

function drawRun(
  ctx: DrawingContext,
  picture: StripPicture,
  band: LeadBand,
  run: RawRun,
  colours: TraceColours,
): void {
  const ink = inkOf(picture, band, run);
  const { surface } = picture;
  for (const { from, to, stretch } of colourParts(run, picture.stretches)) {
    const colour = stretch === null ? colours.ecg.trace : beatColour(colours, stretch.beat);
    strokeInk(ctx, { ...ink, from, to }, colour, surface.dpr);
  }
  drawLeaving(ctx, picture, band, ink, colours.ecg.trace);
}

/** A trace that enters the neighbouring lane by at most this much still clearly belongs to its own lead. */
const grazeMm = 1;

/**
 * Draws a large mark where the trace leaves the paper and is clipped, and a small one at the edge of its own lane where
 * it continues over the neighbouring lane, so that a tall beat is attributed to the right lead.
 */
function drawLeaving(
  ctx: DrawingContext,
  picture: StripPicture,
  band: LeadBand,
  ink: Ink,
  colour: string,
): void {
  const { paper } = picture;
  const top = paper.y + band.topPx;
  const bottom = paper.y + band.bottomPx;
  const graze = grazeMm * picture.mmPx;
  const isInside = { top: band.topPx > graze, bottom: band.bottomPx < paper.height - graze };
  for (const leaving of findClipped(ink, top - graze, bottom + graze)) {
    if (isInside[leaving.edge]) drawClipped(ctx, leaving, { topPx: top, bottomPx: bottom }, 'lane', colour);
  }
  const edges = { topPx: paper.y, bottomPx: paper.y + paper.height };
  for (const clipped of findClipped(ink, edges.topPx, edges.bottomPx)) {
    drawClipped(ctx, clipped, edges, 'paper', colour);
  }
}

/** Draws the extremes of the finest level that has arrived, until the samples are there. */
function drawStandIn(
  ctx: DrawingContext,
  picture: StripPicture,
  band: LeadBand,
  run: RangeRun,
  colours: TraceColours,
): void {
  const { scale, surface, paper } = picture;
  const span = { start: run.start, end: run.start + run.bucket * run.min.length };
  const left = snap(sampleToPx(scale, span.start), surface.dpr);
  const count = Math.max(1, Math.round((span.end - span.start) * scale.pxPerSample * surface.dpr));
  drawColumns(ctx, {
    columns: foldColumns({ raw: [], ranges: [run] }, span, count),
    leftPx: left,
    columnPx: 1 / surface.dpr,
    zeroPx: paper.y + band.zeroPx,
    pxPerMv: picture.pxPerMv,
    topPx: paper.y,
    bottomPx: paper.y + paper.height,
    colourOf: () => colours.ecg.trace,
  });
}
