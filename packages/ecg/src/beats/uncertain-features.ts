/**
 * Computes the features for the detector's second stage, for a candidate that the first was not certain of. They are
 * the certainty of its neighbours and the expected errors around it, the rhythm with and without it, its size relative
 * to the beats before and after, how well it repeats their shape and the usual shapes of this lead, whether there is a
 * flat line on each side of it, and how it stands out and turns.
 *
 * Invariants: a factor, an offset or a change of sign of the signal changes no feature.
 */
import { firstStageNames, firstStageWidth } from './candidate-features.ts';
import { candidateRing, logRatio } from './candidates.ts';
import type { Candidates } from './candidates.ts';
import { halfHz, halfRing } from './lead-bands.ts';
import type { LeadBands } from './lead-bands.ts';
import { standingOut, turnsAt } from './qrs-plausibility.ts';
import { placeIn, unbroken } from './ring.ts';
import { medianOfFirst } from './small-median.ts';
import type { Likeness, NormalTemplates } from './normal-templates.ts';

const candidateMask = candidateRing - 1;
const halfMask = halfRing - 1;

/** Stage two uses at most this many candidates, and this much time, on each side. */
export const likelyReach = 24;
export const likelyHalves = 12 * halfHz;
const usualReach = 20;
const errorHalves = 3 * halfHz;
/** Distance from a candidate at which a flat line is searched on each side (0.11 to 0.35 s). */
const lineFrom = 14;
const lineTo = 44;
/** Lower limit of a line's logarithm: below it, the value would depend on the size of the signal. */
const flat = -6;

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
  'height/before',
  'height/after',
  'slow height/before',
  'slow height/after',
  'expected errors',
  'like best',
  'like usual',
  'like gain',
  'quiet before',
  'quiet after',
  'interval change before',
  'interval change after',
  'standing out',
  'turns',
] as const;
export const secondStageWidth = secondStageNames.length;
/** Column of the expected errors in a stage-two row. */
export const expectedErrorsColumn = secondStageNames.indexOf('expected errors');

const spareLine = new Float32Array(lineTo - lineFrom + 1);
const scratch = new Float32Array(64);
const like: Likeness = { best: 0, usual: 0, gain: 0 };

/** Appends the stage-two features to a stage-one row; needs the log-odds of the candidates around `i`. */
export function secondStage(
  bands: LeadBands,
  candidates: Candidates,
  normalTemplates: NormalTemplates,
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
  const further = before < 0 ? -1 : likely(candidates, before, -1);
  readShape(bands.half, own);
  const shapeBefore = before < 0 ? 0 : likeness(bands.half, candidates.at[before & candidateMask] ?? 0);
  const shapeAfter = after < 0 ? 0 : likeness(bands.half, candidates.at[after & candidateMask] ?? 0);
  const shapeFurther = further < 0 ? 0 : likeness(bands.half, candidates.at[further & candidateMask] ?? 0);
  row[base + 6] = Math.max(shapeBefore, shapeAfter, shapeFurther);
  row[base + 7] = Math.min(shapeBefore, shapeAfter);
  row[base + 8] = gapBefore / halfHz;
  row[base + 9] = gapAfter / halfHz;
  against(candidates, i, before, row, base + 10);
  against(candidates, i, after, row, base + 11);
  row[base + 14] = expectedErrorsNear(candidates, i);
  normalTemplates.compare(bands.half, own, like);
  row[base + 15] = like.best;
  row[base + 16] = like.usual;
  row[base + 17] = Math.log(like.gain + 1e-3);
  const height = candidates.height[i & candidateMask] ?? 0;
  row[base + 18] = Math.max(flat, logRatio(lowest(bands.mid, own - lineTo), height));
  row[base + 19] = Math.max(flat, logRatio(lowest(bands.mid, own + lineFrom), height));
  const later = after < 0 ? -1 : likely(candidates, after, 1);
  row[base + 20] = further < 0 ? 0 : (gapBefore - apart(candidates, further, before)) / usual;
  row[base + 21] = later < 0 ? 0 : (gapAfter - apart(candidates, after, later)) / usual;
  row[base + 22] = standingOut(bands, own);
  row[base + 23] = turnsAt(bands, own);
}

