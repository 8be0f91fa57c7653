/**
 * Whether what the detector takes for a beat can be a QRS at all. The detector knows ratios only, so that a smooth wave
 * or a burst of hum, where nothing else is there to compare with, has peaks that look like beats to it.
 *
 * Two things tell them apart, both measured on what the detector found in every development record: a QRS stands out of
 * the two seconds around it (its envelope beside their range: 7 to 60 in 99 of 100 beats, also on strong wander, about 2
 * for a smooth wave, whose "beats" are its own curvature), and it turns a few times (at most 7 in 99 of 100), where hum turns ten times in 100 ms.
 *
 * Laws: a factor, an offset or a change of sign changes no answer.
 */
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import { nearReach, rangeReach } from '../kernel/kernel-sizes.ts';
import type { LeadBands } from './lead-bands.ts';
import { copyFromRing } from './ring.ts';

/** Envelope beside the range of the two seconds around it below which nothing stands out. */
const standsOut = 4.4;
/** Slopes of less than this part of the steepest are no turn. */
const steep = 0.45;
const mostTurns = 8;

/** The envelope at half-rate index `h` beside the range of the two seconds around it. */
export function standingOut({ half, mid }: LeadBands, h: number, kernel = kernelOfThread()): number {
  copyFromRing(half, h - rangeReach, 2 * rangeReach + 1, kernel.near_half);
  return (mid[h & (mid.length - 1)] ?? 0) / (kernel.range() + 1e-3);
}

/** How often the signal turns about half-rate index `h`. */
export function turnsAt({ work }: LeadBands, h: number, kernel = kernelOfThread()): number {
  copyFromRing(work, 2 * h - nearReach, 2 * nearReach + 1, kernel.near_work);
  return kernel.turns(steep);
}

/** Of a candidate at half-rate index `h` that is still in the rings, with a second behind it. */
export function isPlausible(bands: LeadBands, h: number, kernel = kernelOfThread()): boolean {
  const { half, mid } = bands;
  const height = mid[h & (mid.length - 1)] ?? 0;
  copyFromRing(half, h - rangeReach, 2 * rangeReach + 1, kernel.near_half);
  if (height < standsOut * kernel.range()) return false;
  return turnsAt(bands, h, kernel) <= mostTurns;
}
