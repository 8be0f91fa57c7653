/** Calculates what the plots show: every beat as a point with its colour, and the days of the recording. */
import { dayMs, hourMs } from '@rhythmdesk/domain/kit/calendar';
import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import { beatIntervals, type BeatIntervals, type PlotPoints } from '@rhythmdesk/ecg/reading/beat-plots';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';
import { firstAtOrAfter } from '../../../../trace/time/measure.ts';
import { msAt, sampleAt, type RecordingClock } from '../../../../trace/time/time-scale.ts';
import type { WallClock } from '../../../../trace/time/wall-clock.ts';
import type { ReadBeats } from '../../reading/read-beats.ts';

/** In the order of painting; rare classes are painted last, on top. */
export const plotColours = ['N', 'af', 'other', 'S', 'V'] as const;
export type PlotColour = (typeof plotColours)[number];
const colourIndex = Object.fromEntries(plotColours.map((one, i) => [one, i])) satisfies Record<
  string,
  number
>;
const at = (colour: PlotColour): number => colourIndex[colour] ?? 0;

export const plotClasses = ['all', 'N', 'V', 'S', 'other'] as const;
export type PlotClass = (typeof plotClasses)[number];

export type PlotDay = {
  readonly start: number;
  readonly end: number;
  /** The local midnight at which the axis of the day begins. */
  readonly midnightMs: number;
  /** From that midnight to the next: 23 or 25 if the clocks change. */
  readonly hours: number;
};

export type PlotModel = {
  readonly samples: Uint32Array;
  readonly intervals: BeatIntervals;
  /** Indexes into `plotColours`. */
  readonly colours: Uint8Array;
  /** The interval before a beat against the interval after it. */
  readonly poincare: PlotPoints;
  /**
   * The interval before a beat against its class: one row for each class, its beats spread over the height of the row.
   */
  readonly coupling: PlotPoints;
  /** Heart rate in beats per minute, from the interval before. */
  readonly rates: Float32Array;
};

type Plotted = {
  readonly beats: ReadBeats;
  readonly summary: { readonly episodes: readonly EpisodeSpan[] };
};

function coloursOf({ beats, summary }: Plotted): Uint8Array {
  const byClass = new Uint8Array(256).fill(at('other'));
  for (const label of ['N', 'S', 'V'] as const) byClass[beatLabels[label].byte] = at(label);
  const colours = Uint8Array.from(beats.class, (byte) => byClass[byte] ?? at('other'));
  for (const { kind, start_sample, end_sample } of summary.episodes) {
    if (kind !== 'af' && kind !== 'afl') continue;
    const end = firstAtOrAfter(beats.sample, end_sample + 1);
    for (let i = firstAtOrAfter(beats.sample, start_sample); i < end; i++)
      if (colours[i] === at('N')) colours[i] = at('af');
  }
  return colours;
}

/** Rows from the bottom: common classes first, then rarer ones. */
export const couplingRows = ['N', 'other', 'S', 'V'] as const satisfies readonly PlotColour[];
const spread = 0.6;

function couplingOf(before: Float32Array, colours: Uint8Array): PlotPoints {
  const rows = Uint8Array.from(plotColours, (colour) =>
    Math.max(0, couplingRows.indexOf(colour === 'af' ? 'N' : colour)),
  );
  // Steps of the golden ratio spread the points evenly without random numbers.
  const y = Float32Array.from(
    colours,
    (colour, i) => (rows[colour] ?? 0) + 0.5 + spread * (((i * 0.618034) % 1) - 0.5),
  );
  return { x: before, y };
}

export function plotModel(reading: Plotted, samplingHz: number): PlotModel {
  const { sample, counted } = reading.beats;
  const intervals = beatIntervals(sample, counted, samplingHz);
  const colours = coloursOf(reading);
  return {
    samples: sample,
    intervals,
    colours,
    poincare: { x: intervals.before, y: intervals.after },
    coupling: couplingOf(intervals.before, colours),
    rates: intervals.before.map((ms) => 60_000 / ms),
  };
}

/** Returns the days of a recording in the hospital's local time; the first and the last may be partial. */
export function plotDays(clock: RecordingClock, wall: WallClock): PlotDay[] {
  const fromMs = clock.start_ms;
  const toMs = msAt(clock, clock.samples);
  const midnights = wall.midnights({ fromMs, toMs }).filter((ms) => ms > fromMs && ms < toMs);
  const starts = [fromMs, ...midnights];
  return starts.map((startMs, i) => {
    const wallMidnight = wall.shown(startMs) - (wall.shown(startMs) % dayMs);
    const midnightMs = i === 0 ? wall.instant(wallMidnight) : startMs;
    return {
      start: sampleAt(clock, startMs),
      end: sampleAt(clock, starts[i + 1] ?? toMs),
      midnightMs,
      hours: (wall.instant(wallMidnight + dayMs) - midnightMs) / hourMs,
    };
  });
}

/** Returns the index of the day that contains a sample. */
export const dayAt = (days: readonly PlotDay[], sample: number): number =>
  Math.max(
    0,
    days.findLastIndex(({ start }) => start <= sample),
  );

type DayPoints = { readonly first: number; readonly points: PlotPoints; readonly colours: Uint8Array };

/**
 * Returns the beats of one day: hours since midnight against the interval before, in seconds. `first` is the index of
 * the first beat.
 */
export function dayPoints(
  model: PlotModel,
  { start, end, midnightMs }: PlotDay,
  clock: RecordingClock,
): DayPoints {
  const first = firstAtOrAfter(model.samples, start);
  const last = firstAtOrAfter(model.samples, end);
  const samples = model.samples.subarray(first, last);
  const x = Float32Array.from(samples, (sample) => (msAt(clock, sample) - midnightMs) / hourMs);
  const y = model.intervals.before.subarray(first, last).map((ms) => ms / 1000);
  return { first, points: { x, y }, colours: model.colours.subarray(first, last) };
}

/** Returns whether beats of this colour are shown. */
export function isShown(colour: number, shown: PlotClass): boolean {
  if (shown === 'all') return true;
  const name = plotColours[colour];
  return name === shown || (shown === 'N' && name === 'af');
}
