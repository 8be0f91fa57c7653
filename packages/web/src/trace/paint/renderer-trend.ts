/**
 * The whole recording: rate trend over day and night, gaps hatched, a lane for atrial fibrillation, a lane for
 * other findings and the patient's events, the days below, and the lens of the disclosure page.
 */
import { snap } from './pen.ts';
import type { Pen, Surface } from './pen.ts';
import { drawHatch } from './renderer-hatch.ts';
import { drawRateBand, drawRateMean, rateY } from './renderer-heart-rate.ts';
import type { RatePlot } from './renderer-heart-rate.ts';
import { widenLens } from './renderer-wedge.ts';
import type { Episode } from '../signal/reading.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import { rhythmColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';
import type { TrendColumns } from '../signal/trend-columns.ts';

export type TrendEvent = { readonly sample: number; readonly kind: 'button' | 'diary' };

export type TrendPicture = {
  readonly surface: Surface;
  readonly plotLeftPx: number;
  readonly plotWidthPx: number;
  readonly span: SampleSpan;
  readonly columns: TrendColumns;
  readonly lowBpm: number;
  readonly highBpm: number;
  readonly tickBpm: readonly number[];
  readonly nights: readonly SampleSpan[];
  readonly gaps: readonly SampleSpan[];
  readonly episodes: readonly Episode[];
  readonly events: readonly TrendEvent[];
  readonly marks: readonly { readonly sample: number; readonly label: string }[];
  /** The disclosure page; null where there is none. */
  readonly lens: SampleSpan | null;
  readonly labels: { readonly af: string; readonly events: string };
  /** Maximum, mean and minimum of the whole recording, worded. */
  readonly figures: readonly { readonly bpm: number; readonly value: string; readonly name: string }[];
};

const plotTopPx = 6;
const laneHeightPx = 10;
const laneGapPx = 3;
const axisPx = 20;

type Geometry = {
  readonly xOf: (sample: number) => number;
  readonly plot: RatePlot;
  readonly afTop: number;
  readonly eventsTop: number;
  readonly lanesBottom: number;
};

function trendGeometry(picture: TrendPicture): Geometry {
  const { surface, plotLeftPx, plotWidthPx, span } = picture;
  const lanesBottom = surface.heightPx - axisPx;
  const eventsTop = lanesBottom - laneHeightPx;
  const afTop = eventsTop - laneGapPx - laneHeightPx;
  return {
    xOf: (sample) => plotLeftPx + ((sample - span.start) / (span.end - span.start)) * plotWidthPx,
    plot: {
      leftPx: plotLeftPx,
      columnPx: plotWidthPx / picture.columns.min.length,
      topPx: plotTopPx,
      bottomPx: afTop - 5,
      lowBpm: picture.lowBpm,
      highBpm: picture.highBpm,
      meanWidthPx: 1.5,
    },
    afTop,
    eventsTop,
    lanesBottom,
  };
}

export function drawTrend(pen: Pen, picture: TrendPicture, colours: TraceColours): void {
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
  if (picture.lens !== null) drawTrendLens(pen, picture, picture.lens, at, colours);
}

/** A tint of the lane's colour behind the trend, so that a fast night is seen to be AF. */
function drawAfColumns(pen: Pen, picture: TrendPicture, at: Geometry, colours: TraceColours): void {
  pen.fillStyle = colours.ecg.af_tint;
  const height = at.plot.bottomPx - at.plot.topPx;
  picture.columns.af.forEach((share, column) => {
    if (share < 0.5) return;
    pen.fillRect(at.plot.leftPx + column * at.plot.columnPx, at.plot.topPx, at.plot.columnPx + 0.5, height);
  });
}

function drawScale(pen: Pen, picture: TrendPicture, at: Geometry, colours: TraceColours): void {
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

/** Figures at the right, at their own height where they do not touch. */
function drawFigures(pen: Pen, picture: TrendPicture, at: Geometry, colours: TraceColours): void {
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

function drawLanes(pen: Pen, picture: TrendPicture, at: Geometry, colours: TraceColours): void {
  pen.font = `500 11px ${colours.font}`;
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  const ground = picture.plotWidthPx;
  for (const [top, label, colour] of [
    [at.afTop, picture.labels.af, colours.ecg.af],
    [at.eventsTop, picture.labels.events, colours.text.secondary],
  ] as const) {
    pen.fillStyle = colours.surface.s3;
    pen.fillRect(picture.plotLeftPx, top, ground, laneHeightPx);
    pen.fillStyle = colour;
    // A long word is condensed rather than cut at the picture's edge.
    pen.fillText(label, picture.plotLeftPx - 12, top + laneHeightPx / 2 + 0.5, picture.plotLeftPx - 14);
  }
  drawAfLane(pen, picture, at, colours);
  for (const episode of picture.episodes) {
    if (episode.kind === 'af' || episode.kind === 'afl' || !inPicture(picture, episode.start_sample))
      continue;
    pen.fillStyle = rhythmColour(colours, episode.kind);
    const x = at.xOf(episode.start_sample);
    const width = Math.max(2, at.xOf(episode.end_sample) - x);
    pen.fillRect(x, at.eventsTop, width, laneHeightPx);
  }
  drawEvents(pen, picture, at, colours);
}

function inPicture(picture: TrendPicture, sample: number): boolean {
  return sample >= picture.span.start && sample < picture.span.end;
}

function drawAfLane(pen: Pen, picture: TrendPicture, at: Geometry, colours: TraceColours): void {
  pen.fillStyle = colours.ecg.af;
  const exact = picture.episodes.filter(({ kind }) => kind === 'af' || kind === 'afl');
  for (const { start_sample, end_sample } of exact) {
    const from = Math.max(picture.plotLeftPx, at.xOf(start_sample));
    const to = Math.min(picture.plotLeftPx + picture.plotWidthPx, at.xOf(end_sample));
    if (to > from) pen.fillRect(from, at.afTop, Math.max(2, to - from), laneHeightPx);
  }
  if (exact.length > 0) return;
  // The device tells only the share of each hour: the lane is filled by as much of its height.
  picture.columns.af.forEach((share, column) => {
    if (share <= 0) return;
    const height = Math.max(1, share * laneHeightPx);
    const x = at.plot.leftPx + column * at.plot.columnPx;
    pen.fillRect(x, at.afTop + laneHeightPx - height, at.plot.columnPx + 0.3, height);
  });
}

/** The patient's button is a diamond, a diary line a square: shape, not colour. */
function drawEvents(pen: Pen, picture: TrendPicture, at: Geometry, colours: TraceColours): void {
  const y = at.eventsTop + laneHeightPx / 2;
  pen.fillStyle = colours.text.secondary;
  for (const event of picture.events) {
    if (!inPicture(picture, event.sample)) continue;
    const x = at.xOf(event.sample);
    pen.beginPath();
    if (event.kind === 'button') {
      pen.moveTo(x, y - 5);
      pen.lineTo(x + 5, y);
      pen.lineTo(x, y + 5);
      pen.lineTo(x - 5, y);
    } else pen.roundRect(x - 3.5, y - 3.5, 7, 7, 1.5);
    pen.closePath();
    pen.fill();
  }
}

function drawAxis(pen: Pen, picture: TrendPicture, at: Geometry, colours: TraceColours): void {
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
  at: Geometry,
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
