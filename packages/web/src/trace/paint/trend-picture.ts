/** Computes what the whole-recording trend shows from the view. The columns are cached while nothing changes. */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { createMemo } from './memo.ts';
import type { Surface } from './drawing-context.ts';
import type { Crowd, Lane, TrendPicture } from './trend-geometry.ts';
import { placeDensity } from '../signal/findings.ts';
import type { FindingGroup, Places } from '../signal/findings.ts';
import { byRank, isDrawn } from '../signal/reading.ts';
import type { Episode, RateFigures } from '../signal/reading.ts';
import type { Scene } from './scene.ts';
import { msAt, sampleAt } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import { trendColumns } from '../signal/trend-columns.ts';
import type { TrendColumns } from '../signal/trend-columns.ts';
import type { Span } from '../time/wall-clock.ts';

type TrendSize = {
  readonly surface: Surface;
  readonly plotLeftPx: number;
  readonly plotWidthPx: number;
};

const hourMs = 3_600_000;

/** Returns a scale that contains the data and the usual rates, in whole tens. */
function rateScale(scene: Scene): { lowBpm: number; highBpm: number; tickBpm: number[] } {
  let low = 50;
  let high = 120;
  if (scene.rates !== undefined) {
    low = Math.min(low, scene.rates.min);
    high = Math.max(high, scene.rates.max);
  }
  for (const point of scene.trend) {
    if (point.hr_min !== null) low = Math.min(low, point.hr_min);
    if (point.hr_max !== null) high = Math.max(high, point.hr_max);
  }
  const lowBpm = Math.max(0, Math.floor((low - 5) / 10) * 10);
  const highBpm = Math.min(300, Math.ceil((high + 5) / 10) * 10);
  const tickBpm = [50, 100, 150, 200, 250].filter((bpm) => bpm >= lowBpm && bpm <= highBpm);
  return { lowBpm, highBpm, tickBpm };
}

/**
 * Returns minimum, mean (weighted by time) and maximum of the whole recording; the analysis's own values if it has
 * them.
 */
export function rateFigures(scene: Scene): RateFigures | null {
  if (scene.rates !== undefined) return scene.rates;
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let weight = 0;
  for (const point of scene.trend) {
    if (point.hr_mean === null) continue;
    min = Math.min(min, point.hr_min ?? point.hr_mean);
    max = Math.max(max, point.hr_max ?? point.hr_mean);
    sum += point.hr_mean * point.duration_ms;
    weight += point.duration_ms;
  }
  return weight > 0 ? { min, mean: sum / weight, max } : null;
}

function figuresOf(scene: Scene): TrendPicture['figures'] {
  const figures = rateFigures(scene);
  if (figures === null) return [];
  const { words } = scene;
  return [
    { bpm: figures.max, value: String(Math.round(figures.max)), name: words.max },
    { bpm: figures.mean, value: String(Math.round(figures.mean)), name: words.mean },
    { bpm: figures.min, value: String(Math.round(figures.min)), name: words.min },
  ];
}

/** Steps of the axis when a day is wider than the picture, in minutes. */
const stepMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];
const markRoomPx = 74;

function marksOf(scene: Scene, span: Span, widthPx: number): { ms: number; label: string }[] {
  const pxPerMs = widthPx / (span.toMs - span.fromMs);
  const days = scene.wall.midnights(span).map((ms) => ({ ms, label: scene.wall.day(ms) }));
  if (days.length > 1 && pxPerMs * 24 * hourMs < 3 * markRoomPx) return days;
  const minutes = stepMinutes.find((step) => step * 60_000 * pxPerMs >= markRoomPx) ?? 720;
  const stepMs = minutes * 60_000;
  const marks = new Map(days.map(({ ms, label }) => [ms, label]));
  // Hours are counted from each local midnight, so that 12:00 is on the axis on both sides of a daylight saving change.
  const dayStarts = [
    scene.wall.midnights({ fromMs: span.fromMs - 25 * hourMs, toMs: span.fromMs }).at(-1) ?? span.fromMs,
  ];
  for (const start of [...dayStarts, ...days.map(({ ms }) => ms)]) {
    for (let ms = start + stepMs; ms < start + 24 * hourMs && ms < span.toMs; ms += stepMs) {
      if (ms >= span.fromMs && !marks.has(ms)) marks.set(ms, scene.wall.minute(ms));
    }
  }
  return [...marks].map(([ms, label]) => ({ ms, label })).sort((a, b) => a.ms - b.ms);
}

export type TrendPictures = (
  scene: Scene,
  span: SampleSpan,
  size: TrendSize,
  /** The selected kind of finding. */
  read: FindingGroup | null,
) => TrendPicture;

