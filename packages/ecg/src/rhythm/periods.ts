/**
 * Computes the figures of each hour and each day: the same definitions as for the whole recording, over the beats in
 * it.
 */
import { byteS, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import type { Criteria } from '../criteria/criteria.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';
import { isPauseLong } from './intervals.ts';
import type { Intervals } from './intervals.ts';
import { toBpm } from './rates.ts';
import type { SoundRates } from './rates.ts';
import type { PeriodRow } from './summary.ts';

interface TimeSource {
  readonly beats: BeatTable;
  readonly quality: Quality;
  readonly intervals: Intervals;
  readonly criteria: Criteria;
  readonly rates: SoundRates;
}
interface PeriodSource extends TimeSource {
  readonly af_seconds: Uint8Array;
}

/** The part of a period's row that does not depend on the beat classes, and the period's beats and seconds. */
export interface PeriodTime {
  readonly row: Omit<PeriodRow, 's' | 'v' | 'af_s'>;
  readonly first: number;
  readonly until: number;
  readonly from_s: number;
  readonly to_s: number;
}

/** Periods computed before some beats changed, and the range of beats in which anything may be different now. */
interface EarlierPeriods {
  readonly times: readonly PeriodTime[];
  readonly from: number;
  readonly until: number;
  /** By how many beats the table has grown. */
  readonly grown: number;
}

/**
 * Returns the earlier period if nothing in it changed, with moved beat indices if only beats before it changed; else
 * undefined.
 */
function keptPeriod(
  { times, from, until: changedUntil, grown }: EarlierPeriods,
  index: number,
  first: number,
  until: number,
): PeriodTime | undefined {
  const was = times[index];
  if (was === undefined) return undefined;
  if (until <= from && was.first === first && was.until === until) return was;
  const isBehind = first >= changedUntil && was.first === first - grown && was.until === until - grown;
  return isBehind ? { ...was, first, until } : undefined;
}

/** Returns the end of the period that begins at a second. */
export type PeriodEnd = (startS: number) => number;

const hourS = 3600;
const dayS = 86_400;

export const hourEnd: PeriodEnd = (startS) => startS + hourS;

/** Days end at these seconds, the local midnights; a day on which the clocks change has 23 or 25 hours. */
export const dayEnds =
  (midnightsS: readonly number[]): PeriodEnd =>
  (startS) =>
    midnightsS.find((midnight) => midnight > startS) ?? startS + dayS;

/** Tells whether a period from this second on has a sample: at fractional rates the last one may end a little behind it. */
const hasSample = ({ length, sampling_hz }: BeatTable, startS: number): boolean =>
  Math.ceil(startS * sampling_hz) < length;

/** Returns the periods one after the other, each until its end. */
export function periodTimes(source: TimeSource, endOf: PeriodEnd, earlier?: EarlierPeriods): PeriodTime[] {
  const { beats } = source;
  const total = beats.length / beats.sampling_hz;
  const times: PeriodTime[] = [];
  let until = 0;
  for (
    let start = 0, end = Math.min(endOf(0), total);
    hasSample(beats, start);
    start = end, end = Math.min(endOf(end), total)
  ) {
    const first = until;
    until = lowerBound(beats.samples, end * beats.sampling_hz);
    const kept = earlier && keptPeriod(earlier, times.length, first, until);
    if (kept !== undefined) {
      times.push(kept);
      if (end >= total) break;
      continue;
    }
    const was = earlier?.times[times.length]?.row;
    const from_s = Math.round(start);
    const to_s = Math.min(end < total ? Math.round(end) : Math.ceil(total), source.quality.seconds);
    const lasts = { start_s: start, duration_s: Math.round(100 * (end - start)) / 100 };
    const seconds = was === undefined ? countSeconds(source, total, from_s, to_s) : secondsOf(was);
    const row = { ...lasts, ...seconds, ...beatRow(source, first, until) };
    times.push({ row, first, until, from_s, to_s });
    if (end >= total) break;
  }
  return times;
}

/** What users changed: beats that end a rejected interval, and pauses that were added. */
interface Changed {
  readonly no_pauses: readonly number[];
  /** Ends in samples. */
  readonly more_pauses: readonly number[];
  /** Intervals from which no extreme is taken; a mean covers the last `rates.size` intervals. */
  readonly left_out: readonly number[];
}

/** Returns how many of these samples are in each period; the last one contains everything from its start on. */
function addedTo(times: readonly PeriodTime[], samples: readonly number[], hz: number): number[] {
  const added = times.map(() => 0);
  for (const sample of samples) {
    const at = Math.max(
      0,
      times.findLastIndex(({ row }) => row.start_s * hz <= sample),
    );
    added[at] = (added[at] ?? 0) + 1;
  }
  return added;
}

/** Returns the rows of the periods. */
export function periodRows(
  source: PeriodSource,
  times: readonly PeriodTime[],
  { no_pauses, more_pauses, left_out }: Changed,
): PeriodRow[] {
  const added = addedTo(times, more_pauses, source.beats.sampling_hz);
  return times.map((time, index) => {
    const { first, until, from_s, to_s } = time;
    const pauses = no_pauses.filter((beat) => beat >= first && beat < until);
    const isOther = left_out.some((beat) => beat > first - source.rates.size && beat < until);
    const row = isOther ? { ...time.row, ...beatRow(source, first, until) } : time.row;
    return {
      start_s: row.start_s,
      duration_s: row.duration_s,
      analysed_s: row.analysed_s,
      af_s: fibrillatingSeconds(source, from_s, to_s),
      noise_s: row.noise_s,
      beats: row.beats,
      ...countEctopic(source, first, until),
      pauses: row.pauses - pauses.length + (added[index] ?? 0),
      hr_min: row.hr_min,
      hr_mean: row.hr_mean,
      hr_max: row.hr_max,
      longest_rr_ms: row.longest_rr_ms,
    };
  });
}

/** Returns how much of a quality second the recording covers: the last one may be cut. */
const lastsOf = (total: number, s: number): number => Math.round(1000 * Math.min(1, total - s)) / 1000;

function fibrillatingSeconds({ af_seconds, beats }: PeriodSource, from: number, to: number): number {
  const total = beats.length / beats.sampling_hz;
  const whole = Math.min(to, Math.floor(total));
  let seconds = 0;
  for (let s = from; s < whole; s++) seconds += af_seconds[s] ?? 0;
  return whole < to && af_seconds[whole] === 1 ? seconds + lastsOf(total, whole) : seconds;
}

function countEctopic({ beats, intervals }: TimeSource, first: number, until: number) {
  const { classes } = beats;
  const { counted } = intervals;
  let [s, v] = [0, 0];
  for (let i = first; i < until; i++) {
    const byte = classes[i];
    if (byte === byteS) s += counted[i] ?? 0;
    else if (byte === byteV) v += counted[i] ?? 0;
  }
  return { s, v };
}

const secondsOf = ({ analysed_s, noise_s }: PeriodTime['row']) => ({ analysed_s, noise_s });

function countSeconds({ quality }: TimeSource, total: number, from: number, to: number) {
  const counted = { analysed_s: 0, noise_s: 0 };
  for (let s = from; s < to; s++) {
    if (quality.used[s] === qualityCode.usable) counted.analysed_s += lastsOf(total, s);
    if (quality.used[s] === qualityCode.noisy) counted.noise_s += lastsOf(total, s);
  }
  return counted;
}

function beatRow(source: TimeSource, first: number, until: number) {
  const { intervals, criteria } = source;
  const { sound, mean } = source.rates;
  const row = { beats: 0, pauses: 0 };
  let sum = 0;
  let count = 0;
  let longest = 0;
  let slow = 0;
  let fast = Infinity;
  for (let i = first; i < until; i++) {
    row.beats += intervals.counted[i] ?? 0;
    const rr = intervals.rr[i] ?? 0;
    if (rr <= 0) continue;
    sum += rr;
    count++;
    longest = Math.max(longest, sound[i] ?? 0);
    if (isPauseLong(rr, criteria.pause_s)) row.pauses++;
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
