/**
 * Computes everything that depends on the beat positions and the quality but not on the beat classes: intervals, rates,
 * pauses, fibrillation, seconds by quality. It is computed again only if a beat moves or is added or removed, a
 * second's quality changes or the criteria change; a new class for a beat needs no update.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import type { Criteria } from '../criteria/criteria.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';
import { fibrillatingSpans } from './af-episodes.ts';
import type { BeatSpan } from './af-episodes.ts';
import { changedBeats, grownBy } from './changed-beats.ts';
import {
  changedIntervals,
  changedSound,
  countedIntervals,
  soundIntervals,
  soundReach,
  unreadBefore,
} from './intervals.ts';
import type { Intervals } from './intervals.ts';
import { dayEnds, hourEnd, periodTimes } from './periods.ts';
import type { PeriodTime } from './periods.ts';
import { qualitySpans } from './quality-spans.ts';
import type { QualitySpan } from './quality-spans.ts';
import {
  changedExtremes,
  changedMean,
  pauseBeats,
  rateExtremes,
  rateFigures,
  rateSpans,
  slidingMean,
} from './rates.ts';
import type { RateExtremes, RateSpan, SoundRates } from './rates.ts';
import type { LeadFigures, RateFigures } from './summary.ts';

export interface Timing {
  readonly intervals: Intervals;
  readonly rates: SoundRates;
  /** Sliding mean of all counted intervals. */
  readonly mean: Float32Array;
  /** Unreadable seconds before each second; depends on the quality alone. */
  readonly bad: Uint32Array;
  readonly extremes: RateExtremes;
  readonly rate: RateFigures;
  /** Beats that end an interval as long as a pause. */
  readonly pauses: readonly number[];
  readonly slow_and_fast: readonly RateSpan[];
  readonly fibrillating: readonly BeatSpan[];
  readonly unread: readonly QualitySpan[];
  readonly analysed_s: number;
  readonly worn_s: number;
  readonly leads: readonly LeadFigures[];
  readonly hours: readonly PeriodTime[];
  readonly days: readonly PeriodTime[];
}

export function timingOf(
  beats: BeatTable,
  quality: Quality,
  criteria: Criteria,
  midnightsS: readonly number[] = [],
): Timing {
  const size = criteria.rate_intervals;
  const bad = unreadBefore(quality);
  const intervals = countedIntervals(beats, quality, bad);
  const sound = soundIntervals(beats, quality, intervals, criteria.pause_s);
  const rates = { sound, mean: slidingMean(sound, size), size };
  const overrunS = Math.max(0, quality.seconds - beats.length / beats.sampling_hz);
  const analysed_s = tally(quality.used, overrunS)[qualityCode.usable] ?? 0;
  const source = { beats, quality, intervals, criteria, rates };
  const mean = slidingMean(intervals.rr, size);
  const extremes = rateExtremes(intervals.rr, rates);
  return {
    intervals,
    rates,
    mean,
    bad,
    extremes,
    rate: rateFigures(beats, intervals.rr, rates, extremes),
    pauses: pauseBeats(intervals, criteria),
    slow_and_fast: rateSpans(beats, mean, criteria),
    fibrillating: fibrillatingSpans(beats, intervals, criteria, analysed_s),
    unread: qualitySpans(quality, beats),
    analysed_s,
    worn_s: wornSeconds(quality, overrunS),
    leads: quality.leads.map((codes, lead) => leadFigures(codes, overrunS, quality.spikes?.[lead])),
    hours: periodTimes(source, hourEnd),
    days: periodTimes(source, dayEnds(midnightsS)),
  };
}

/** The timing before some beats changed. */
interface Earlier {
  readonly timing: Timing;
  readonly beats: BeatTable;
  /** An even earlier timing that is no longer in use: its columns are overwritten. */
  readonly spare?: Timing | undefined;
}

/**
 * Updates the timing after some beats moved, were added or were removed. It gives the same result as `timingOf`, but
 * reuses what has not changed.
 */
export function timingAfter(
  { timing: was, beats: before, spare }: Earlier,
  beats: BeatTable,
  quality: Quality,
  criteria: Criteria,
  midnightsS: readonly number[] = [],
): Timing {
  const size = criteria.rate_intervals;
  const changed = changedBeats(before, beats);
  const { bad, analysed_s } = was;
  const intervals = changedIntervals(was.intervals, beats, bad, changed, spare?.intervals);
  const { rr } = intervals;
  const of = { rr, longest_s: criteria.pause_s };
  const sound = changedSound(was.rates.sound, beats, quality, of, changed, spare?.rates.sound);
  const beside = { changed, reach: soundReach + 1 };
  const soundMean = changedMean(was.rates.mean, sound, size, beside, spare?.rates.mean);
  const rates = { sound, mean: soundMean, size };
  const mean = changedMean(was.mean, rr, size, { changed, reach: 1 }, spare?.mean);
  const source = { beats, quality, intervals, criteria, rates };
  const means = {
    from: Math.max(0, changed.from - soundReach),
    until: Math.min(rr.length, changed.until + soundReach + 1 + size),
    grown: grownBy(changed),
  };
  const extremes = changedExtremes(
    { extremes: was.extremes, rr: was.intervals.rr },
    rr,
    rates,
    means.from,
    means.until,
  );
  return {
    ...was,
    intervals,
    rates,
    mean,
    extremes,
    rate: rateFigures(beats, rr, rates, extremes),
    pauses: pauseBeats(intervals, criteria, was.pauses, changed),
    slow_and_fast: rateSpans(beats, mean, criteria, was.slow_and_fast, means),
    fibrillating: fibrillatingSpans(beats, intervals, criteria, analysed_s, was.fibrillating, changed),
    hours: periodTimes(source, hourEnd, { ...means, times: was.hours }),
    days: periodTimes(source, dayEnds(midnightsS), { ...means, times: was.days }),
  };
}

/**
 * Counts the seconds of each quality code, to the millisecond; the last one reaches `overrunS` beyond the recording's
 * end.
 */
function tally(codes: Uint8Array, overrunS: number): Float64Array {
  const held = new Float64Array(256);
  for (let s = 0; s < codes.length; s++) {
    const code = codes[s] ?? 0;
    held[code] = (held[code] ?? 0) + 1;
  }
  const last = codes.at(-1) ?? 0;
  held[last] = Math.round(1000 * ((held[last] ?? 0) - overrunS)) / 1000;
  return held;
}

function leadFigures(codes: Uint8Array, overrunS: number, spikes = 0): LeadFigures {
  const held = tally(codes, overrunS);
  return {
    usable_s: held[qualityCode.usable] ?? 0,
    noisy_s: held[qualityCode.noisy] ?? 0,
    flat_s: held[qualityCode.flat] ?? 0,
    saturated_s: held[qualityCode.saturated] ?? 0,
    no_signal_s: held[qualityCode.no_signal] ?? 0,
    ...(spikes > 0 && { spikes }),
  };
}

function wornSeconds(quality: Quality, overrunS: number): number {
  const there = new Uint8Array(quality.seconds);
  for (const codes of quality.leads) {
    for (let s = 0; s < there.length; s++) {
      if (codes[s] !== qualityCode.no_signal && codes[s] !== qualityCode.flat) there[s] = 1;
    }
  }
  return tally(there, overrunS)[1] ?? 0;
}