const apart = ({ at }: Candidates, a: number, b: number): number =>
  (at[b & candidateMask] ?? 0) - (at[a & candidateMask] ?? 0);

/**
 * Returns the lowest envelope over the length of a line from half-rate index `from`; it is low if there is a flat line.
 */
function lowest(mid: Float32Array, from: number): number {
  const row = unbroken(mid, from, spareLine.length, spareLine);
  const first = placeIn(row, mid, from);
  let low = Infinity;
  for (let k = first; k < first + spareLine.length; k++) {
    const value = row[k] ?? 0;
    if (value < low) low = value;
  }
  return low;
}

/** Writes height, and slow height, relative to another candidate. */
function against(candidates: Candidates, i: number, other: number, row: Float32Array, to: number): void {
  const a = i & candidateMask;
  const b = other & candidateMask;
  const height = other < 0 ? 0 : logRatio(candidates.height[a] ?? 0, candidates.height[b] ?? 0);
  row[to] = height;
  row[to + 2] = other < 0 ? 0 : height + (candidates.slow_ratio[a] ?? 0) - (candidates.slow_ratio[b] ?? 0);
}

/** Returns the expected errors of stage one among the other candidates within three seconds. */
function expectedErrorsNear(candidates: Candidates, i: number): number {
  const own = candidates.at[i & candidateMask] ?? 0;
  let sum = 0;
  for (const side of [-1, 1]) {
    for (let k = i + side; k >= 0 && k < candidates.count() && Math.abs(k - i) < likelyReach; k += side) {
      if (Math.abs((candidates.at[k & candidateMask] ?? 0) - own) > errorHalves) break;
      sum += 1 / (1 + Math.exp(Math.abs(candidates.log_odds[k & candidateMask] ?? 0)));
    }
  }
  return sum;
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

/** Returns the next candidate on one side that is more likely a beat than not, or −1. */
function likely(candidates: Candidates, i: number, side: number): number {
  const own = candidates.at[i & candidateMask] ?? 0;
  for (let k = i + side; k >= 0 && k < candidates.count() && Math.abs(k - i) < likelyReach; k += side) {
    if (Math.abs((candidates.at[k & candidateMask] ?? 0) - own) > likelyHalves) return -1;
    if ((candidates.log_odds[k & candidateMask] ?? 0) > 0) return k;
  }
  return -1;
}

/** Returns the median interval between likely beats among the candidates around `i`, in half-rate samples. */
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
  return count < 3 ? 0.8 * halfHz : medianOfFirst(scratch, count);
}

const reach = 14;
const shapeLength = 2 * reach + 1;
const furthest = 4;
/** The candidate's own shape, its sum and spread; another candidate's shape, with room for its shifts. */
const ownShape = new Float64Array(shapeLength);
const otherShape = new Float64Array(shapeLength + 2 * furthest);
let ownSum = 0;
let ownSpread = 0;

function readShape(half: Float32Array, h: number): void {
  let sum = 0;
  let squares = 0;
  for (let k = 0; k < shapeLength; k++) {
    const x = half[(h - reach + k) & halfMask] ?? 0;
    ownShape[k] = x;
    sum += x;
    squares += x * x;
  }
  ownSum = sum;
  ownSpread = squares - (sum * sum) / shapeLength;
}

/** Returns the best correlation of the 232 ms around `h` with the stored shape, over shifts of ±32 ms. */
function likeness(half: Float32Array, h: number): number {
  const from = h - reach - furthest;
  for (let k = 0; k < otherShape.length; k++) otherShape[k] = half[(from + k) & halfMask] ?? 0;
  let best = -1;
  for (let shift = 0; shift <= 2 * furthest; shift += 2) best = Math.max(best, correlation(shift));
  return best;
}

function correlation(shift: number): number {
  let sum = 0;
  let squares = 0;
  let products = 0;
  for (let k = 0; k < shapeLength; k++) {
    const y = otherShape[k + shift] ?? 0;
    sum += y;
    squares += y * y;
    products += (ownShape[k] ?? 0) * y;
  }
  const spread = Math.sqrt(ownSpread * (squares - (sum * sum) / shapeLength));
  return spread > 1e-6 ? (products - (ownSum * sum) / shapeLength) / spread : 0;
}