function stillPicture(
  scene: Scene,
  span: SampleSpan,
  size: TrendSize,
  read: FindingGroup | null,
): TrendPicture {
  const times = { fromMs: msAt(scene.clock, span.start), toMs: msAt(scene.clock, span.end) };
  const toSample = (ms: number): number => sampleAt(scene.clock, ms);
  const count = Math.max(1, Math.round(size.plotWidthPx));
  const columns: TrendColumns = trendColumns(scene.trend, scene.clock, span, count);
  return {
    ...size,
    span,
    columns,
    ...rateScale(scene),
    nights: scene.wall
      .nights(times)
      .map(({ fromMs, toMs }) => ({ start: toSample(fromMs), end: toSample(toMs) })),
    gaps: scene.gapsOf(0),
    ...lanesOf(scene, span, count, read),
    seen: null,
    lens: null,
    events: scene.events,
    pins: scene.pins,
    marks: marksOf(scene, times, size.plotWidthPx).map(({ ms, label }) => ({ sample: toSample(ms), label })),
    figures: figuresOf(scene),
  };
}

/** From one day on, a lane shows the filled share of each column, because bars for each episode would merge. */
const dayMs = 86_400_000;

function isDense(scene: Scene, span: SampleSpan): boolean {
  return ((span.end - span.start) * 1000) / scene.clock.sampling_hz >= dayMs;
}

/**
 * Counts ranked episodes per column, the most severe last, so that each column keeps the most severe that begins in it.
 */
function crowdOf(ranked: readonly Episode[], span: SampleSpan, count: number): Crowd {
  const starts = ranked.map(({ start_sample }) => start_sample);
  const gravest: (RhythmKey | undefined)[] = Array.from({ length: count });
  for (const { start_sample, kind } of ranked) {
    const column = Math.floor(((start_sample - span.start) / (span.end - span.start)) * count);
    if (column >= 0 && column < count) gravest[column] = kind;
  }
  return { density: placeDensity({ starts, ends: null }, span, count), gravest };
}

type LaneGroup = Pick<FindingGroup, 'name' | 'token' | 'places'>;

function laneOf(group: LaneGroup, scene: Scene, span: SampleSpan, count: number): Lane {
  const { places, token, name } = group;
  return places.ends === null || isDense(scene, span)
    ? { name, token, places: null, density: placeDensity(places, span, count) }
    : { name, token, places, density: null };
}

const placesOf = (episodes: readonly Episode[]): Places => ({
  starts: episodes.map(({ start_sample }) => start_sample),
  ends: episodes.map(({ end_sample }) => end_sample),
});

const isFibrillation = ({ kind }: Episode): boolean => kind === 'af' || kind === 'afl';

/** Returns the name of the lane by what is in it. */
function atrialName(found: readonly Episode[], { af, afl }: Scene['words']): string {
  const kinds = new Set(found.map(({ kind }) => kind));
  if (!kinds.has('afl')) return af;
  return kinds.has('af') ? `${af}, ${afl}` : afl;
}

/** Fibrillation, and below it the selected kind; if that is fibrillation, all other episodes by rank. */
function lanesOf(
  scene: Scene,
  span: SampleSpan,
  count: number,
  read: FindingGroup | null,
): Pick<TrendPicture, 'af' | 'read' | 'episodes' | 'crowd' | 'labels'> {
  const drawn = scene.episodes.filter(isDrawn);
  const fibrillation = drawn.filter(isFibrillation);
  const { words } = scene;
  const name = atrialName(fibrillation, words);
  const af = { places: placesOf(fibrillation), token: 'af', name } as const;
  const others = byRank(drawn.filter((one) => !isFibrillation(one)));
  const dense = isDense(scene, span);
  const isOther = read !== null && read.token !== 'af' && read.kind !== 'event';
  return {
    af: fibrillation.length === 0 ? null : laneOf(af, scene, span, count),
    read: isOther ? laneOf(read, scene, span, count) : null,
    episodes: dense ? null : others,
    crowd: dense ? crowdOf(others, span, count) : null,
    labels: { af: name, events: isOther ? (words.lanes[read.kind] ?? read.name) : words.events },
  };
}

/**
 * Caches the last picture without the lens and the lane of reviewed stretches: while the user moves, only the lens
 * changes.
 */
export function createTrendPictures(): TrendPictures {
  const kept = createMemo<TrendPicture>();
  return (scene, span, size, read) => {
    const { surface, plotLeftPx, plotWidthPx } = size;
    const { widthPx, heightPx, dpr } = surface;
    const of = [scene, read, span.start, span.end, widthPx, heightPx, dpr, plotLeftPx, plotWidthPx];
    return kept(of, () => stillPicture(scene, span, size, read));
  };
}
