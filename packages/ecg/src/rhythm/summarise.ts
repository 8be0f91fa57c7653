/**
 * Computes every figure of an analysed recording from its stored beats, quality and criteria. It needs neither signal
 * nor detection, so a change of criteria or a corrected beat takes a fraction of a second even for 1.5 million beats.
 *
 * Times are counted in seconds of quality; the last one counts only as long as the recording lasts.
 *
 * Invariants: the result is deterministic; no time is longer than the recording; a beat in time that cannot be analysed
 * changes no figure; moving recording and beats together moves every position and changes nothing else.
 */
import { byteF, byteN, byteP, byteQ, byteS, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import type { Criteria } from '../criteria/criteria.ts';
import type { Quality } from '../signal/quality.ts';
import { findAf, withSpans } from './af-episodes.ts';
import { findEctopy, supraventricular, ventricular } from './ectopy.ts';
import { createEpisodeList } from './episode-list.ts';
import type { EpisodeList } from './episode-list.ts';
import { sameBeatS } from './episode-marks.ts';
import type { EpisodeMarks, EpisodeSpan } from './episode-marks.ts';
import { findPauses } from './pauses.ts';
import { periodRows } from './periods.ts';
import type { PeriodTime } from './periods.ts';
import { findRateEpisodes, rateFigures, withoutIntervals } from './rates.ts';
import { rejectedIntervals } from './rejected-extremes.ts';
import { engineVersion, episodeLimit } from './summary.ts';
import type { AnalysisSummary, BeatCounts } from './summary.ts';
import { timingOf } from './timing.ts';
import type { Timing } from './timing.ts';
import { variability } from './variability.ts';
import type { Variability } from './variability.ts';

export interface SummariseOptions {
  /** The local midnights in seconds from the start of the recording, in order; days end there. */
  readonly midnights_s?: readonly number[];
  /** The users' corrections of episodes. */
  readonly marks?: EpisodeMarks;
  /** Timing of these beats, this quality and these criteria, if only classes have changed since. */
  readonly timing?: Timing;
  /** A calculator that has seen earlier states of these beats. */
  readonly variability?: Variability;
  /** Most episodes listed of a kind; `episodeLimit` by default. */
  readonly episode_limit?: number;
}

export function summarise(
  beats: BeatTable,
  quality: Quality,
  criteria: Criteria,
  options: SummariseOptions = {},
): AnalysisSummary {
  const timing = options.timing ?? timingOf(beats, quality, criteria, options.midnights_s);
  const { intervals, analysed_s, bad, unread } = timing;
  const episodes = createEpisodeList(beats, intervals, options.marks);
  const counts = countBeats(beats, intervals.counted);
  const v = findEctopy(beats, intervals, criteria, ventricular, episodes, counts.total);
  const s = findEctopy(beats, intervals, criteria, supraventricular, episodes, counts.total);
  const af = findAf(beats, quality, timing.fibrillating, episodes, analysed_s);
  const pauses = findPauses(timing.pauses, { beats, quality, intervals, bad, unread }, episodes);
  const rateEpisodes = findRateEpisodes(timing.slow_and_fast, episodes);
  const not_sinus = withSpans(af.seconds, beats, quality, addAtrialFindings(episodes, beats, quality));
  for (const { kind, start_sample, end_sample } of unread) episodes.addSpan(kind, start_sample, end_sample);
  const no_extremes = options.marks?.no_extremes ?? [];
  const left_out = [...pauses.withheld, ...rejectedIntervals(beats, no_extremes, timing.rates.size)];
  const rates = withoutIntervals(timing.rates, left_out);
  const source = { beats, quality, intervals, criteria, rates, af_seconds: af.seconds };
  const rows = (times: readonly PeriodTime[]) =>
    periodRows(source, times, { no_pauses: pauses.withheld, more_pauses: pauses.drawn, left_out });
  return {
    engine_version: engineVersion,
    criteria,
    sampling_hz: beats.sampling_hz,
    length: beats.length,
    duration_s: Math.round((1000 * beats.length) / beats.sampling_hz) / 1000,
    analysed_s,
    worn_s: timing.worn_s,
    leads: timing.leads,
    beats: counts,
    rate: rates === timing.rates ? timing.rate : rateFigures(beats, intervals.rr, rates),
    af: af.figures,
    v,
    s,
    pauses: pauses.found,
    brady_episodes: rateEpisodes.brady,
    tachy_episodes: rateEpisodes.tachy,
    variability: (options.variability ?? variability)(beats, intervals, not_sinus),
    hours: rows(timing.hours),
    days: rows(timing.days),
    ...episodes.listed(options.episode_limit ?? episodeLimit),
    lanes: episodes.lanes(beats.length),
    shapes: beats.shapes.map(({ lead, class_byte, beats: of }) => ({ lead, class_byte, beats: of })),
  };
}

/**
 * Lists the rhythms named by the waves of the atria; returns the flutter, with that of users. A user may have removed or
 * moved the beats at their ends since: they reach from the first to the last beat that is left.
 */
function addAtrialFindings(episodes: EpisodeList, beats: BeatTable, quality: Quality): EpisodeSpan[] {
  const { samples, sampling_hz: hz } = beats;
  const near = sameBeatS * hz;
  const kept = (quality.atrial_findings ?? []).filter(({ kind, start_sample, end_sample }) => {
    const first = lowerBound(samples, start_sample - near);
    const last = lowerBound(samples, end_sample + near) - 1;
    return last > first && episodes.add(kind, first, last);
  });
  return [...kept, ...episodes.drawn('afl')].filter(({ kind }) => kind === 'afl');
}

function countBeats({ classes }: BeatTable, counted: Uint8Array): BeatCounts {
  const held = new Uint32Array(256);
  let [total, n] = [0, 0];
  for (let i = 0; i < counted.length; i++) {
    if (counted[i] === 0) continue;
    const byte = classes[i] ?? byteQ;
    if (byte === byteN) n++;
    else held[byte] = (held[byte] ?? 0) + 1;
    total++;
  }
  const of = (byte: number): number => held[byte] ?? 0;
  return { total, n, s: of(byteS), v: of(byteV), f: of(byteF), p: of(byteP), q: of(byteQ) };
}
