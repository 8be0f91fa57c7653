/**
 * Computes the heart rate from counted RR intervals as a sliding mean of `rate_intervals` consecutive ones. Its
 * extremes are the lowest and the highest rate. An episode is a stretch in which it stays below `brady_bpm` or above
 * `tachy_bpm` for `rate_episode_s`. Longest and shortest RR are single intervals.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { carriedFloats, grownBy, renewed } from './changed-beats.ts';
import type { ChangedBeats } from './changed-beats.ts';
import type { Criteria } from '../criteria/criteria.ts';
import type { EpisodeList } from './episode-list.ts';
import { isPauseLong, roundingS } from './intervals.ts';
import type { Intervals } from './intervals.ts';
import type { PlacedInterval, RateFigures } from './summary.ts';

/** Returns the mean of the last `size` intervals at each beat, in seconds; 0 if fewer follow each other. */
export function slidingMean(rr: Float32Array, size: number): Float32Array {
  const mean = new Float32Array(rr.length);
  slide(rr, size, mean, 0, rr.length);
  return mean;
}

/** Updates the mean `was` after intervals near the changed beats changed; the memory of `spare` is overwritten. */
export function changedMean(
  was: Float32Array,
  rr: Float32Array,
  size: number,
  { changed, reach }: { readonly changed: ChangedBeats; readonly reach: number },
  spare?: Float32Array,
): Float32Array {
  const mean = carriedFloats(was, changed, spare);
  const from = Math.max(0, changed.from - reach);
  slide(rr, size, mean, from, Math.min(rr.length, changed.until + reach + size));
  return mean;
}

/**
 * Writes the sliding mean from `from` to `to`. It starts as far before `from` as a mean reaches, which gives the same
 * result as starting at the beginning: the sum of so few single-precision intervals is exact in double precision.
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

/** Intervals from which extremes are taken (`soundIntervals`), and their sliding mean over `size`. */
export interface SoundRates {
  readonly sound: Float32Array;
  readonly mean: Float32Array;
  readonly size: number;
}

/** Beats that end the extreme intervals and means, −1 if there is none; of equal ones the first. */
export interface RateExtremes {
  readonly slow: number;
  readonly fast: number;
  readonly long: number;
  readonly short: number;
  /** Sum of all counted intervals in seconds. It is exact in any order of addition. */
  readonly sum: number;
  readonly count: number;
}

/** Finds the extremes of `sound` and of its sliding mean `mean`; the sum is over all of `rr`. */
export function rateExtremes(
  rr: Float32Array,
  { sound, mean }: SoundRates,
  from = 0,
  until = rr.length,
): RateExtremes {
  const at = { slow: -1, fast: -1, long: -1, short: -1 };
  let [slowest, fastest, longest, shortest] = [0, Infinity, 0, Infinity];
  let [sum, count] = [0, 0];
  for (let i = from; i < until; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    sum += value;
    count++;
    if ((sound[i] ?? 0) <= 0) continue;
    if (value > longest) [longest, at.long] = [value, i];
    if (value < shortest) [shortest, at.short] = [value, i];
    const average = mean[i] ?? 0;
    if (average <= 0) continue;
    if (average > slowest) [slowest, at.slow] = [average, i];
    if (average < fastest) [fastest, at.fast] = [average, i];
  }
  return { ...at, sum, count };
}

export interface RatesBefore {
  readonly extremes: RateExtremes;
  readonly rr: Float32Array;
}

/**
 * Updates the extremes after a change between `from` and `until`; searches everything again if the change removed an
 * extreme.
 */
