/**
 * What the detector knows of one candidate, as numbers without unit or polarity: its height against the medians
 * of the windows around it, its sharpness against theirs, its neighbours (stage one); the certainty of its
 * neighbours, the rhythm with and without it, and how well its shape repeats theirs (stage two).
 *
 * Laws: a factor, an offset or a change of sign of the signal changes no feature.
 */
import { windowHalves } from '../kernel/kernel-sizes.ts';
import { candidateRing, windowRing } from './candidates.ts';
import type { Candidates } from './candidates.ts';
import { halfHz, halfRing } from './lead-bands.ts';
import type { LeadBands } from './lead-bands.ts';

const candidateMask = candidateRing - 1;
const windowMask = windowRing - 1;
const halfMask = halfRing - 1;

/** Windows on each side that a candidate's references look at. */
export const windowReach = 4;
const neighbourReach = 0.6 * halfHz;
/** Stage two looks at no more than this many candidates, and this much time, on each side. */
export const likelyReach = 24;
export const likelyHalves = 12 * halfHz;
const usualReach = 20;

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
] as const;
export const firstStageWidth = firstStageNames.length;
export const secondStageNames = [
  ...firstStageNames,
  'own odds',
  'odds before',
  'odds after',
  'interval before',
  'interval after',
  'interval both',
  'shape',
  'shape before',
  'time before',
  'time after',
] as const;
export const secondStageWidth = secondStageNames.length;

const scratch = new Float32Array(64);

/** Median of the first `count` of `scratch` (insertion sort: at most a few dozen values). */
function medianOfScratch(count: number): number {
  for (let i = 1; i < count; i++) {
    const value = scratch[i] ?? 0;
    let j = i - 1;
    while (j >= 0 && (scratch[j] ?? 0) > value) {
      scratch[j + 1] = scratch[j] ?? 0;
      j--;
    }
    scratch[j + 1] = value;
  }
  return scratch[count >> 1] ?? 0;
}

function windowMedian(values: Float32Array, from: number, to: number): number {
  let count = 0;
  for (let w = from; w <= to; w++) scratch[count++] = values[w & windowMask] ?? 0;
  return medianOfScratch(count);
}

export interface WindowReference {
  window: number;
  height: number;
  near: number;
  floor: number;
  fast: number;
  slow: number;
  muscle: number;
}
export const emptyReference = (): WindowReference => ({
  window: -1,
  height: 0,
  near: 0,
  floor: 0,
  fast: 0,
  slow: 0,
  muscle: 0,
});

/** Medians around the window that holds half-rate index `h`; kept in `reference` while the window is the same. */
export function referenceAt(candidates: Candidates, h: number, reference: WindowReference): void {
  const window = Math.floor(h / windowHalves);
  if (window === reference.window) return;
  const last = Math.max(0, candidates.windows() - 1);
  const from = Math.max(0, window - windowReach);
  const to = Math.min(last, window + windowReach);
  reference.window = window;
  reference.height = windowMedian(candidates.window_height, from, to);
  reference.near = windowMedian(
    candidates.window_height,
    Math.max(0, Math.min(last, window) - 1),
    Math.min(last, window + 1),
  );
  reference.floor = windowMedian(
    candidates.window_floor,
    Math.max(0, window - 1),
    Math.min(last, window + 1),
  );
  reference.fast = windowMedian(candidates.window_fast_ratio, from, to);
  reference.slow = windowMedian(candidates.window_slow_ratio, from, to);
  reference.muscle = windowMedian(
    candidates.window_fast,
    Math.max(0, window - 1),
    Math.min(last, window + 1),
  );
}

const ln = (value: number, by: number): number => Math.log((value + 1e-3) / (by + 1e-3));

/** Height of candidate `i` against the median of the windows around it. */
export function relativeHeight(candidates: Candidates, i: number, reference: WindowReference): number {
  const slot = i & candidateMask;
  referenceAt(candidates, candidates.at[slot] ?? 0, reference);
  return (candidates.height[slot] ?? 0) / (reference.height + 1e-3);
}

/** Writes stage one of candidate `i` to `row` from `to`. */
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
  row[to] = ln(height, reference.height);
  row[to + 1] = ln(height, reference.near);
  row[to + 2] = ln(height, reference.floor);
  row[to + 3] = fast;
  row[to + 4] = slow;
  row[to + 5] = fast - reference.fast;
  row[to + 6] = slow - reference.slow;
  row[to + 7] = candidates.width[slot] ?? 0;
  strongestNear(candidates, i, -1, row, to + 8);
  strongestNear(candidates, i, 1, row, to + 10);
  row[to + 12] = ln(reference.muscle, reference.height);
  row[to + 13] = ln(reference.floor, reference.height);
}

