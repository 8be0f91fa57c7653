/**
 * Computes the heart rate in equal stretches of the recording, for the sparkline in lists. A stretch has at least
 * fifteen seconds, so that it has beats to average.
 *
 * Invariants: only counted intervals are used, and none of a rejected extreme; a stretch without one has no row.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import type { Criteria } from '../criteria/criteria.ts';
import type { Quality } from '../signal/quality.ts';
import type { PlacedExtreme } from './episode-marks.ts';
import { countedIntervals } from './intervals.ts';
import { slidingMean, toBpm } from './rates.ts';
import { rejectedIntervals } from './rejected-extremes.ts';

export interface RateRow {
  /** Seconds from the start of the recording. */
  readonly start_s: number;
  readonly duration_s: number;
  readonly hr_min: number;
  readonly hr_mean: number;
  readonly hr_max: number;
}

const shortestRowS = 15;

export interface RateRowOptions {
  readonly criteria: Criteria;
  /** The largest number of rows. */
  readonly most: number;
  /** Extremes that a user rejected; their intervals are not used. */
  readonly rejected?: readonly PlacedExtreme[];
}

export function rateRows(
  beats: BeatTable,
  quality: Quality,
  { criteria, most, rejected = [] }: RateRowOptions,
): RateRow[] {
  const { samples, sampling_hz: hz } = beats;
  const duration_s = beats.length / hz;
  const count = Math.max(1, Math.min(most, Math.floor(duration_s / shortestRowS)));
  const rr = countedIntervals(beats, quality).rr.slice();
  for (const beat of rejectedIntervals(beats, rejected, criteria.rate_intervals)) rr[beat] = 0;
  const mean = slidingMean(rr, criteria.rate_intervals);
  const rows = Array.from({ length: count }, () => ({ sum: 0, beats: 0, slow: 0, fast: Infinity }));
  for (let i = 0; i < samples.length; i++) {
    const row = rows[Math.min(count - 1, Math.floor(((samples[i] ?? 0) / beats.length) * count))];
    const interval = rr[i] ?? 0;
    if (row === undefined || interval <= 0) continue;
    row.sum += interval;
    row.beats++;
    const average = mean[i] ?? 0;
    if (average <= 0) continue;
    row.slow = Math.max(row.slow, average);
    row.fast = Math.min(row.fast, average);
  }
  return rows.flatMap((row, index) => {
    if (row.beats === 0) return [];
    const hr_mean = toBpm(row.sum / row.beats);
    const start_s = (index * duration_s) / count;
    const isKnown = row.slow > 0;
    return [
      {
        start_s,
        duration_s: duration_s / count,
        hr_min: isKnown ? Math.min(hr_mean, toBpm(row.slow)) : hr_mean,
        hr_mean,
        hr_max: isKnown ? Math.max(hr_mean, toBpm(row.fast)) : hr_mean,
      },
    ];
  });
}
