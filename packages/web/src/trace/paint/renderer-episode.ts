/**
 * Draws the selected episode at the strip: a bar with its name in the lane above the paper, where it covers no trace, a
 * wash below the trace, and its ends. If the user may
 * move the ends, they are lines with their times outside. The engine's own end stays visible as a dashed line with a
 * label.
 */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { EditedEpisode } from '../signal/edited-episode.ts';
import { msAt, sampleToPx } from '../time/time-scale.ts';
import type { SampleSpan, TimeScale } from '../time/time-scale.ts';
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import type { Box } from './renderer-hatch.ts';
import type { Scene } from './scene.ts';
import { rhythmColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';

/** The episode, and where the user has moved its ends to so far. */
export type ShownEpisode = { readonly episode: EditedEpisode; readonly ends: SampleSpan };

type EndPicture = { readonly px: number; readonly time: string; readonly outside: -1 | 1 };
export type EpisodePicture = {
  readonly kind: RhythmKey;
  readonly fromPx: number;
  readonly toPx: number;
  readonly text: string;
  /** The ends in view, if the user may move them. */
  readonly ends: readonly EndPicture[];
  /** The engine's ends in view. */
  readonly engine: readonly { readonly px: number; readonly label: string }[];
};

const barPx = 16;
const labelPx = { height: 18, padding: 8, radius: 4, apart: 10 } as const;
const footPx = 5;

/** Writes a time to a tenth of a second. */
const timeOf = ({ wall, clock }: Scene, sample: number): string =>
  wall.milli(msAt(clock, sample)).slice(0, -2);

export function episodePicture(
  scene: Scene,
  { episode, ends }: ShownEpisode,
  scale: TimeScale,
  span: SampleSpan,
): EpisodePicture | null {
  const isIn = (sample: number): boolean => sample >= span.start && sample <= span.end;
  const { kind, words, engine, onMove } = episode;
  const engines = (['start', 'end'] as const).flatMap((end) =>
    engine === null || engine[end] === ends[end] || !isIn(engine[end]) ? [] : [engine[end]],
  );
  const isOver = ends.end >= span.start && ends.start <= span.end;
  if (!isOver && engines.length === 0) return null;
  const places = [
    { sample: ends.start, outside: -1 },
    { sample: ends.end, outside: 1 },
  ] as const;
  const text = [
    words.name,
    ...(isIn(ends.start) ? [] : [words.began(timeOf(scene, ends.start).slice(0, -2))]),
    ...(isIn(ends.end) ? [] : [words.ends(timeOf(scene, ends.end).slice(0, -2))]),
  ];
  return {
    kind,
    fromPx: sampleToPx(scale, ends.start),
    toPx: sampleToPx(scale, ends.end),
    text: text.join('   '),
    ends: places.flatMap(({ sample, outside }) =>
      onMove !== null && isIn(sample)
        ? [{ px: sampleToPx(scale, sample), time: timeOf(scene, sample), outside }]
        : [],
    ),
    engine: engines.map((sample) => ({
      px: sampleToPx(scale, sample),
      label: words.engine(timeOf(scene, sample)),
    })),
  };
}

const cut = ({ fromPx, toPx }: EpisodePicture, left: number, right: number): [from: number, to: number] => [
  Math.max(left, fromPx),
  Math.min(right, toPx),
];

/** Draws the wash below the trace. */
export function drawEpisodeWash(
  ctx: DrawingContext,
  paper: Box,
  picture: EpisodePicture,
  colours: TraceColours,
): void {
  const [from, to] = cut(picture, paper.x, paper.x + paper.width);
  if (to <= from) return;
  ctx.globalAlpha = 0.08;
  ctx.fillStyle = rhythmColour(colours, picture.kind);
  ctx.fillRect(from, paper.y, to - from, paper.height);
  ctx.globalAlpha = 1;
}

/** `leftPx`: where the paper begins to the right of the gutter. */
type EpisodePlace = { readonly paper: Box; readonly leftPx: number; readonly dpr: number };

/** Draws the lines at the ends of the episode and at those of the engine, below the trace. */
export function drawEpisodeLines(
  ctx: DrawingContext,
  { paper, dpr }: EpisodePlace,
  picture: EpisodePicture,
  colours: TraceColours,
): void {
  drawEngineEnds(ctx, paper, dpr, picture, colours);
  for (const { px } of picture.ends) drawEndLine(ctx, paper, snap(px, dpr), colours);
}

function drawEndLine(ctx: DrawingContext, paper: Box, x: number, colours: TraceColours): void {
  const foot = paper.y + paper.height - footPx - 4;
  ctx.strokeStyle = colours.ecg.caliper;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(x, paper.y);
  ctx.lineTo(x, foot - footPx);
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x, foot, footPx, 0, 2 * Math.PI);
  ctx.fillStyle = colours.ecg.paper;
  ctx.fill();
  ctx.stroke();
}

