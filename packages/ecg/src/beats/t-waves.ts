/**
 * Removes T waves that the detector took for beats: waves that repeatedly follow the beat before at the same short
 * distance, are wider and slower than it, and are less certain to the detector. The ventricles can hardly be excited
 * again so soon and so regularly: in the development records such a wave came after 230 to 300 ms if it was a T wave,
 * and after 330 ms or more if it was a ventricular beat. The limit is between the two.
 *
 * Invariants: a T wave is removed only if others like it are near, so a single early beat remains; nothing is removed
 * in a run of similar beats, in pairs, or if a beat is no more certain than the one after it.
 */
import { removeRows, shapeWidth } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import { workHz } from './lead-bands.ts';

const farthest = 0.32 * workHz;
/** The next beat must be at least this many times as far away as the previous one. */
const longerAfter = 1.25;
/** By how much (log-odds × 16) the detector is less certain, and the mean below which it doubts all of them. */
const lessSure = 15;
const uncertainBelow = 70;
/** Working-rate samples by which the wave is wider than the beat before it. */
const wider = 3;
/**
 * Beats on each side that are searched for similar waves, largest difference in working-rate samples, and fewest waves.
 */
const reach = 40;
const alike = 0.04 * workHz;
const fewest = 4;
const slowAt = 8;

const widthOf = ({ onset, offset }: BeatColumns, i: number): number => (onset[i] ?? 0) + (offset[i] ?? 0);
const slowOf = ({ shape }: BeatColumns, i: number): number => shape[i * shapeWidth + slowAt] ?? 0;

/** Returns the working-rate samples since the previous beat if this one may be its T wave; 0 if not. */
function behind(columns: BeatColumns, i: number): number {
  const { peak, odds, lead, spike } = columns;
  const at = peak[i] ?? 0;
  const distance = at - (peak[i - 1] ?? 0);
  if (distance > farthest || lead[i] !== lead[i - 1] || spike[i] === 1) return 0;
  if (i + 1 < columns.count && (peak[i + 1] ?? 0) - at < longerAfter * distance) return 0;
  if ((odds[i] ?? 0) > (odds[i - 1] ?? 0) - lessSure) return 0;
  if (widthOf(columns, i) < widthOf(columns, i - 1) + wider) return 0;
  return slowOf(columns, i) < slowOf(columns, i - 1) ? 0 : distance;
}

/** Removes the T waves from `columns`. */
export function dropTWaves(columns: BeatColumns): void {
  const suspects: number[] = [];
  const distances: number[] = [];
  for (let i = 1; i < columns.count; i++) {
    const distance = behind(columns, i);
    if (distance === 0) continue;
    suspects.push(i);
    distances.push(distance);
  }
  const dropped = suspects.filter((_, k) => isTWave(columns, suspects, distances, k));
  if (dropped.length > 0) removeRows(columns, dropped);
}

function isTWave(
  { odds }: BeatColumns,
  suspects: readonly number[],
  distances: readonly number[],
  k: number,
): boolean {
  const at = suspects[k] ?? 0;
  let count = 0;
  let sure = 0;
  const look = (step: 1 | -1, first: number): void => {
    for (let j = first; Math.abs((suspects[j] ?? Infinity) - at) <= reach; j += step) {
      if (Math.abs((distances[j] ?? 0) - (distances[k] ?? 0)) > alike) continue;
      count++;
      sure += odds[suspects[j] ?? 0] ?? 0;
    }
  };
  look(-1, k);
  look(1, k + 1);
  return count >= fewest && sure < uncertainBelow * count;
}
