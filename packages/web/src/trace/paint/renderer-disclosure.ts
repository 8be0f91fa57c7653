/**
 * Draws the full disclosure: every second of the recording, one minute per line (15 s below 768 px).
 *
 * Each device pixel is one column from the lowest to the highest sample, at a gain that fits; a line is 24 px high. The
 * time is at the left, the count of ventricular beats and the rate at the right. Atrial fibrillation is a 10 % band
 * with a 2 px underline, other rhythms have a 2 px underline. On a screen so wide that a pixel holds less than two
 * samples, the samples themselves are joined instead.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext, Surface } from './drawing-context.ts';
import { drawColumns } from './renderer-columns.ts';
import { drawEventsOnLine } from './renderer-events.ts';
import { drawHatch } from './renderer-hatch.ts';
import { strokeInk } from './renderer-trace.ts';
import type { Episode, ColouredStretch } from '../signal/reading.ts';
import type { Columns, RawRun } from '../signal/signal.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import { beatColour, rhythmColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';
import type { TrendEvent } from './trend-geometry.ts';

/** The usual height of a line. */
export const disclosureLinePx = 24;

export type DisclosureLine = {
  readonly span: SampleSpan;
  readonly timeLabel: string;
  /** The line on which the strip begins. */
  readonly current: boolean;
  readonly columns: Columns;
  /** Filled instead of `columns` if a pixel holds less than two samples. */
  readonly runs: readonly RawRun[];
  readonly gaps: readonly SampleSpan[];
  readonly stretches: readonly ColouredStretch[];
  readonly episodes: readonly Episode[];
  /** Events of which the line shows any part within `eventReachS`. */
  readonly events: readonly TrendEvent[];
  readonly ventricularLabel: string;
  readonly rateLabel: string;
};

export type DisclosurePicture = {
  readonly surface: Surface;
  readonly plotLeftPx: number;
  readonly plotWidthPx: number;
  readonly lines: readonly DisclosureLine[];
  readonly lens: SampleSpan;
  /** Reach on each side of an event, in samples. */
  readonly eventReach: number;
  /** Height of a line. */
  readonly linePx: number;
  /** Selected beats or a selected position, both ends included. */
  readonly selected: SampleSpan | null;
  /** The recording's own start and end: nothing is drawn outside. */
  readonly recording: SampleSpan;
  /** mm/mV */
  readonly gain: number;
  readonly restMv: number;
  readonly inverted: boolean;
  readonly mmPx: number;
  /** Number of vertical guides in a line. */
  readonly guides: number;
};

/** Distance of a time from its line; an hour, a minute and a second fit beside a line on a phone. */
const labelGapPx = 6;

type Row = {
  readonly line: DisclosureLine;
  readonly topPx: number;
  readonly xOf: (sample: number) => number;
};

/** Draws the lines of the page, without the parts that move over them. */
export function drawStillDisclosure(
  ctx: DrawingContext,
  picture: DisclosurePicture,
  colours: TraceColours,
): void {
  const { surface, plotLeftPx: left, plotWidthPx: width, linePx } = picture;
  ctx.fillStyle = colours.surface.s1;
  ctx.fillRect(0, 0, surface.widthPx, surface.heightPx);
  ctx.fillStyle = colours.ecg.paper;
  ctx.fillRect(left, 0, width, picture.lines.length * linePx);
  drawGuides(ctx, picture, colours);
  picture.lines.forEach((line, index) => {
    const xOf = (sample: number): number =>
      left + ((sample - line.span.start) / (line.span.end - line.span.start)) * width;
    drawRow(ctx, picture, { line, topPx: index * linePx, xOf }, colours);
  });
}

function drawGuides(ctx: DrawingContext, picture: DisclosurePicture, colours: TraceColours): void {
  const { plotLeftPx: left, plotWidthPx: width, surface } = picture;
  const hair = 1 / surface.dpr;
  ctx.fillStyle = colours.ecg.grid_small;
  for (let row = 0; row <= picture.lines.length; row += 1) {
    ctx.fillRect(left, snap(row * picture.linePx, surface.dpr), width, hair);
  }
  ctx.fillStyle = colours.ecg.grid_large;
  for (let guide = 0; guide <= picture.guides; guide += 1) {
    const x = snap(left + (guide * width) / picture.guides, surface.dpr);
    ctx.fillRect(x, 0, hair, picture.lines.length * picture.linePx);
  }
}

function drawRow(ctx: DrawingContext, picture: DisclosurePicture, row: Row, colours: TraceColours): void {
  const { line } = row;
  const y = row.topPx + picture.linePx / 2;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  ctx.font = `${line.current ? 600 : 400} 12px ${colours.font}`;
  ctx.fillStyle = line.current ? colours.text.primary : colours.text.secondary;
  ctx.fillText(line.timeLabel, picture.plotLeftPx - labelGapPx, y + 0.5);
  drawOutside(ctx, picture, row, colours);
  drawBands(ctx, picture, row, colours);
  for (const gap of line.gaps) {
    const from = row.xOf(Math.max(gap.start, line.span.start));
    const to = row.xOf(Math.min(gap.end, line.span.end));
    const box = { x: from, y: row.topPx + 1, width: Math.max(2, to - from), height: picture.linePx - 1 };
    drawHatch(ctx, box, colours);
  }
  const eventRow = { span: line.span, topPx: row.topPx, heightPx: picture.linePx, xOf: row.xOf };
  drawEventsOnLine(ctx, line.events, picture.eventReach, eventRow, colours);
  drawSignal(ctx, picture, row, colours);
  drawCounts(ctx, picture, line, y, colours);
}

