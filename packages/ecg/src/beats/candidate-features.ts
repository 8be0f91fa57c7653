/**
 * Computes the features of a candidate for the detector's first stage, without unit or polarity: its height relative to
 * the medians of the windows around it, its sharpness relative to theirs, and its neighbours.
 *
 * Invariants: a factor, an offset or a change of sign of the signal changes no feature.
 */
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import { windowColumns, windowHalves } from '../kernel/kernel-sizes.ts';
import { medianOfThree } from '../kernel/median-of-nine.ts';
import {
  candidateRing,
  fastColumn,
  floorColumn,
  heightColumn,
  logRatio,
  slowColumn,
  windowRing,
} from './candidates.ts';
import type { Candidates } from './candidates.ts';
import { medianOfFirst } from './small-median.ts';
import { halfHz } from './lead-bands.ts';
import { copyFromRing } from './ring.ts';

const candidateMask = candidateRing - 1;
const windowMask = windowRing - 1;

/** Windows on each side from which a candidate's references are computed. */
export const windowReach = 4;
const neighbourReach = 0.6 * halfHz;

export const firstStageNames = [
  'height/median',
  'height/near',
  'height/floor',
  'fast',
  'slow',
  'fast/median',
  'slow/median',
  'width',
  'before height',
  'before time',
  'after height',
  'after time',
  'muscle',
  'floor/median',
  'slow height/median',
] as const;
export const firstStageWidth = firstStageNames.length;
const scratch = new Float32Array(64);

/**
 * Windows lower than this part of the highest one nearby are a gap or a disconnected lead and say nothing about the
 * heart.
 */
const silent = 0.01;

const inRow = (rows: Float32Array, window: number, column: number): number =>
  rows[(window & windowMask) * windowColumns + column] ?? 0;

/** Returns the height above which a window from `from` to `to` contains a signal, −1 if all of them do or none does. */
function soundHeight(rows: Float32Array, from: number, to: number): number {
  let most = 0;
  let least = Infinity;
  for (let w = from; w <= to; w++) {
    const height = inRow(rows, w, heightColumn);
    if (height > most) most = height;
    if (height < least) least = height;
  }
  return most === 0 || least > silent * most ? -1 : silent * most;
}

/** Returns the median of a figure over the windows that contain a signal, or over all if none does. */
function soundMedian(
  rows: Float32Array,
  from: number,
  to: number,
  figureOf: (window: number) => number,
): number {
  const sound = soundHeight(rows, from, to);
  let count = 0;
  for (let w = from; w <= to; w++) if (inRow(rows, w, heightColumn) > sound) scratch[count++] = figureOf(w);
  return medianOfFirst(scratch, count);
}

export interface WindowReference {
  window: number;
  height: number;
  near: number;
  floor: number;
  fast: number;
  slow: number;
  /** Logarithms of the ratios of muscle noise and floor to the height. */
  muscle_ratio: number;
  floor_ratio: number;
}
export const emptyReference = (): WindowReference => ({
  window: -1,
  height: 0,
  near: 0,
  floor: 0,
  fast: 0,
  slow: 0,
  muscle_ratio: 0,
  floor_ratio: 0,
});

/**
 * Computes the medians around the window of half-rate index `h`; `reference` is reused while the window is the same.
 */
function referenceAt(candidates: Candidates, h: number, reference: WindowReference): void {
  const window = Math.floor(h / windowHalves);
  if (window === reference.window) return;
  reference.window = window;
  const { window_rows: rows } = candidates;
  const [from, to] = [window - windowReach, window + windowReach];
  const isWhole = from >= 0 && to < candidates.windows() && soundHeight(rows, from, to) < 0;
  const muscle = isWhole
    ? wholeReference(candidates, window, reference)
    : partReference(candidates, window, reference);
  reference.muscle_ratio = logRatio(muscle, reference.height);
  reference.floor_ratio = logRatio(reference.floor, reference.height);
}

