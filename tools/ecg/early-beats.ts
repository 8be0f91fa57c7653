/**
 * Supraventricular ectopy put into records that have little: normal beats moved earlier, single or in runs, what
 * follows moved along, their P wave made unlike the normal one. Few of the development records have such beats,
 * and a classifier that saw only theirs learns those patients.
 */
import { byteN, byteS } from '@rhythmdesk/ecg/beats/beat-class';
import { shapeWidth } from '@rhythmdesk/ecg/beats/beat-columns';
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import { repeatable } from './altered-copies.ts';

export interface MovedBeats {
  readonly columns: BeatColumns;
  readonly truth: Uint8Array;
  /** 1 for moved beats and their near neighbours. */
  readonly near: Uint8Array;
}

const chanceOfOne = 0.035;
const chanceOfRun = 0.004;

export function withEarlyBeats(columns: BeatColumns, truth: Uint8Array, seed: number): MovedBeats {
  const chance = repeatable(seed);
  const n = columns.count;
  const moved: BeatColumns = { ...columns, peak: columns.peak.slice(), shape: columns.shape.slice() };
  const labels = truth.slice(0, n);
  const near = new Uint8Array(n);
  let left = 0;
  let factor = 1;
  let spread = 0;
  let time = columns.peak[0] ?? 0;
  for (let i = 1; i < n; i++) {
    const interval = (columns.peak[i] ?? 0) - (columns.peak[i - 1] ?? 0);
    const plain = truth[i] === byteN && truth[i - 1] === byteN && truth[i + 1] === byteN;
    if (left === 0 && plain && i > 20) {
      const draw = chance();
      if (draw < chanceOfOne) [left, factor, spread] = [1, 0.55 + 0.32 * chance(), 0];
      else if (draw < chanceOfOne + chanceOfRun)
        [left, factor, spread] = [3 + Math.floor(40 * chance() * chance()), 0.5 + 0.3 * chance(), 0.03];
    }
    if (left > 0 && plain) {
      time += interval * (factor + spread * (chance() - 0.5));
      makeEarly(moved, i, chance);
      labels[i] = byteS;
      near.fill(1, Math.max(0, i - 2), Math.min(n, i + 4));
      left--;
    } else {
      time += interval * (labels[i - 1] === byteS && truth[i - 1] === byteN ? 1 + 0.25 * chance() : 1);
      left = 0;
    }
    moved.peak[i] = time;
  }
  return { columns: moved, truth: labels, near };
}

/** In half of them the P wave changes, falls into the T wave before or vanishes. */
function makeEarly(columns: BeatColumns, i: number, chance: () => number): void {
  const base = i * shapeWidth;
  if (chance() < 0.35) return;
  columns.shape[base + 1] = Math.round(-70 + 150 * chance());
  columns.shape[base + 3] = Math.min(columns.shape[base + 3] ?? 0, Math.round(-20 + 115 * chance()));
  columns.shape[base + 6] = Math.min(127, (columns.shape[base + 6] ?? 0) + Math.round(35 * chance()));
}
