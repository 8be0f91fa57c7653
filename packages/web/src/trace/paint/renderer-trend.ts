/**
 * Draws the whole recording: rate trend over day and night, hatched gaps, a lane for atrial fibrillation, a lane for
 * other findings and the patient's events, the days below, the lens of the disclosure page, and pinned comments.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import { drawHatch } from './renderer-hatch.ts';
import { drawRateBand, drawRateMean, rateY } from './renderer-heart-rate.ts';
import { widenLens } from './renderer-wedge.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import { drawLanes } from './renderer-lanes.ts';
import { drawPins } from './renderer-pins.ts';
import { trendGeometry } from './trend-geometry.ts';
import type { TrendGeometry, TrendPicture } from './trend-geometry.ts';
import type { TraceColours } from './trace-colours.ts';

/** Position of the discs of pinned comments on the trend. */
export const trendPins = { topPx: 0 } as const;

export function drawTrend(ctx: DrawingContext, picture: TrendPicture, colours: TraceColours): void {
  drawStillTrend(ctx, picture, colours);
  drawOverTrend(ctx, picture, colours);
}

/** Draws everything except the parts that move over it. */
export function drawStillTrend(ctx: DrawingContext, picture: TrendPicture, colours: TraceColours): void {
  const at = trendGeometry(picture);
  ctx.fillStyle = colours.surface.s1;
  ctx.fillRect(0, 0, picture.surface.widthPx, picture.surface.heightPx);
  const spans = (each: readonly SampleSpan[], draw: (x: number, width: number) => void): void => {
    for (const { start, end } of each) {
      const from = Math.max(picture.plotLeftPx, at.xOf(start));
      const to = Math.min(picture.plotLeftPx + picture.plotWidthPx, at.xOf(end));
      if (to > from) draw(from, to - from);
    }
  };
  const height = at.plot.bottomPx - at.plot.topPx;
  ctx.fillStyle = colours.ecg.night;
  spans(picture.nights, (x, width) => ctx.fillRect(x, at.plot.topPx, width, height));
  drawAfColumns(ctx, picture, at, colours);
  drawScale(ctx, picture, at, colours);
  drawRateBand(ctx, at.plot, picture.columns, colours);
  drawRateMean(ctx, at.plot, picture.columns, colours);
  spans(picture.gaps, (x, width) => {
    drawHatch(ctx, { x, y: at.plot.topPx, width: Math.max(2, width), height }, colours);
  });
  drawLanes(ctx, picture, at, colours);
  drawAxis(ctx, picture, at, colours);
}

/** Draws the lens of the disclosure page, with the pinned comments on top of it. */
export function drawOverTrend(ctx: DrawingContext, picture: TrendPicture, colours: TraceColours): void {
  const at = trendGeometry(picture);
  if (picture.lens !== null) drawTrendLens(ctx, picture, picture.lens, at, colours);
  const { span, surface } = picture;
  const pins = picture.pins
    .filter(({ sample }) => sample >= span.start && sample < span.end)
    .map((pin) => ({ px: at.xOf(pin.sample), pin }));
  drawPins(ctx, pins, { ...trendPins, bottomPx: at.lanesBottom, dpr: surface.dpr }, colours);
}

/** Draws a tint of the lane's colour behind the trend, so that a fast rate at night is recognized as AF. */
function drawAfColumns(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.ecg.af_tint;
  const height = at.plot.bottomPx - at.plot.topPx;
  picture.columns.af.forEach((share, column) => {
    if (share < 0.5) return;
    ctx.fillRect(at.plot.leftPx + column * at.plot.columnPx, at.plot.topPx, at.plot.columnPx + 0.5, height);
  });
}

function drawScale(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  ctx.font = `500 11px ${colours.font}`;
  for (const bpm of picture.tickBpm) {
    const y = snap(rateY(at.plot, bpm), picture.surface.dpr);
    ctx.fillStyle = colours.line.main;
    ctx.fillRect(picture.plotLeftPx, y, picture.plotWidthPx, 1 / picture.surface.dpr);
    ctx.fillStyle = colours.text.third;
    ctx.fillText(String(bpm), picture.plotLeftPx - 12, y);
  }
  drawFigures(ctx, picture, at, colours);
}

/** Draws the figures at the right, at their own height where they do not overlap. */
function drawFigures(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  const left = picture.plotLeftPx + picture.plotWidthPx + 10;
  if (picture.surface.widthPx - left < 50) return;
  let lowest = -Infinity;
  ctx.textAlign = 'left';
  for (const figure of picture.figures) {
    const y = Math.max(rateY(at.plot, figure.bpm), lowest + 13);
    lowest = y;
    ctx.font = `600 11px ${colours.font}`;
    ctx.fillStyle = colours.text.primary;
    ctx.fillText(figure.value, left, y);
    const width = ctx.measureText(figure.value).width;
    ctx.font = `500 11px ${colours.font}`;
    ctx.fillStyle = colours.text.third;
    ctx.fillText(figure.name, left + width + 4, y);
  }
}

function drawAxis(
  ctx: DrawingContext,
  picture: TrendPicture,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.font = `500 11px ${colours.font}`;
  const right = picture.plotLeftPx + picture.plotWidthPx;
  let free = -Infinity;
  for (const mark of picture.marks) {
    const x = snap(at.xOf(mark.sample), picture.surface.dpr);
    const width = ctx.measureText(mark.label).width;
    if (x < free || x + width + 6 > right + 40) continue;
    ctx.fillStyle = colours.line.strong;
    ctx.fillRect(x, at.lanesBottom, 1, 5);
    ctx.fillStyle = colours.text.third;
    ctx.fillText(mark.label, x + 5, at.lanesBottom + 11);
    free = x + width + 16;
  }
}

function drawTrendLens(
  ctx: DrawingContext,
  picture: TrendPicture,
  page: SampleSpan,
  at: TrendGeometry,
  colours: TraceColours,
): void {
  const right = picture.plotLeftPx + picture.plotWidthPx;
  const cut = (px: number): number => Math.min(right, Math.max(picture.plotLeftPx, px));
  const lens = widenLens(cut(at.xOf(page.start)), cut(at.xOf(page.end)));
  const from = snap(lens.fromPx, picture.surface.dpr);
  const width = Math.max(3, lens.toPx - lens.fromPx);
  ctx.fillStyle = colours.ecg.lens;
  if (width > 8) {
    ctx.globalAlpha = 0.1;
    ctx.fillRect(from, 0, width, at.lanesBottom);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colours.ecg.lens;
    ctx.lineWidth = 1.5;
    ctx.lineJoin = 'round';
    ctx.strokeRect(from, 0.75, width, at.lanesBottom - 1.5);
    return;
  }
  ctx.fillRect(from, 0, width, at.lanesBottom);
  const middle = from + width / 2;
  ctx.beginPath();
  ctx.moveTo(middle - 6, 0);
  ctx.lineTo(middle + 6, 0);
  ctx.lineTo(middle, 7);
  ctx.closePath();
  ctx.fill();
}