export function changedExtremes(
  before: RatesBefore,
  rr: Float32Array,
  rates: SoundRates,
  from: number,
  until: number,
): RateExtremes {
  const was = before.extremes;
  const grown = rr.length - before.rr.length;
  const isLost = (i: number): boolean => i >= from && i < until - grown;
  if ([was.slow, was.fast, was.long, was.short].some(isLost)) return rateExtremes(rr, rates);
  const found = rateExtremes(rr, rates, from, until);
  let { sum, count } = was;
  for (let i = from; i < until - grown; i++) {
    const value = before.rr[i] ?? 0;
    sum -= value;
    if (value > 0) count--;
  }
  const first = (held: number, other: number, isBeyond: (a: number, b: number) => boolean): number => {
    const moved = held >= from ? held + grown : held;
    if (moved < 0 || other < 0) return Math.max(moved, other);
    return isBeyond(other, moved) || (other < moved && !isBeyond(moved, other)) ? other : moved;
  };
  const over = (values: Float32Array) => (a: number, b: number) => (values[a] ?? 0) > (values[b] ?? 0);
  const under = (values: Float32Array) => (a: number, b: number) => (values[a] ?? 0) < (values[b] ?? 0);
  return {
    slow: first(was.slow, found.slow, over(rates.mean)),
    fast: first(was.fast, found.fast, under(rates.mean)),
    long: first(was.long, found.long, over(rr)),
    short: first(was.short, found.short, under(rr)),
    sum: sum + found.sum,
    count: count + found.count,
  };
}

export function rateFigures(
  beats: BeatTable,
  rr: Float32Array,
  rates: SoundRates,
  { slow, fast, long, short, sum, count }: RateExtremes = rateExtremes(rr, rates),
): RateFigures {
  const { mean, size } = rates;
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

/**
 * Returns the beats that end an interval as long as a pause. With `changed`, it searches only the changed range and
 * takes the others from `was`.
 */
export function pauseBeats(
  { rr }: Intervals,
  { pause_s }: Criteria,
  was: readonly number[] = [],
  changed?: ChangedBeats,
): number[] {
  const from = changed?.from ?? 1;
  const until = changed === undefined ? rr.length : Math.min(rr.length, changed.until + 1);
  const grown = changed === undefined ? 0 : grownBy(changed);
  const found = was.filter((beat) => beat < from);
  for (let i = Math.max(1, from); i < until; i++) if (isPauseLong(rr[i] ?? 0, pause_s)) found.push(i);
  for (const beat of was) if (beat >= Math.max(from, until - grown)) found.push(beat + grown);
  return found;
}

/**
 * Returns the rates without the intervals of rejected pauses and extremes, so that the next longest takes their place.
 */
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

/**
 * Returns the stretches in which the sliding mean stays slow or fast; an uncounted interval ends one. With `changed`,
 * it searches only around the changed means, up to the nearest means that are neither slow nor fast, and takes the
 * other spans from `was`.
 */
export function rateSpans(
  beats: BeatTable,
  mean: Float32Array,
  criteria: Criteria,
  was: readonly RateSpan[] = [],
  changed?: { readonly from: number; readonly until: number; readonly grown: number },
): RateSpan[] {
  const slow = 60 / criteria.brady_bpm + roundingS;
  const fast = 60 / criteria.tachy_bpm - roundingS;
  const kindAt = (i: number): RateSpan['kind'] | null => {
    const value = mean[i] ?? 0;
    return value <= 0 ? null : value > slow ? 'brady' : value < fast ? 'tachy' : null;
  };
  let from = Math.max(0, changed?.from ?? 0);
  while (from > 0 && kindAt(from - 1) !== null) from--;
  const spans: RateSpan[] = [];
  let kind: RateSpan['kind'] | null = null;
  let first = from;
  let i = from;
  for (; i <= mean.length; i++) {
    const here = kindAt(i);
    const isBehind = changed !== undefined && i > changed.until;
    if (here === kind && !(isBehind && kind === null)) continue;
    if (kind !== null) {
      const start = Math.max(0, first - criteria.rate_intervals);
      const seconds = ((beats.samples[i - 1] ?? 0) - (beats.samples[start] ?? 0)) / beats.sampling_hz;
      if (seconds >= criteria.rate_episode_s) spans.push({ kind, first: start, last: i - 1 });
    }
    if (isBehind) break;
    kind = here;
    first = i;
  }
  return changed === undefined ? spans : renewed(was, spans, { from, until: i, grown: changed.grown });
}

export function findRateEpisodes(
  spans: readonly RateSpan[],
  episodes: EpisodeList,
): { brady: number; tachy: number } {
  const counts = { brady: episodes.drawn('brady').length, tachy: episodes.drawn('tachy').length };
  for (const { kind, first, last } of spans) if (episodes.add(kind, first, last)) counts[kind]++;
  return counts;
}
