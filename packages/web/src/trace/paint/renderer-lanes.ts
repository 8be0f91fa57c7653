/**
 * Draws the lanes below the trend: atrial fibrillation, the selected kind of finding and, at the desk, what was
 * reviewed. The patient's events are on top of everything else.
 */
import type { DrawingContext } from './drawing-context.ts';
import { drawEventMark } from './renderer-events.ts';
import { drawHatch } from './renderer-hatch.ts';
import { laneHeightPx } from './trend-geometry.ts';
import type { Lane, SeenLane, TrendGeometry, TrendPicture } from './trend-geometry.ts';
import { placeAt } from '../signal/findings.ts';
import { markColour, rhythmColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';

/** A narrower mark would be invisible. */
const leastPx = 2;

/** A long word is condensed as far as it stays readable, and cut beyond that. */
const leastCondensed = 0.8;

function fitted(ctx: DrawingContext, word: string, roomPx: number): string {
  const width = (text: string): number => ctx.measureText(text).width;
  if (width(word) <= roomPx) return word;
  let length = word.length - 1;
  while (length > 1 && width(`${word.slice(0, length)}…`) > roomPx) length -= 1;
  return `${word.slice(0, length)}…`;
}

export function drawLanes(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  ctx.font = `500 11px ${colours.font}`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const [top, label, colour] of [
    [at.afTop, picture.labels.af, colours.ecg.af],
    [at.eventsTop, picture.labels.events, colours.text.secondary],
    ...(picture.seen === null ? [] : ([[at.seenTop, picture.seen.label, colours.text.secondary]] as const)),
  ] as const) {
    ctx.fillStyle = colours.surface.s3;
    ctx.fillRect(picture.plotLeftPx, top, picture.plotWidthPx, laneHeightPx);
    ctx.fillStyle = colour;
    const roomPx = picture.plotLeftPx - 14;
    const word = fitted(ctx, label, roomPx / leastCondensed);
    ctx.fillText(word, picture.plotLeftPx - 12, top + laneHeightPx / 2 + 0.5, roomPx);
  }
  if (picture.af === null) drawDeviceShare(ctx, picture, at, colours);
  else drawLane(ctx, picture, at, picture.af, at.afTop, colours);
  if (picture.read === null) drawEpisodes(ctx, picture, at, colours);
  else drawLane(ctx, picture, at, picture.read, at.eventsTop, colours);
  if (picture.seen !== null) drawSeen(ctx, picture, at, picture.seen, colours);
  drawEvents(ctx, picture, at, colours);
}

function drawBar(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  start: number,
  end: number,
  top: number,
) {
  if (end < picture.span.start || start >= picture.span.end) return;
  const from = Math.max(picture.plotLeftPx, at.xOf(start));
  const to = Math.min(picture.plotLeftPx + picture.plotWidthPx, at.xOf(end));
  ctx.fillRect(from, top, Math.max(leastPx, to - from), laneHeightPx);
}

function drawColumns(
  ctx: DrawingContext,
  at: TrendGeometry,
  shares: Float32Array,
  top: number,
  leastShare: number,
  colourOf?: (column: number) => string,
): void {
  shares.forEach((share, column) => {
    if (share <= 0) return;
    const height = Math.max(leastShare, share * laneHeightPx);
    const x = at.plot.leftPx + column * at.plot.columnPx;
    if (colourOf !== undefined) ctx.fillStyle = colourOf(column);
    ctx.fillRect(x, top + laneHeightPx - height, at.plot.columnPx + 0.3, height);
  });
}

function drawLane(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  lane: Lane,
  top: number,
  colours: TraceColours,
): void {
  ctx.fillStyle = markColour(colours, lane.token);
  if (lane.places === null) {
    drawColumns(ctx, at, lane.density, top, leastPx);
    return;
  }
  for (let index = 0; index < lane.places.starts.length; index += 1) {
    const place = placeAt(lane.places, index);
    if (place !== null) drawBar(ctx, picture, at, place.start, place.end, top);
  }
}

/** The device gives only a share for each hour, so the lane is filled to that share of its height. */
function drawDeviceShare(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.ecg.af;
  drawColumns(ctx, at, picture.columns.af, at.afTop, 1);
}

function drawEpisodes(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  const { crowd } = picture;
  if (crowd !== null) {
    drawColumns(ctx, at, crowd.density, at.eventsTop, leastPx, (column) => {
      const kind = crowd.gravest[column];
      return kind === undefined ? colours.text.third : rhythmColour(colours, kind);
    });
  }
  for (const { kind, start_sample, end_sample } of picture.episodes ?? []) {
    ctx.fillStyle = rhythmColour(colours, kind);
    drawBar(ctx, picture, at, start_sample, end_sample, at.eventsTop);
  }
}

/** Stretches that nobody has reviewed are hatched; stretches reviewed by others are paler than the reader's own. */
function drawSeen(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  { own, others }: SeenLane,
  colours: TraceColours,
): void {
  const { plotLeftPx: x, plotWidthPx: width } = picture;
  drawHatch(ctx, { x, y: at.seenTop, width, height: laneHeightPx }, colours);
  for (const [spans, alpha] of [
    [others, 0.4],
    [own, 0.85],
  ] as const) {
    for (const { start, end } of spans) {
      ctx.fillStyle = colours.surface.s1;
      drawBar(ctx, picture, at, start, end, at.seenTop);
      ctx.globalAlpha = alpha;
      ctx.fillStyle = colours.primary.main;
      drawBar(ctx, picture, at, start, end, at.seenTop);
      ctx.globalAlpha = 1;
    }
  }
}

function drawEvents(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  const y = at.eventsTop + laneHeightPx / 2;
  for (const { sample, kind } of picture.events) {
    if (sample < picture.span.start || sample >= picture.span.end) continue;
    drawEventMark(ctx, kind, { x: at.xOf(sample), y, reachPx: 6 }, colours);
  }
}
