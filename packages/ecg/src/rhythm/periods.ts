/** The figures of each hour and each day: the same definitions as for the whole recording, over beats that fall in. */
import { byteS, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { Criteria } from '../criteria/criteria.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';
import type { Intervals } from './intervals.ts';
import { toBpm } from './rates.ts';
import type { SoundRates } from './rates.ts';
import type { PeriodRow } from './summary.ts';

export interface PeriodSource {
  readonly beats: BeatTable;
  readonly quality: Quality;
  readonly intervals: Intervals;
  readonly criteria: Criteria;
  readonly rates: SoundRates;
  readonly af_seconds: Uint8Array;
}

/** Periods of `lengthS`, the first ending at `firstEndS` (a local midnight, for days). */
export function periodRows(source: PeriodSource, lengthS: number, firstEndS = lengthS): PeriodRow[] {
  const { beats } = source;
  const total = beats.length / beats.sampling_hz;
  const rows: PeriodRow[] = [];
  let beat = 0;
  for (
    let start = 0, end = Math.min(firstEndS, total);
    start < total;
    start = end, end = Math.min(end + lengthS, total)
  ) {
    const first = beat;
    const until = end * beats.sampling_hz;
    while (beat < beats.samples.length && (beats.samples[beat] ?? 0) < until) beat++;
    const lastS = end < total ? Math.round(end) : Math.ceil(total);
    const seconds = countSeconds(source, total, Math.round(start), lastS);
    rows.push({
      start_s: start,
      duration_s: Math.round(100 * (end - start)) / 100,
      ...seconds,
      ...beatRow(source, first, beat),
    });
    if (end >= total) break;
  }
  return rows;
}

/** The last second of a recording counts for as long as it lasts. */
function countSeconds({ quality, af_seconds }: PeriodSource, total: number, from: number, to: number) {
  const counted = { analysed_s: 0, af_s: 0, noise_s: 0 };
  for (let s = from; s < Math.min(to, quality.seconds); s++) {
    const lasts = Math.round(1000 * Math.min(1, total - s)) / 1000;
    if (quality.used[s] === qualityCode.usable) counted.analysed_s += lasts;
    if (quality.used[s] === qualityCode.noisy) counted.noise_s += lasts;
    if (af_seconds[s] === 1) counted.af_s += lasts;
  }
  return counted;
}

function beatRow(source: PeriodSource, first: number, until: number) {
  const { beats, intervals, criteria } = source;
  const { sound, mean } = source.rates;
  const row = { beats: 0, s: 0, v: 0, pauses: 0 };
  let sum = 0;
  let count = 0;
  let longest = 0;
  let slow = 0;
  let fast = Infinity;
  for (let i = first; i < until; i++) {
    if (intervals.counted[i] === 1) {
      row.beats++;
      if (beats.classes[i] === byteS) row.s++;
      if (beats.classes[i] === byteV) row.v++;
    }
    const rr = intervals.rr[i] ?? 0;
    if (rr <= 0) continue;
    sum += rr;
    count++;
    longest = Math.max(longest, sound[i] ?? 0);
    if (rr >= criteria.pause_s) row.pauses++;
    const average = mean[i] ?? 0;
    if (average > slow) slow = average;
    if (average > 0 && average < fast) fast = average;
  }
  return {
    ...row,
    hr_min: slow > 0 ? toBpm(slow) : null,
    hr_mean: count > 0 ? toBpm(sum / count) : null,
    hr_max: slow > 0 ? toBpm(fast) : null,
    longest_rr_ms: longest > 0 ? Math.round(1000 * longest) : null,
  };
}
