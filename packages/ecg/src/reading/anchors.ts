/**
 * Maps the beats of an earlier analysis to a later one: each to the nearest beat within 150 ms, and no two to the same.
 * A beat without such a beat has no anchor, and edits of it are listed for review.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { nearestBeat } from '../beats/nearest-beat.ts';
import { sameBeatS } from '../rhythm/episode-marks.ts';

/** Returns the index of the beat at exactly this sample, or −1. */
export function beatAt(samples: Uint32Array, sample: number): number {
  const at = lowerBound(samples, sample);
  return samples[at] === sample ? at : -1;
}

export const nearSamples = (sampling_hz: number): number => Math.round(sameBeatS * sampling_hz);

/** Returns the index in the later analysis for each earlier beat, −1 if there is none. */
export function anchorBeats(earlier: BeatTable, later: BeatTable): Int32Array {
  const near = nearSamples(later.sampling_hz);
  const anchors = new Int32Array(earlier.samples.length).fill(-1);
  const takenBy = new Int32Array(later.samples.length).fill(-1);
  const apart = (from: number, to: number): number =>
    Math.abs((earlier.samples[from] ?? 0) - (later.samples[to] ?? 0));
  for (let i = 0; i < anchors.length; i++) {
    const to = nearestBeat(later.samples, earlier.samples[i] ?? 0, near);
    if (to < 0) continue;
    const holder = takenBy[to] ?? -1;
    if (holder >= 0 && apart(holder, to) <= apart(i, to)) continue;
    if (holder >= 0) anchors[holder] = -1;
    anchors[i] = to;
    takenBy[to] = i;
  }
  return anchors;
}
