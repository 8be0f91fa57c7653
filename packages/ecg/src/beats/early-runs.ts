/**
 * Finds runs of beats that are early relative to the baseline RR. The start and end of a run distinguish a
 * supraventricular run (sudden, with a P wave unlike the normal one) from a sinus rhythm that accelerates (gradually,
 * with the same P wave).
 */
import { lowerBound } from './lower-bound.ts';
import { logRatio } from './interval-context.ts';
import type { IntervalContext } from './interval-context.ts';
import { medianOfFirst } from './small-median.ts';

export const runFeatureNames = [
  'run so far',
  'run',
  'run onset',
  'run end',
  'run edge',
  'run p',
  'run before like',
  'run first p',
  'run step',
  'before/high of run',
] as const;

/** The runs in order of time, as columns: fourteen days of early beats contain hundreds of thousands. */
export interface EarlyRuns {
  readonly intervals: IntervalContext;
  /** First and last beat. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Logarithms of the ratios of the first interval to those before the run, and of the last to those after it. */
  readonly onset: Float32Array;
  readonly finish: Float32Array;
  /** The steepest acceleration within a few beats at the start, as a logarithm. */
  readonly step: Float32Array;
  /**
   * The longer of the long intervals (`IntervalContext.high`) at its ends: within a long run they are those of the run
   * itself.
   */
  readonly high: Float32Array;
  /** Means over its beats, and the P wave of its first beat. */
  readonly p: Float32Array;
  readonly before: Float32Array;
  readonly first_p: Float32Array;
}
type RunColumns = { -readonly [Column in keyof Omit<EarlyRuns, 'intervals'>]: EarlyRuns[Column] };

const earlyThreshold = -0.12;
const edge = 4;

/**
 * Beats at the start of a run that are searched, beats that an acceleration may take, beats compared before and after
 * it.
 */
const beginning = 12;
const taken = 4;
const compared = 5;

const part = new Float32Array(compared);

/** Returns the median of at most `compared` values. */
function medianOf(values: Float32Array, from: number, until: number): number {
  let count = 0;
  for (let i = Math.max(0, from); i < Math.min(values.length, until); i++) part[count++] = values[i] ?? 0;
  return count === 0 ? 0.8 : medianOfFirst(part, count);
}

/**
 * Returns the steepest acceleration at the start of a run. A run often begins among single early beats, and its first
 * intervals change gradually.
 */
function steepestStep(rr: Float32Array, start: number, end: number): number {
  let least = 0;
  const last = Math.min(start + beginning, end + 1 - taken - compared);
  for (let i = start; i <= last; i++) {
    const after = medianOf(rr, i + taken, i + taken + compared);
    least = Math.min(least, logRatio(after, medianOf(rr, i - compared, i)));
  }
  return least;
}

const meanOf = (valueOf: (i: number) => number, from: number, until: number): number => {
  let sum = 0;
  for (let i = from; i < until; i++) sum += valueOf(i);
  return sum / Math.max(1, until - from);
};

/** Returns columns of `length` with the first `count` values of `of`. */
const columnsOf = (count: number, length: number, of?: RunColumns): RunColumns => {
  const bounds = (column?: Int32Array): Int32Array => resized(new Int32Array(length), column, count);
  const figures = (column?: Float32Array): Float32Array => resized(new Float32Array(length), column, count);
  return {
    start: bounds(of?.start),
    end: bounds(of?.end),
    onset: figures(of?.onset),
    finish: figures(of?.finish),
    step: figures(of?.step),
    high: figures(of?.high),
    p: figures(of?.p),
    before: figures(of?.before),
    first_p: figures(of?.first_p),
  };
};

function resized<T extends Int32Array | Float32Array>(fresh: T, column: T | undefined, count: number): T {
  if (column !== undefined) fresh.set(column.subarray(0, count));
  return fresh;
}

/**
 * Finds the runs. `p` and `before` return each beat's likeness to the normal P wave and to the signal before the normal
 * beat.
 */
export function findEarlyRuns(
  context: IntervalContext,
  p: (i: number) => number,
  before: (i: number) => number,
): EarlyRuns {
  const { rr, baseline, high } = context;
  const n = rr.length;
  const early = (i: number): boolean => i < n && logRatio(rr[i] ?? 0, baseline[i] ?? 1) < earlyThreshold;
  let runs = columnsOf(0, 256);
  let count = 0;
  for (let start = 1; start < n; start++) {
    if (!early(start)) continue;
    let end = start;
    while (early(end + 1)) end++;
    if (count === runs.start.length) runs = columnsOf(count, 2 * count, runs);
    const first = Math.min(rr[start] ?? 0, medianOf(rr, start, Math.min(end + 1, start + edge)));
    const last = medianOf(rr, Math.max(start, end + 1 - edge), end + 1);
    const onset = logRatio(first, medianOf(rr, start - edge, start));
    const step = Math.min(onset, steepestStep(rr, start, end));
    runs.start[count] = start;
    runs.end[count] = end;
    runs.onset[count] = onset;
    // If the recording ends within a run, the end is assumed to be like the start.
    runs.finish[count] = end + 1 < n ? logRatio(last, medianOf(rr, end + 1, end + 1 + edge)) : step;
    runs.step[count] = step;
    runs.high[count] = Math.max(high.at(start), high.at(end));
    runs.p[count] = meanOf(p, start, end + 1);
    runs.before[count] = meanOf(before, start, end + 1);
    runs.first_p[count++] = p(start);
    start = end;
  }
  return { intervals: context, ...columnsOf(count, count, runs) };
}

/** Returns the run of beat `i`, −1 outside of runs. */
function runOf({ start, end }: EarlyRuns, i: number): number {
  const run = lowerBound(end, i);
  return (start[run] ?? Infinity) <= i ? run : -1;
}

/**
 * Writes the run features of beat `i`; outside of a run, the beat's own P wave and the signal before it are used for
 * the run's.
 */
export function writeRunFeatures(
  early: EarlyRuns,
  i: number,
  ownP: number,
  ownBefore: number,
  row: Float32Array,
  to: number,
): void {
  const run = runOf(early, i);
  const start = early.start[run];
  const { rr, high } = early.intervals;
  row[to + 8] = early.step[run] ?? 0;
  row[to + 9] = logRatio(rr[i] ?? 0, Math.max(high.at(i), early.high[run] ?? 0));
  if (start === undefined) {
    row.fill(0, to, to + 5);
    row[to + 5] = ownP;
    row[to + 6] = ownBefore;
    row[to + 7] = ownP;
    return;
  }
  const onset = early.onset[run] ?? 0;
  const finish = early.finish[run] ?? 0;
  row[to] = Math.min(6, i - start + 1);
  row[to + 1] = Math.log1p((early.end[run] ?? 0) - start + 1);
  row[to + 2] = onset;
  row[to + 3] = finish;
  row[to + 4] = Math.min(onset, finish);
  row[to + 5] = early.p[run] ?? 0;
  row[to + 6] = early.before[run] ?? 0;
  row[to + 7] = early.first_p[run] ?? 0;
}
