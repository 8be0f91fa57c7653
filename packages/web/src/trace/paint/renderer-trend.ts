/**
 * Draws the whole recording: rate trend over day and night, hatched gaps, a lane for atrial fibrillation, a lane for
 * other findings and the patient's events, the days below, the lens of the disclosure page, and pinned comments.
 */
import { snap } from './pen.ts';
import type { Pen } from './pen.ts';
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

export function drawTrend(pen: Pen, picture: TrendPicture, colours: TraceColours): void {
  drawStillTrend(pen, picture, colours);
  drawOverTrend(pen, picture, colours);
}

/** Draws everything except the parts that move over it. */
export function drawStillTrend(pen: Pen, picture: TrendPicture, colours: TraceColours): void {
  const at = trendGeometry(picture);
  pen.fillStyle = colours.surface.s1;
  pen.fillRect(0, 0, picture.surface.widthPx, picture.surface.heightPx);
  const spans = (each: readonly SampleSpan[], draw: (x: number, width: number) => void): void => {
    for (const { start, end } of each) {
      const from = Math.max(picture.plotLeftPx, at.xOf(start));
      const to = Math.min(picture.plotLeftPx + picture.plotWidthPx, at.xOf(end));
      if (to > from) draw(from, to - from);
    }
  };
  const height = at.plot.bottomPx - at.plot.topPx;
  pen.fillStyle = colours.ecg.night;
  spans(picture.nights, (x, width) => pen.fillRect(x, at.plot.topPx, width, height));
  drawAfColumns(pen, picture, at, colours);
  drawScale(pen, picture, at, colours);
  drawRateBand(pen, at.plot, picture.columns, colours);
  drawRateMean(pen, at.plot, picture.columns, colours);
  spans(picture.gaps, (x, width) => {
    drawHatch(pen, { x, y: at.plot.topPx, width: Math.max(2, width), height }, colours);
  });
  drawLanes(pen, picture, at, colours);
  drawAxis(pen, picture, at, colours);
}

/** Draws the lens of the disclosure page, with the pinned comments on top of it. */
export function drawOverTrend(pen: Pen, picture: TrendPicture, colours: TraceColours): void {
  const at = trendGeometry(picture);
  if (picture.lens !== null) drawTrendLens(pen, picture, picture.lens, at, colours);
  const { span, surface } = picture;
  const pins = picture.pins
    .filter(({ sample }) => sample >= span.start && sample < span.end)
    .map((pin) => ({ px: at.xOf(pin.sample), pin }));
  drawPins(pen, pins, { ...trendPins, bottomPx: at.lanesBottom, dpr: surface.dpr }, colours);
}

/** Draws a tint of the lane's colour behind the trend, so that a fast rate at night is recognized as AF. */
function drawAfColumns(pen: Pen, picture: TrendPicture, at: TrendGeometry, colours: TraceColours): void {
  pen.fillStyle = colours.ecg.af_tint;
  const height = at.plot.bottomPx - at.plot.topPx;
  picture.columns.af.forEach((share, column) => {
    if (share < 0.5) return;
    pen.fillRect(at.plot.leftPx + column * at.plot.columnPx, at.plot.topPx, at.plot.columnPx + 0.5, height);
  });
}

function drawScale(pen: Pen, picture: TrendPicture, at: TrendGeometry, colours: TraceColours): void {
  pen.textBaseline = 'middle';
  pen.textAlign = 'right';
  pen.font = `500 11px ${colours.font}`;
  for (const bpm of picture.tickBpm) {
    const y = snap(rateY(at.plot, bpm), picture.surface.dpr);
    pen.fillStyle = colours.line.main;
    pen.fillRect(picture.plotLeftPx, y, picture.plotWidthPx, 1 / picture.surface.dpr);
    pen.fillStyle = colours.text.third;
    pen.fillText(String(bpm), picture.plotLeftPx - 12, y);
  }
  drawFigures(pen, picture, at, colours);
}

/** Draws the figures at the right, at their own height where they do not overlap. */
function drawFigures(pen: Pen, picture: TrendPicture, at: TrendGeometry, colours: TraceColours): void {
  const left = picture.plotLeftPx + picture.plotWidthPx + 10;
  if (picture.surface.widthPx - left < 50) return;
  let lowest = -Infinity;
  pen.textAlign = 'left';
  for (const figure of picture.figures) {
    const y = Math.max(rateY(at.plot, figure.bpm), lowest + 13);
    lowest = y;
    pen.font = `600 11px ${colours.font}`;
    pen.fillStyle = colours.text.primary;
    pen.fillText(figure.value, left, y);
    const width = pen.measureText(figure.value).width;
    pen.font = `500 11px ${colours.font}`;
    pen.fillStyle = colours.text.third;
    pen.fillText(figure.name, left + width + 4, y);
  }
}

function drawAxis(pen: Pen, picture: TrendPicture, at: TrendGeometry, colours: TraceColours): void {
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.font = `500 11px ${colours.font}`;
  const right = picture.plotLeftPx + picture.plotWidthPx;
  let free = -Infinity;
  for (const mark of picture.marks) {
    const x = snap(at.xOf(mark.sample), picture.surface.dpr);
    const width = pen.measureText(mark.label).width;
    if (x < free || x + width + 6 > right + 40) continue;
    pen.fillStyle = colours.line.strong;
    pen.fillRect(x, at.lanesBottom, 1, 5);
    pen.fillStyle = colours.text.third;
    pen.fillText(mark.label, x + 5, at.lanesBottom + 11);
    free = x + width + 16;
  }
}

function drawTrendLens(
  pen: Pen,
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
  pen.fillStyle = colours.ecg.lens;
  if (width > 8) {
    pen.globalAlpha = 0.1;
    pen.fillRect(from, 0, width, at.lanesBottom);
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.ecg.lens;
    pen.lineWidth = 1.5;
    pen.lineJoin = 'round';
    pen.strokeRect(from, 0.75, width, at.lanesBottom - 1.5);
    return;
  }
  pen.fillRect(from, 0, width, at.lanesBottom);
  const middle = from + width / 2;
  pen.beginPath();
  pen.moveTo(middle - 6, 0);
  pen.lineTo(middle + 6, 0);
  pen.lineTo(middle, 7);
  pen.closePath();
  pen.fill();
}
