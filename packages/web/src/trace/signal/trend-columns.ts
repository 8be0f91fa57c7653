/**
 * Computes the heart-rate trend as columns of a picture.
 *
 * Invariants: a column's minimum is the lowest and its maximum the highest of the points that touch it; its mean is
 * weighted by the time that each point covers in it; a column without any counted rate stays empty and nothing is
 * joined across it.
 */
import { msAt } from '../time/time-scale.ts';
import type { RecordingClock, SampleSpan } from '../time/time-scale.ts';
import { firstAtOrAfter } from '../time/measure.ts';
import type { Beats, TrendPoint } from './reading.ts';

export type TrendColumns = {
  readonly min: Float32Array;
  readonly mean: Float32Array;
  readonly max: Float32Array;
  /** Share in atrial fibrillation, 0 to 1. */
  readonly af: Float32Array;
};

function emptyColumns(count: number): TrendColumns {
  const empty = (): Float32Array => new Float32Array(count).fill(NaN);
  return { min: empty(), mean: empty(), max: empty(), af: new Float32Array(count) };
}

export function trendColumns(
  points: readonly TrendPoint[],
  clock: RecordingClock,
  span: SampleSpan,
  count: number,
): TrendColumns {
  const columns = emptyColumns(count);
  const weights = new Float64Array(count);
  const fromMs = msAt(clock, span.start);
  const columnMs = (msAt(clock, span.end) - fromMs) / count;
  for (const point of points) {
    const start = (point.start_ms - fromMs) / columnMs;
    const end = (point.start_ms + point.duration_ms - fromMs) / columnMs;
    const last = Math.min(count - 1, Math.ceil(end) - 1);
    for (let column = Math.max(0, Math.floor(start)); column <= last; column += 1) {
      const weight = Math.min(end, column + 1) - Math.max(start, column);
      addPoint(columns, weights, column, point, weight);
    }
  }
  return columns;
}

function addPoint(
  columns: TrendColumns,
  weights: Float64Array,
  column: number,
  point: TrendPoint,
  weight: number,
): void {
  columns.af[column] = Math.max(columns.af[column] ?? 0, point.af_share ?? 0);
  if (point.hr_mean === null) return;
  const low = point.hr_min ?? point.hr_mean;
  const high = point.hr_max ?? point.hr_mean;
  const before = weights[column] ?? 0;
  const held = before > 0;
  columns.min[column] = held ? Math.min(columns.min[column] ?? low, low) : low;
  columns.max[column] = held ? Math.max(columns.max[column] ?? high, high) : high;
  const sum = held ? (columns.mean[column] ?? 0) * before : 0;
  columns.mean[column] = (sum + point.hr_mean * weight) / (before + weight);
  weights[column] = before + weight;
}

/** Longer intervals are pauses or gaps, shorter ones are physiologically impossible: neither gives a rate. */
const longestRrS = 3;
const shortestRrS = 0.2;

/** A point is at least ten seconds long, and there are at most this many points. */
const shortestPointS = 10;
const mostPoints = 4000;

/** A single early beat is not a rate: by default, extremes are of the mean over this many intervals. */
const usualIntervals = 3;

/** Computes the points of a rate trend from the beats; their extremes are of the mean over `intervals` in a row. */
export function trendFromBeats(
  beats: Pick<Beats, 'sample'>,
  clock: RecordingClock,
  intervals = usualIntervals,
): TrendPoint[] {
  const points: TrendPoint[] = [];
  const hz = clock.sampling_hz;
  const pointSamples = Math.ceil(Math.max(shortestPointS * hz, clock.samples / mostPoints));
  for (let start = 0; start < clock.samples; start += pointSamples) {
    const end = Math.min(clock.samples, start + pointSamples);
    const rate = ratesOf(beats, { start, end }, hz, intervals);
    points.push({
      start_ms: msAt(clock, start),
      duration_ms: ((end - start) * 1000) / hz,
      ...rate,
      af_share: null,
    });
  }
  return points;
}

/**
 * Returns the rates of the intervals that begin in a span; the mean of the last `intervals` may include earlier ones.
 */
function ratesOf(
  { sample }: Pick<Beats, 'sample'>,
  span: SampleSpan,
  hz: number,
  intervals: number,
): Pick<TrendPoint, 'hr_min' | 'hr_mean' | 'hr_max'> {
  const rrAt = (i: number): number => ((sample[i + 1] ?? 0) - (sample[i] ?? 0)) / hz;
  let [sum, windowSum, inRow, count, low, high] = [0, 0, 0, 0, Infinity, 0];
  const first = Math.max(0, firstAtOrAfter(sample, span.start) - intervals + 1);
  for (let i = first; i + 1 < sample.length; i += 1) {
    const at = sample[i] ?? 0;
    if (at >= span.end) break;
    const rr = rrAt(i);
    if (rr < shortestRrS || rr > longestRrS) {
      inRow = 0;
      windowSum = 0;
      continue;
    }
    inRow += 1;
    windowSum += rr - (inRow > intervals ? rrAt(i - intervals) : 0);
    if (at < span.start) continue;
    sum += rr;
    count += 1;
    if (inRow < intervals) continue;
    const rate = (60 * intervals) / windowSum;
    low = Math.min(low, rate);
    high = Math.max(high, rate);
  }
  if (count === 0) return { hr_min: null, hr_mean: null, hr_max: null };
  const mean = (60 * count) / sum;
  return { hr_min: Math.min(low, mean), hr_mean: mean, hr_max: Math.max(high, mean) };
}
