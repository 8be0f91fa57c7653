/**
 * Computes the kernel's results for the working-rate samples around one position, in TypeScript: `work` contains
 * `nearReach` samples to either side of it.
 */
import { nearReach, noBend, turnReach } from './kernel-sizes.ts';

const slopes = new Float32Array(2 * turnReach + 1);

export function turnsOf(work: Float32Array, steep: number): number {
  const first = nearReach - turnReach - 1;
  let most = 0;
  for (let k = 0; k < slopes.length; k++) {
    const slope = (work[first + k + 2] ?? 0) - (work[first + k] ?? 0);
    slopes[k] = slope;
    most = Math.max(most, Math.abs(slope));
  }
  const least = steep * most;
  let count = 0;
  let side = 0;
  for (const slope of slopes) {
    if (slope < least && slope > -least) continue;
    const own = Math.sign(slope);
    if (own === side) continue;
    side = own;
    count++;
  }
  return count;
}

export function farthestOf(work: Float32Array): number {
  let left = 0;
  let right = 0;
  for (let k = 22; k < 30; k++) {
    left += work[nearReach - k] ?? 0;
    right += work[nearReach + k] ?? 0;
  }
  const level = (left + right) / 16;
  const slope = (right - left) / 8 / 52;
  let best = -1;
  let found = 0;
  for (let k = -20; k <= 20; k++) {
    const high = Math.abs((work[nearReach + k] ?? 0) - level - slope * k);
    if (high > best) {
      best = high;
      found = k;
    }
  }
  return found;
}

const slopeAt = (work: Float32Array, i: number): number => Math.abs((work[i + 2] ?? 0) - (work[i - 2] ?? 0));

export function boundsOf(work: Float32Array, part: number): number {
  let steepest = 0;
  for (let i = nearReach - 16; i <= nearReach + 16; i++) steepest = Math.max(steepest, slopeAt(work, i));
  const low = part * steepest;
  return calmAfter(work, -1, low) | (calmAfter(work, 1, low) << 8);
}

/** Returns where four slopes in a row are low. */
function calmAfter(work: Float32Array, side: number, low: number): number {
  let calm = 0;
  for (let k = 5; k < 35; k++) {
    calm = slopeAt(work, nearReach + side * k) < low ? calm + 1 : 0;
    if (calm === 4) return k - 3;
  }
  return 35;
}

const bendAt = (work: Float32Array, i: number): number =>
  Math.abs((work[i - 2] ?? 0) - 2 * (work[i] ?? 0) + (work[i + 2] ?? 0));

export function loneBendOf(work: Float32Array, before: number, after: number): number {
  let spike = 0;
  let at = nearReach;
  for (let i = nearReach - 20; i <= nearReach + 12; i++) {
    const bend = bendAt(work, i);
    if (bend <= spike) continue;
    spike = bend;
    at = i;
  }
  for (let k = 8; k <= 36; k++)
    if (spike <= after * bendAt(work, at + k) || spike <= before * bendAt(work, at - k)) return noBend;
  return at - nearReach;
}
