/**
 * Computes the usual intervals around each beat, once the whole recording is known: the median near and far, the long
 * intervals far around (the underlying rhythm if early beats are the majority), the baseline RR through runs in both
 * directions, and how irregular the rhythm is.
 *
 * Invariant: every feature is a ratio, so a faster heart with the same pattern gives the same features.
 */
import type { BeatColumns } from './beat-columns.ts';
import { createBaselineRr } from './baseline-rr.ts';
import type { BaselineRr } from './baseline-rr.ts';
import { workHz } from './lead-bands.ts';
import { NearbyValues, slideAlong } from './sorted-window.ts';

export const intervalFeatureNames = [
  'before',
  'after',
  'before/before',
  'after/before',
  'two steps',
  'early next',
  'compensated',
  'irregular',
  'irregular long',
  'before/long',
  'after/long',
  'mean/long',
  'before/high',
  'after/high',
  'before/baseline',
  'before/baseline back',
  'before/low',
  'rank',
  'since own',
] as const;

export interface IntervalContext {
  /** Seconds since the previous beat; for the first beat, those to the next. */
  readonly rr: Float32Array;
  readonly usual: Float32Array;
  /**
   * Computed from the intervals of 60 beats on each side. `long` is the median; `high` is the 80th percentile of the
   * intervals between usual beats; `low` is the 10th percentile.
   */
  readonly long: NearbyValues;
  readonly high: NearbyValues;
  readonly low: NearbyValues;
  readonly baseline: Float32Array;
  readonly baselineBack: Float32Array;
  /** `oddShape`, `strangeShape` or 0 for each beat. */
  readonly odd: Uint8Array;
  /** The change from the interval before, relative to the usual one, up to `largestStep`. */
  readonly steps: Float32Array;
}

const longestS = 4;
const usualReach = 8;
const longReach = 60;
const nearReach = 16;
const largestStep = 0.4;

export const logRatio = (a: number, b: number): number => Math.log(Math.max(0.05, a) / Math.max(0.05, b));

/** With fewer intervals between usual beats than this, all intervals are used. */
const fewestOwn = 27;

/** Unusual shape: intervals that start or end at such a beat are not those of the underlying rhythm. */
export const oddShape = 1;
/** Slightly unusual shape: the underlying rhythm may have continued through the beat. */
export const strangeShape = 2;
/** Number of beats of unusual shape through which the underlying rhythm is followed. */
const followedThrough = 8;

/** Computes the context; `odd` marks beats of unusual shape. */
export function createIntervalContext(columns: BeatColumns, odd: Uint8Array): IntervalContext {
  const n = columns.count;
  const rr = new Float32Array(n);
  for (let i = 1; i < n; i++)
    rr[i] = Math.min(longestS, ((columns.peak[i] ?? 0) - (columns.peak[i - 1] ?? 0)) / workHz);
  rr[0] = rr[1] ?? 0.8;
  const usual = new Float32Array(n);
  slideAlong(rr, usualReach, everywhere, (i, window) => {
    usual[i] = window.at(0.5);
  });
  const { long, high, low } = farIntervals(rr, odd);
  const steps = new Float32Array(n);
  for (let i = 1; i < n; i++)
    steps[i] = Math.min(largestStep, Math.abs((rr[i] ?? 0) - (rr[i - 1] ?? 0)) / (usual[i] ?? 1));
  const baseline = baselineAlong(rr, odd, 1, createBaselineRr(nearEnd(rr, 0)));
  // A recording may end within a run: the baseline until then is the reference for the run.
  const [last, until] = [nearEnd(rr, n - 1), baseline[n - 1] ?? 0];
  const baselineBack = baselineAlong(rr, odd, -1, createBaselineRr(Math.max(last, until), until > last));
  return { rr, usual, long, high, low, baseline, baselineBack, odd, steps };
}

const isOwn = (odd: Uint8Array, i: number): boolean => odd[i] !== oddShape && odd[i - 1] !== oddShape;

/** Returns the seconds since the last beat of usual shape: the beats between two of those may be interpolated. */
function sinceOwn({ rr, odd }: IntervalContext, i: number): number {
  let seconds = rr[i] ?? 0;
  const first = Math.max(1, i - followedThrough);
  for (let k = i - 1; k >= first && odd[k] !== 0; k--) seconds += rr[k] ?? 0;
  return seconds;
}

