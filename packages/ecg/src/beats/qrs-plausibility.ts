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
import type { LeadBands } from './lead-bands.ts';
import { placeIn, unbroken } from './ring.ts';

/** Half-rate samples on each side whose range counts, and the step at which they are read. */
const rangeReach = 125;
const rangeStep = 4;
/** Envelope beside that range below which nothing stands out. */
const standsOut = 4.4;
/** Working samples on each side in which turns are counted. */
const turnReach = 25;
/** Slopes of less than this part of the steepest are no turn. */
const steep = 0.45;
const mostTurns = 8;

const slopes = new Float32Array(2 * turnReach + 1);
const spareHalf = new Float32Array(2 * rangeReach + 1);
const spareWork = new Float32Array(slopes.length + 2);

function range(half: Float32Array, h: number): number {
  const row = unbroken(half, h - rangeReach, spareHalf.length, spareHalf);
  const first = placeIn(row, half, h - rangeReach);
  let low = Infinity;
  let high = -Infinity;
  for (let k = first; k < first + spareHalf.length; k += rangeStep) {
    const value = row[k] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}

/** How often the signal changes between steeply up and steeply down about working sample `at`. */
function turns(work: Float32Array, at: number): number {
  const row = unbroken(work, at - turnReach - 1, spareWork.length, spareWork);
  const first = placeIn(row, work, at - turnReach - 1);
  let most = 0;
  for (let k = 0; k < slopes.length; k++) {
    const slope = (row[first + k + 2] ?? 0) - (row[first + k] ?? 0);
    slopes[k] = slope;
    most = Math.max(most, Math.abs(slope));
  }
  const least = Math.max(steep * most, Number.MIN_VALUE);
  let count = 0;
  let last = 0;
  for (let k = 0; k < slopes.length; k++) {
    const slope = slopes[k] ?? 0;
    if (Math.abs(slope) < least) continue;
    if (slope * last <= 0) count++;
    last = slope;
  }
  return count;
}

/** The envelope at half-rate index `h` beside the range of the two seconds around it. */
export const standingOut = ({ half, mid }: LeadBands, h: number): number =>
  (mid[h & (mid.length - 1)] ?? 0) / (range(half, h) + 1e-3);

/** How often the signal turns about half-rate index `h`. */
export const turnsAt = ({ work }: LeadBands, h: number): number => turns(work, 2 * h);

/** Of a candidate at half-rate index `h` that is still in the rings, with a second behind it. */
export function isPlausible({ half, mid, work }: LeadBands, h: number): boolean {
  const height = mid[h & (mid.length - 1)] ?? 0;
  return height >= standsOut * range(half, h) && turns(work, 2 * h) <= mostTurns;
}
