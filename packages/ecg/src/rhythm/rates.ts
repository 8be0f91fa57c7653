/**
 * Heart rate from counted RR intervals: a sliding mean of `rate_intervals` consecutive ones. Its extremes are the
 * lowest and highest rate; where it stays under `brady_bpm` or over `tachy_bpm` for `rate_episode_s`, that is an
 * episode. Longest and shortest RR and pauses are of single intervals.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { carried } from './changed-beats.ts';
import type { ChangedBeats } from './changed-beats.ts';
import type { Criteria } from '../criteria/criteria.ts';
import type { EpisodeList } from './episode-list.ts';
import type { Intervals } from './intervals.ts';
import type { PlacedInterval, RateFigures } from './summary.ts';

/** Mean of the last `size` intervals at each beat, seconds; 0 where fewer follow each other. */
export function slidingMean(rr: Float32Array, size: number): Float32Array {
  const mean = new Float32Array(rr.length);
  slide(rr, size, mean, 0, rr.length);
  return mean;
}

/** The same of intervals of which those at beats `from` to `to` have changed since `was`, the last one left out. */
export function changedMean(
  was: Float32Array,
  rr: Float32Array,
  size: number,
  changed: ChangedBeats,
  reach: number,
): Float32Array {
  const mean = carried(was, new Float32Array(rr.length), changed);
  const from = Math.max(0, changed.from - reach);
  slide(rr, size, mean, from, Math.min(rr.length, changed.until + reach + size));
  return mean;
}

/**
 * Begins as far before `from` as a mean reaches. That gives the same as from the recording's start on: a sum of so few
 * intervals of single precision is exact in double.
 */
function slide(rr: Float32Array, size: number, mean: Float32Array, from: number, to: number): void {
  let sum = 0;
  let held = 0;
  for (let i = Math.max(0, from - size); i < to; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) {
      sum = 0;
      held = 0;
    } else {
      sum += value;
      held++;
    }
    if (held > size) {
      sum -= rr[i - size] ?? 0;
      held = size;
    }
    if (i >= from) mean[i] = held === size ? sum / size : 0;
  }
}

export const toBpm = (seconds: number): number => Math.round(600 / seconds) / 10;

/** Intervals that extremes are taken from (`soundIntervals`), and their sliding mean over `size`. */
export interface SoundRates {
  readonly sound: Float32Array;
  readonly mean: Float32Array;
  readonly size: number;
}

/** Extremes are those of `sound` and of `mean`, which slides over `size` of them; the mean is of all of `rr`. */
export function rateFigures(
  beats: BeatTable,
  rr: Float32Array,
  { sound, mean, size }: SoundRates,
): RateFigures {
  let slow = -1;
  let fast = -1;
  let long = -1;
  let short = -1;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < rr.length; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    sum += value;
    count++;
    if ((sound[i] ?? 0) <= 0) continue;
    if (long < 0 || value > (rr[long] ?? 0)) long = i;
    if (short < 0 || value < (rr[short] ?? 0)) short = i;
    const average = mean[i] ?? 0;
    if (average <= 0) continue;
    if (slow < 0 || average > (mean[slow] ?? 0)) slow = i;
    if (fast < 0 || average < (mean[fast] ?? 0)) fast = i;
  }
  const rate = (i: number) =>
    i < 0 ? null : { bpm: toBpm(mean[i] ?? 1), sample: beats.samples[i] ?? 0, beats: size + 1 };
  const interval = (i: number): PlacedInterval | null =>
    i < 0 ? null : { ms: Math.round(1000 * (rr[i] ?? 0)), sample: beats.samples[i - 1] ?? 0 };
  return {
    min: rate(slow),
    max: rate(fast),
    mean_beats: count === 0 ? 0 : count + 1,
    mean_bpm: count === 0 ? null : toBpm(sum / count),
    longest_rr: interval(long),
    shortest_rr: interval(short),
  };
}

/** The beats that end an interval as long as a pause. */
export function pauseBeats({ rr }: Intervals, { pause_s }: Criteria): number[] {
  const found: number[] = [];
  for (let i = 1; i < rr.length; i++) if ((rr[i] ?? 0) >= pause_s) found.push(i);
  return found;
}

/** Pauses that count, and the beats that end one which a person says is none. */
export function findPauses(
  ending: readonly number[],
  episodes: EpisodeList,
): { found: number; withheld: number[] } {
  const withheld = ending.filter((beat) => !episodes.add('pause', beat - 1, beat));
  return { found: ending.length - withheld.length + episodes.drawn('pause').length, withheld };
}

/** The extremes without intervals that are no pause: the next longest stands in their place. */
export function withoutIntervals(rates: SoundRates, beats: readonly number[]): SoundRates {
  if (beats.length === 0) return rates;
  const sound = rates.sound.slice();
  for (const beat of beats) sound[beat] = 0;
  return { ...rates, sound, mean: slidingMean(sound, rates.size) };
}

export interface RateSpan {
  readonly kind: 'brady' | 'tachy';
  readonly first: number;
  readonly last: number;
}

/** Stretches in which the sliding mean stays slow or fast; an uncounted interval ends one. */
export function rateSpans(beats: BeatTable, mean: Float32Array, criteria: Criteria): RateSpan[] {
  const slow = 60 / criteria.brady_bpm;
  const fast = 60 / criteria.tachy_bpm;
  const spans: RateSpan[] = [];
  let kind: 'brady' | 'tachy' | null = null;
  let first = 0;
  for (let i = 0; i <= mean.length; i++) {
    const value = mean[i] ?? 0;
    const here = value <= 0 ? null : value > slow ? 'brady' : value < fast ? 'tachy' : null;
    if (here === kind) continue;
    if (kind !== null) {
      const start = Math.max(0, first - criteria.rate_intervals);
      const seconds = ((beats.samples[i - 1] ?? 0) - (beats.samples[start] ?? 0)) / beats.sampling_hz;
      if (seconds >= criteria.rate_episode_s) spans.push({ kind, first: start, last: i - 1 });
    }
    kind = here;
    first = i;
  }
  return spans;
}

export function findRateEpisodes(
  spans: readonly RateSpan[],
  episodes: EpisodeList,
): { brady: number; tachy: number } {
  const counts = { brady: episodes.drawn('brady').length, tachy: episodes.drawn('tachy').length };
  for (const { kind, first, last } of spans) if (episodes.add(kind, first, last)) counts[kind]++;
  return counts;
}