const everywhere = (): boolean => true;

/** Computes the far intervals; `high` is that of all intervals if too few are of the underlying rhythm. */
function farIntervals(rr: Float32Array, odd: Uint8Array): Pick<IntervalContext, 'long' | 'high' | 'low'> {
  const [long, high, low] = [new NearbyValues(rr), new NearbyValues(rr), new NearbyValues(rr)];
  slideAlong(rr, longReach, everywhere, (i, window) => {
    long.set(i, window.placeAt(0.5));
    low.set(i, window.placeAt(0.1));
    high.set(i, window.placeAt(0.8));
  });
  slideAlong(
    rr,
    longReach,
    (i) => isOwn(odd, i),
    (i, window) => {
      if (window.size() >= fewestOwn) high.set(i, window.placeAt(0.8));
    },
  );
  return { long, high, low };
}

/** Returns the median of the intervals at most 40 beats away. */
const nearEnd = (rr: Float32Array, i: number): number => {
  const near = rr.slice(Math.max(0, i - 40), i + 41).sort();
  return near[Math.min(near.length - 1, near.length >> 1)] ?? 0;
};

function baselineAlong(
  rr: Float32Array,
  odd: Uint8Array,
  direction: 1 | -1,
  baseline: BaselineRr,
): Float32Array {
  const n = rr.length;
  const out = new Float32Array(n);
  const first = direction === 1 ? 0 : n - 1;
  for (let i = first; i >= 0 && i < n; i += direction) {
    out[i] = baseline.value();
    if (isOwn(odd, i)) baseline.add(rr[i] ?? 0);
  }
  return out;
}

/**
 * Returns the share of the other intervals near beat `i` that are shorter than its own: in a variable rhythm many are.
 */
function rankNear(rr: Float32Array, i: number): number {
  const from = Math.max(0, i - nearReach);
  const until = Math.min(rr.length, i + nearReach + 1);
  const own = rr[i] ?? 0;
  let shorter = 0;
  for (let k = from; k < until; k++) if ((rr[k] ?? 0) < own) shorter++;
  return shorter / Math.max(1, until - from - 1);
}

/** Returns the mean step over `reach` beats on each side. */
function irregularity(context: IntervalContext, i: number, reach: number): number {
  const from = Math.max(0, i - reach);
  const until = Math.min(context.rr.length, i + reach + 1);
  let sum = 0;
  for (let k = from; k < until; k++) sum += context.steps[k] ?? 0;
  return sum / Math.max(1, until - from);
}

export function writeIntervalFeatures(
  context: IntervalContext,
  i: number,
  row: Float32Array,
  to: number,
): void {
  const { rr } = context;
  const n = rr.length;
  const own = context.usual[i] ?? 0.8;
  const before = rr[i] ?? own;
  const after = rr[Math.min(n - 1, i + 1)] ?? own;
  const long = context.long.at(i);
  const high = context.high.at(i);
  let at = to;
  row[at++] = logRatio(before, own);
  row[at++] = logRatio(after, own);
  row[at++] = logRatio(before, rr[Math.max(0, i - 1)] ?? own);
  row[at++] = logRatio(after, before);
  row[at++] = logRatio(before, rr[Math.max(0, i - 2)] ?? own);
  row[at++] = logRatio(rr[Math.min(n - 1, i + 2)] ?? own, own);
  row[at++] = logRatio((before + after) / 2, own);
  row[at++] = irregularity(context, i, nearReach);
  row[at++] = irregularity(context, i, longReach);
  row[at++] = logRatio(before, long);
  row[at++] = logRatio(after, long);
  row[at++] = logRatio(own, long);
  row[at++] = logRatio(before, high);
  row[at++] = logRatio(after, high);
  row[at++] = logRatio(before, context.baseline[i] ?? own);
  row[at++] = logRatio(before, context.baselineBack[i] ?? own);
  row[at++] = logRatio(before, context.low.at(i));
  row[at++] = rankNear(rr, i);
  row[at] = logRatio(sinceOwn(context, i), own);
}
