/**
 * What the device's hourly count says of the whole recording: the three figures of a list's row, and the row glyph.
 *
 * The glyph is 108 buckets of equal time over the recording, each three bytes: lowest, mean and highest heart rate in
 * beats a minute, the byte being the rate itself (0 to 254, higher ones as 254); 255 is missing. Bytes stand bucket by
 * bucket. A bucket covers the hours that it touches, its mean weighted by the time it shares with each.
 */
import type { summaryHour } from '@rhythmdesk/contract/recordings';
import type { SummaryRow } from '@rhythmdesk/ecg/formats/summary-csv';
import type { z } from 'zod';

export const glyphBuckets = 108;
const missing = 255;

export type Figures = {
  /** Share of the analysed time in atrial fibrillation; null where nothing was analysed, as the counts. */
  readonly af_share: number | null;
  readonly ve_count: number | null;
  readonly pause_count: number | null;
};

const sum = (rows: readonly SummaryRow[], column: 'analysed_s' | 'duration_s' | 'af_s' | 've' | 'pauses') =>
  rows.reduce((total, row) => total + row[column], 0);

export function figuresOf(rows: readonly SummaryRow[]): Figures {
  const analysedS = sum(rows, 'analysed_s');
  if (analysedS <= 0) return { af_share: null, ve_count: null, pause_count: null };
  return {
    af_share: Math.min(1, sum(rows, 'af_s') / analysedS),
    ve_count: sum(rows, 've'),
    pause_count: sum(rows, 'pauses'),
  };
}

/** The device's share of analysed time where it analysed at all, else the share of signal in the best lead. */
export function analysableShare(rows: readonly SummaryRow[], signalShare: readonly number[]): number {
  const analysedS = sum(rows, 'analysed_s');
  const durationS = sum(rows, 'duration_s');
  if (analysedS > 0 && durationS > 0) return Math.min(1, analysedS / durationS);
  return Math.max(0, ...signalShare);
}

const rateByte = (bpm: number): number => Math.max(0, Math.min(missing - 1, Math.round(bpm)));

export function glyphOf(rows: readonly SummaryRow[], startMs: number, durationMs: number): Uint8Array<ArrayBuffer> {
  const glyph = new Uint8Array(3 * glyphBuckets).fill(missing);
  const counted = rows.filter((row) => row.beats > 0 && row.hr_mean > 0);
  for (let bucket = 0; bucket < glyphBuckets; bucket += 1) {
    const fromMs = startMs + (durationMs * bucket) / glyphBuckets;
    const toMs = startMs + (durationMs * (bucket + 1)) / glyphBuckets;
    const shared = counted.flatMap((row) => {
      const endMs = row.hour_start_ms + row.duration_s * 1000;
      const ms = Math.min(toMs, endMs) - Math.max(fromMs, row.hour_start_ms);
      return ms > 0 ? [{ row, ms }] : [];
    });
    const totalMs = shared.reduce((total, { ms }) => total + ms, 0);
    if (totalMs === 0) continue;
    const mean = shared.reduce((total, { row, ms }) => total + row.hr_mean * ms, 0) / totalMs;
    glyph[3 * bucket] = rateByte(Math.min(...shared.map(({ row }) => row.hr_min)));
    glyph[3 * bucket + 1] = rateByte(mean);
    glyph[3 * bucket + 2] = rateByte(Math.max(...shared.map(({ row }) => row.hr_max)));
  }
  return glyph;
}

/** The rows as the manifest carries them; an hour without beats has no rates. */
export function manifestHours(rows: readonly SummaryRow[]): z.output<typeof summaryHour>[] {
  return rows.map(({ hour_start_ms, hr_min, hr_mean, hr_max, longest_rr_ms, ...counts }) => ({
    hour_start: new Date(hour_start_ms).toISOString(),
    ...counts,
    ...(counts.beats > 0
      ? { hr_min, hr_mean, hr_max, longest_rr_ms }
      : { hr_min: null, hr_mean: null, hr_max: null, longest_rr_ms: null }),
  }));
}
