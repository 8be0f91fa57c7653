// Computes a recording's heart rate as the sparkline in every row of a list: 108 buckets of equal length, each with
// minimum, mean and maximum in beats per minute as one byte; 255 is missing, higher rates are cut to 254. The rows of
// the device's summary fill every bucket that they overlap, so no hour is lost and none is invented.
//
// Invariant: 324 bytes, minimum ≤ mean ≤ maximum in every bucket that is not missing.

import type { SummaryRow } from '../formats/summary-csv.ts';

export const sparklineBuckets = 108;
export const sparklineBytes = 3 * sparklineBuckets;
export const sparklineMissing = 255;

type RateRow = Pick<SummaryRow, 'hour_start_ms' | 'duration_s' | 'hr_min' | 'hr_mean' | 'hr_max'>;

const asByte = (bpm: number): number => Math.max(0, Math.min(254, Math.round(bpm)));

/**
 * Returns the sparkline. `start_ms` is the recording's start, `duration_s` its length; rows without a mean rate count
 * as missing.
 */
export function rateSparkline(
  rows: readonly RateRow[],
  start_ms: number,
  duration_s: number,
): Uint8Array<ArrayBuffer> {
  const sparkline = new Uint8Array(sparklineBytes).fill(sparklineMissing);
  const bucketMs = (duration_s * 1000) / sparklineBuckets;
  for (let bucket = 0; bucket < sparklineBuckets; bucket++) {
    const from = start_ms + bucket * bucketMs;
    const inside = rows.filter(
      (row) =>
        row.hr_mean > 0 &&
        row.hour_start_ms < from + bucketMs &&
        row.hour_start_ms + row.duration_s * 1000 > from,
    );
    if (inside.length === 0) continue;
    const mean = inside.reduce((sum, row) => sum + row.hr_mean, 0) / inside.length;
    const min = Math.min(mean, ...inside.map((row) => row.hr_min));
    const max = Math.max(mean, ...inside.map((row) => row.hr_max));
    sparkline.set([asByte(min), asByte(mean), asByte(max)], 3 * bucket);
  }
  return sparkline;
}
