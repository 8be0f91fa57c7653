/**
 * Decides whether a detected beat can be a QRS at all. The detector uses ratios only, so a smooth wave or a burst of
 * hum has peaks that look like beats to it if there is nothing else to compare with.
 *
 * Two properties separate them, both measured on the detections in every development record. A QRS stands out from the
 * two seconds around it: the ratio of its envelope to their range is 7 to 60 in 99 of 100 beats, also on strong
 * baseline wander, but about 2 for a smooth wave, whose "beats" are its own curvature. And a QRS turns a few times (at
 * most 7 in 99 of 100), while hum turns ten times in 100 ms.
 *
 * Invariants: a factor, an offset or a change of sign changes no result.
 */
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import { nearReach, rangeReach } from '../kernel/kernel-sizes.ts';
import type { LeadBands } from './lead-bands.ts';
import { copyFromRing } from './ring.ts';

/** Ratio of the envelope to the range of the two seconds around it, below which nothing stands out. */
const standsOut = 4.4;
/** Slopes of less than this part of the steepest one are not counted as turns. */
const steep = 0.45;
const mostTurns = 8;

/** Returns the ratio of the envelope at half-rate index `h` to the range of the two seconds around it. */
export function standingOut({ half, mid }: LeadBands, h: number, kernel = kernelOfThread()): number {
  copyFromRing(half, h - rangeReach, 2 * rangeReach + 1, kernel.near_half);
  return (mid[h & (mid.length - 1)] ?? 0) / (kernel.range() + 1e-3);
}

/** Returns how often the signal turns around half-rate index `h`. */
export function turnsAt({ work }: LeadBands, h: number, kernel = kernelOfThread()): number {
  copyFromRing(work, 2 * h - nearReach, 2 * nearReach + 1, kernel.near_work);
  return kernel.turns(steep);
}

/**
 * Tells whether a candidate at half-rate index `h` can be a QRS. It must still be in the rings, with a second of signal
 * after it.
 */
export function isPlausible(bands: LeadBands, h: number, kernel = kernelOfThread()): boolean {
  const { half, mid } = bands;
  const height = mid[h & (mid.length - 1)] ?? 0;
  copyFromRing(half, h - rangeReach, 2 * rangeReach + 1, kernel.near_half);
  if (height < standsOut * kernel.range()) return false;
  return turnsAt(bands, h, kernel) <= mostTurns;
}