/** Computes the reference if every window nearby contains a signal. Returns the median of the muscle noise. */
function wholeReference(
  { window_rows: rows, window_fast: fast }: Candidates,
  window: number,
  reference: WindowReference,
): number {
  const kernel = kernelOfThread();
  const { medians } = kernel;
  copyFromRing(rows, (window - windowReach) * windowColumns, kernel.nine_rows.length, kernel.nine_rows);
  kernel.mediansOfNine();
  reference.height = medians[heightColumn] ?? 0;
  reference.fast = medians[fastColumn] ?? 0;
  reference.slow = medians[slowColumn] ?? 0;
  reference.near = medians[windowColumns + heightColumn] ?? 0;
  reference.floor = medians[windowColumns + floorColumn] ?? 0;
  return medianOfThree(
    fast[(window - 1) & windowMask] ?? 0,
    fast[window & windowMask] ?? 0,
    fast[(window + 1) & windowMask] ?? 0,
  );
}

/** Computes the reference if some windows are missing or contain no signal. Returns the median of the muscle noise. */
function partReference(candidates: Candidates, window: number, reference: WindowReference): number {
  const { window_rows: rows, window_fast: fast } = candidates;
  const last = Math.max(0, candidates.windows() - 1);
  const from = Math.max(0, window - windowReach);
  const to = Math.min(last, window + windowReach);
  const before = Math.max(0, window - 1);
  const after = Math.min(last, window + 1);
  const column = (of: number) => (w: number) => inRow(rows, w, of);
  reference.height = soundMedian(rows, from, to, column(heightColumn));
  reference.near = soundMedian(rows, Math.max(0, Math.min(last, window) - 1), after, column(heightColumn));
  reference.floor = soundMedian(rows, before, after, column(floorColumn));
  reference.fast = soundMedian(rows, from, to, column(fastColumn));
  reference.slow = soundMedian(rows, from, to, column(slowColumn));
  return soundMedian(rows, before, after, (w) => fast[w & windowMask] ?? 0);
}

/** Returns the height of candidate `i` relative to the median of the windows around it. */
export function relativeHeight(candidates: Candidates, i: number, reference: WindowReference): number {
  const slot = i & candidateMask;
  referenceAt(candidates, candidates.at[slot] ?? 0, reference);
  return (candidates.height[slot] ?? 0) / (reference.height + 1e-3);
}

/** Writes the stage-one features of candidate `i` into `row` at `to`. */
export function firstStage(
  candidates: Candidates,
  i: number,
  reference: WindowReference,
  row: Float32Array,
  to: number,
): void {
  const slot = i & candidateMask;
  const h = candidates.at[slot] ?? 0;
  const height = candidates.height[slot] ?? 0;
  referenceAt(candidates, h, reference);
  const fast = candidates.fast_ratio[slot] ?? 0;
  const slow = candidates.slow_ratio[slot] ?? 0;
  row[to] = logRatio(height, reference.height);
  row[to + 1] = logRatio(height, reference.near);
  row[to + 2] = logRatio(height, reference.floor);
  row[to + 3] = fast;
  row[to + 4] = slow;
  row[to + 5] = fast - reference.fast;
  row[to + 6] = slow - reference.slow;
  row[to + 7] = candidates.width[slot] ?? 0;
  strongestNear(candidates, i, -1, row, to + 8);
  strongestNear(candidates, i, 1, row, to + 10);
  row[to + 12] = reference.muscle_ratio;
  row[to + 13] = reference.floor_ratio;
  row[to + 14] = (row[to] ?? 0) + slow - reference.slow;
}

/** Writes the height relative to the strongest candidate within 0.6 s on one side, and its distance in seconds. */
function strongestNear(candidates: Candidates, i: number, side: number, row: Float32Array, to: number): void {
  const h = candidates.at[i & candidateMask] ?? 0;
  const count = candidates.count();
  let best = 0;
  let distance: number = neighbourReach;
  for (let k = i + side; k >= 0 && k < count && Math.abs(k - i) < 8; k += side) {
    const gap = Math.abs((candidates.at[k & candidateMask] ?? 0) - h);
    if (gap > neighbourReach) break;
    const height = candidates.height[k & candidateMask] ?? 0;
    if (height > best) {
      best = height;
      distance = gap;
    }
  }
  row[to] = best === 0 ? 4 : logRatio(candidates.height[i & candidateMask] ?? 0, best);
  row[to + 1] = distance / halfHz;
}
