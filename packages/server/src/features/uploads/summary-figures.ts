/**
 * Sums the device's hourly counts over the whole recording: the three figures of a list row, the share that could be
 * analysed, and the hours in the form of the manifest.
 */
import { largestInteger } from '@rhythmdesk/contract/fields';
import type { summaryHour } from '@rhythmdesk/contract/recordings';
import type { SummaryRow } from '@rhythmdesk/ecg/formats/summary-csv';
import type { z } from 'zod';

export type Figures = {
  /**
   * Share of the analysed time in atrial fibrillation. This and both counts are null if nothing was analysed; a count also
   * if it is impossible.
   */
  readonly af_share: number | null;
  readonly ve_count: number | null;
  readonly pause_count: number | null;
};

const sum = (rows: readonly SummaryRow[], column: 'analysed_s' | 'duration_s' | 'af_s' | 've' | 'pauses') =>
  rows.reduce((total, row) => total + row[column], 0);

/** A device that did not count may write the largest number of its own, which no recording can have. */
const countOf = (total: number): number | null => (total > largestInteger ? null : total);

export function figuresOf(rows: readonly SummaryRow[]): Figures {
  const analysedS = sum(rows, 'analysed_s');
  if (analysedS <= 0) return { af_share: null, ve_count: null, pause_count: null };
  return {
    af_share: Math.min(1, sum(rows, 'af_s') / analysedS),
    ve_count: countOf(sum(rows, 've')),
    pause_count: countOf(sum(rows, 'pauses')),
  };
}

/**
 * Returns the device's share of analysed time if it analysed anything, otherwise the share of signal in the best lead.
 */
export function analysableShare(rows: readonly SummaryRow[], signalShare: readonly number[]): number {
  const analysedS = sum(rows, 'analysed_s');
  const durationS = sum(rows, 'duration_s');
  if (analysedS > 0 && durationS > 0) return Math.min(1, analysedS / durationS);
  return Math.max(0, ...signalShare);
}

/** Returns the rows in the form of the manifest; an hour without beats has no rates. */
export function manifestHours(rows: readonly SummaryRow[]): z.output<typeof summaryHour>[] {
  return rows.map(({ hour_start_ms, hr_min, hr_mean, hr_max, longest_rr_ms, ...counts }) => ({
    hour_start: new Date(hour_start_ms).toISOString(),
    ...counts,
    ...(counts.beats > 0
      ? { hr_min, hr_mean, hr_max, longest_rr_ms }
      : { hr_min: null, hr_mean: null, hr_max: null, longest_rr_ms: null }),
  }));
}
