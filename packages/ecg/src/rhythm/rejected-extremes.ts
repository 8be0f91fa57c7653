/**
 * Extremes of which a person says that they are none, by an artefact or a beat that was missed: the intervals they were
 * taken from are left out of what extremes are taken from, so the next longest, slowest or fastest stands in their place.
 *
 * Law: a mean that shares an interval with a rejected rate goes with it; it would be the same place again.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { nearestBeat } from '../beats/nearest-beat.ts';
import { sameBeatS } from './episode-marks.ts';
import type { PlacedExtreme } from './episode-marks.ts';

type Beats = Pick<BeatTable, 'samples' | 'sampling_hz'>;

/** From the first beat to the last of what an extreme is taken from; null where its beat is gone. */
export function extremeSpan(
  { samples, sampling_hz }: Beats,
  { extreme, sample }: PlacedExtreme,
  rateIntervals: number,
): { readonly first: number; readonly last: number } | null {
  const beat = nearestBeat(samples, sample, Math.round(sameBeatS * sampling_hz));
  const [first, last] = extreme === 'longest_rr' ? [beat, beat + 1] : [beat - rateIntervals, beat];
  return beat < 0 || first < 0 || last >= samples.length ? null : { first, last };
}

/** The beats that end the intervals of rejected extremes, in order, each once. */
export function rejectedIntervals(
  beats: Beats,
  rejected: readonly PlacedExtreme[],
  rateIntervals: number,
): number[] {
  const ending = new Set<number>();
  for (const one of rejected) {
    const span = extremeSpan(beats, one, rateIntervals);
    for (let i = (span?.first ?? 0) + 1; span !== null && i <= span.last; i++) ending.add(i);
  }
  return [...ending].sort((a, b) => a - b);
}