/** There is no paper before the recording began and after it ended. */
function drawOutside(ctx: DrawingContext, picture: DisclosurePicture, row: Row, colours: TraceColours): void {
  const { span } = row.line;
  ctx.fillStyle = colours.surface.s1;
  const right = picture.plotLeftPx + picture.plotWidthPx;
  if (span.start < picture.recording.start) {
    const until = Math.min(right, row.xOf(picture.recording.start));
    ctx.fillRect(picture.plotLeftPx, row.topPx, until - picture.plotLeftPx, picture.linePx);
  }
  if (span.end > picture.recording.end) {
    const from = Math.max(picture.plotLeftPx, row.xOf(picture.recording.end));
    ctx.fillRect(from, row.topPx, right - from + 1, picture.linePx);
  }
}

function drawBands(ctx: DrawingContext, picture: DisclosurePicture, row: Row, colours: TraceColours): void {
  for (const episode of row.line.episodes) {
    const from = row.xOf(Math.max(episode.start_sample, row.line.span.start));
    const to = row.xOf(Math.min(episode.end_sample, row.line.span.end));
    const width = Math.max(1 / picture.surface.dpr, to - from);
    ctx.fillStyle = rhythmColour(colours, episode.kind);
    if (episode.kind === 'af' || episode.kind === 'afl') {
      ctx.globalAlpha = 0.1;
      ctx.fillRect(from, row.topPx, width, picture.linePx);
      ctx.globalAlpha = 1;
    } else {
      ctx.globalAlpha = 0.75;
    }
    ctx.fillRect(from, row.topPx + picture.linePx - 3, width, 2);
    ctx.globalAlpha = 1;
  }
}

function drawSignal(ctx: DrawingContext, picture: DisclosurePicture, row: Row, colours: TraceColours): void {
  const pxPerMv = picture.gain * picture.mmPx * (picture.inverted ? -1 : 1);
  // The rest line is a little below the middle, to leave space for the tall side of a beat.
  const zeroPx = row.topPx + picture.linePx * (picture.inverted ? 0.38 : 0.62) + picture.restMv * pxPerMv;
  if (row.line.runs.length > 0) {
    drawRuns(ctx, picture, row, zeroPx, pxPerMv, colours);
    return;
  }
  const { columns, stretches, span } = row.line;
  const count = columns.min.length;
  const perColumn = (span.end - span.start) / count;
  let next = 0;
  const colourOf = (column: number): string => {
    const sample = span.start + (column + 0.5) * perColumn;
    while (next < stretches.length && (stretches[next]?.end ?? 0) <= sample) next += 1;
    const stretch = stretches[next];
    return stretch !== undefined && stretch.start <= sample
      ? beatColour(colours, stretch.beat)
      : colours.ecg.trace;
  };
  drawColumns(ctx, {
    columns,
    leftPx: picture.plotLeftPx,
    columnPx: picture.plotWidthPx / count,
    zeroPx,
    pxPerMv,
    topPx: row.topPx,
    bottomPx: row.topPx + picture.linePx,
    colourOf,
  });
}

function drawRuns(
  ctx: DrawingContext,
  picture: DisclosurePicture,
  row: Row,
  zeroPx: number,
  pxPerMv: number,
  colours: TraceColours,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(picture.plotLeftPx, row.topPx, picture.plotWidthPx, picture.linePx);
  ctx.clip();
  const stepPx = picture.plotWidthPx / (row.line.span.end - row.line.span.start);
  for (const run of row.line.runs) {
    const ink = {
      values: run.values,
      from: 0,
      to: run.values.length,
      x0Px: row.xOf(run.start),
      stepPx,
      zeroPx,
      pxPerMv,
    };
    strokeInk(ctx, ink, colours.ecg.trace, picture.surface.dpr);
    for (const stretch of row.line.stretches) {
      const from = Math.max(0, stretch.start - run.start);
      const to = Math.min(run.values.length, stretch.end - run.start);
      if (to > from)
        strokeInk(ctx, { ...ink, from, to }, beatColour(colours, stretch.beat), picture.surface.dpr);
    }
  }
  ctx.restore();
}

function drawCounts(
  ctx: DrawingContext,
  picture: DisclosurePicture,
  line: DisclosureLine,
  y: number,
  colours: TraceColours,
): void {
  const right = picture.surface.widthPx;
  const narrow = right - picture.plotLeftPx - picture.plotWidthPx < 64;
  ctx.textAlign = 'right';
  ctx.font = `600 12px ${colours.font}`;
  ctx.fillStyle = colours.beat.ventricular;
  ctx.fillText(line.ventricularLabel, right - (narrow ? 34 : 44), y + 0.5);
  ctx.font = `${line.current ? 600 : 400} 12px ${colours.font}`;
  ctx.fillStyle = line.current ? colours.text.primary : colours.text.secondary;
  ctx.fillText(line.rateLabel, right - (narrow ? 6 : 10), y + 0.5);
}
