/**
 * Handles extremes that a user rejected because of an artefact or a missed beat. The intervals of a rejected extreme
 * are left out of the search, so the next longest, slowest or fastest takes its place.
 *
 * Invariant: a mean that shares an interval with a rejected rate is left out too; it would be the same place again.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { nearestBeat } from '../beats/nearest-beat.ts';
import { sameBeatS } from './episode-marks.ts';
import type { PlacedExtreme } from './episode-marks.ts';

type Beats = Pick<BeatTable, 'samples' | 'sampling_hz'>;

/** Returns the first and the last beat of the intervals of an extreme; null if its beat no longer exists. */
export function extremeSpan(
  { samples, sampling_hz }: Beats,
  { extreme, sample }: PlacedExtreme,
  rateIntervals: number,
): { readonly first: number; readonly last: number } | null {
  const beat = nearestBeat(samples, sample, Math.round(sameBeatS * sampling_hz));
  const [first, last] = extreme === 'longest_rr' ? [beat, beat + 1] : [beat - rateIntervals, beat];
  return beat < 0 || first < 0 || last >= samples.length ? null : { first, last };
}

/** Returns the beats that end the intervals of rejected extremes, in order and without duplicates. */
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