type Lane = { readonly left: number; readonly right: number; readonly middle: number };

/** Draws the bar with the name of the episode, and the times of its ends. */
export function drawEpisodeBar(
  ctx: DrawingContext,
  lane: Lane,
  picture: EpisodePicture,
  colours: TraceColours,
): void {
  const [from, to] = cut(picture, lane.left, lane.right);
  ctx.font = `600 12px ${colours.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const times = picture.ends.map((end) => timeBox(ctx, lane, end));
  if (to > from) {
    ctx.fillStyle = rhythmColour(colours, picture.kind);
    ctx.fillRect(from, lane.middle - barPx / 2, to - from, barPx);
    // The name starts after the grip at the onset and after a time that is on the bar.
    const onBar = times.filter(({ left, width }) => left + width > from && left < to);
    const grip = picture.ends.some(({ px }) => px === picture.fromPx) ? 14 : 8;
    const textFrom = Math.max(
      from + grip,
      ...onBar.filter(({ left }) => left < (from + to) / 2).map(({ left, width }) => left + width + 8),
    );
    const textTo = Math.min(to, ...onBar.map(({ left }) => left).filter((left) => left > textFrom)) - 8;
    if (ctx.measureText(picture.text).width <= textTo - textFrom) {
      ctx.fillStyle = colours.surface.s1;
      ctx.fillText(picture.text, textFrom, lane.middle + 0.5);
    }
  }
  for (const box of times) drawTime(ctx, lane, box, colours);
}

type TimeBox = { readonly left: number; readonly width: number; readonly time: string };

/** Places the time of an end outside the episode; if there is no space, on the bar. */
function timeBox(ctx: DrawingContext, lane: Lane, { px, time, outside }: EndPicture): TimeBox {
  const width = ctx.measureText(time).width + 2 * labelPx.padding;
  const leftOf = px - labelPx.apart - width;
  const rightOf = px + labelPx.apart;
  const hasSpace = outside < 0 ? leftOf >= lane.left : rightOf + width <= lane.right;
  return { left: outside < 0 === hasSpace ? leftOf : rightOf, width, time };
}

function drawTime(
  ctx: DrawingContext,
  { middle }: Lane,
  { left, width, time }: TimeBox,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.ecg.caliper;
  ctx.beginPath();
  ctx.roundRect(left, middle - labelPx.height / 2, width, labelPx.height, labelPx.radius);
  ctx.fill();
  ctx.fillStyle = colours.ecg.caliper_on;
  ctx.fillText(time, left + labelPx.padding, middle + 0.5);
}

function drawEngineEnds(
  ctx: DrawingContext,
  paper: Box,
  dpr: number,
  picture: EpisodePicture,
  colours: TraceColours,
): void {
  ctx.strokeStyle = rhythmColour(colours, picture.kind);
  ctx.fillStyle = rhythmColour(colours, picture.kind);
  ctx.font = `500 11px ${colours.font}`;
  ctx.textBaseline = 'middle';
  for (const { px, label } of picture.engine) {
    const x = snap(px, dpr) + 0.5 / dpr;
    ctx.lineWidth = 1;
    ctx.setLineDash([3, 3]);
    ctx.beginPath();
    ctx.moveTo(x, paper.y);
    ctx.lineTo(x, paper.y + paper.height);
    ctx.stroke();
    ctx.setLineDash([]);
    const hasRoom = x + 6 + ctx.measureText(label).width < paper.x + paper.width - 4;
    ctx.textAlign = hasRoom ? 'left' : 'right';
    ctx.fillText(label, hasRoom ? x + 6 : x - 6, paper.y + paper.height - 14);
  }
}