/** The strongest candidate within 0.6 s on one side: own height against it, and its distance in seconds. */
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
  row[to] = best === 0 ? 4 : ln(candidates.height[i & candidateMask] ?? 0, best);
  row[to + 1] = distance / halfHz;
}

/** Adds stage two after a stage-one row: needs the log-odds of the candidates around `i`. */
export function secondStage(
  bands: LeadBands,
  candidates: Candidates,
  i: number,
  row: Float32Array,
  to: number,
): void {
  const base = to + firstStageWidth;
  const own = candidates.at[i & candidateMask] ?? 0;
  row[base] = candidates.log_odds[i & candidateMask] ?? 0;
  row[base + 1] = oddsNear(candidates, i, -1);
  row[base + 2] = oddsNear(candidates, i, 1);
  const before = likely(candidates, i, -1);
  const after = likely(candidates, i, 1);
  const usual = usualInterval(candidates, i);
  const gapBefore = before < 0 ? 3 * usual : own - (candidates.at[before & candidateMask] ?? 0);
  const gapAfter = after < 0 ? 3 * usual : (candidates.at[after & candidateMask] ?? 0) - own;
  row[base + 3] = gapBefore / usual;
  row[base + 4] = gapAfter / usual;
  row[base + 5] = (gapBefore + gapAfter) / usual;
  const shapeBefore = before < 0 ? 0 : likeness(bands.half, own, candidates.at[before & candidateMask] ?? 0);
  const shapeAfter = after < 0 ? 0 : likeness(bands.half, own, candidates.at[after & candidateMask] ?? 0);
  const further = before < 0 ? -1 : likely(candidates, before, -1);
  const shapeFurther =
    further < 0 ? 0 : likeness(bands.half, own, candidates.at[further & candidateMask] ?? 0);
  row[base + 6] = Math.max(shapeBefore, shapeAfter, shapeFurther);
  row[base + 7] = Math.min(shapeBefore, shapeAfter);
  row[base + 8] = gapBefore / halfHz;
  row[base + 9] = gapAfter / halfHz;
}

function oddsNear(candidates: Candidates, i: number, side: number): number {
  const h = candidates.at[i & candidateMask] ?? 0;
  let best = -10;
  for (let k = i + side; k >= 0 && k < candidates.count() && Math.abs(k - i) < 6; k += side) {
    if (Math.abs((candidates.at[k & candidateMask] ?? 0) - h) > 0.36 * halfHz) break;
    best = Math.max(best, candidates.log_odds[k & candidateMask] ?? 0);
  }
  return best;
}

/** The next candidate on one side that is more likely a beat than not, or −1. */
function likely(candidates: Candidates, i: number, side: number): number {
  const own = candidates.at[i & candidateMask] ?? 0;
  for (let k = i + side; k >= 0 && k < candidates.count() && Math.abs(k - i) < likelyReach; k += side) {
    if (Math.abs((candidates.at[k & candidateMask] ?? 0) - own) > likelyHalves) return -1;
    if ((candidates.log_odds[k & candidateMask] ?? 0) > 0) return k;
  }
  return -1;
}

/** Median interval between likely beats among the candidates around `i`, in half-rate samples. */
function usualInterval(candidates: Candidates, i: number): number {
  const from = Math.max(0, i - usualReach);
  const to = Math.min(candidates.count() - 1, i + usualReach);
  const own = candidates.at[i & candidateMask] ?? 0;
  let count = 0;
  let last = -1;
  for (let k = from; k <= to; k++) {
    const slot = k & candidateMask;
    if ((candidates.log_odds[slot] ?? 0) <= 0) continue;
    const h = candidates.at[slot] ?? 0;
    if (Math.abs(h - own) > likelyHalves) continue;
    if (last >= 0) scratch[count++] = h - last;
    last = h;
  }
  return count < 3 ? 0.8 * halfHz : medianOfScratch(count);
}

const reach = 14;

/** Best correlation of the 232 ms around two candidates, over shifts of ±32 ms. */
function likeness(half: Float32Array, a: number, b: number): number {
  let best = -1;
  for (let shift = -4; shift <= 4; shift += 2) best = Math.max(best, correlation(half, a, b + shift));
  return best;
}

function correlation(half: Float32Array, a: number, b: number): number {
  let sa = 0;
  let sb = 0;
  let saa = 0;
  let sbb = 0;
  let sab = 0;
  for (let k = -reach; k <= reach; k++) {
    const x = half[(a + k) & halfMask] ?? 0;
    const y = half[(b + k) & halfMask] ?? 0;
    sa += x;
    sb += y;
    saa += x * x;
    sbb += y * y;
    sab += x * y;
  }
  const n = 2 * reach + 1;
  const spread = Math.sqrt((saa - (sa * sa) / n) * (sbb - (sb * sb) / n));
  return spread > 1e-6 ? (sab - (sa * sb) / n) / spread : 0;
}
