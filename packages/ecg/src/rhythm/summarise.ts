/**
 * Every figure of an analysed recording from its stored beats, quality and criteria: no signal, no detection, so a
 * change of criteria or a corrected beat costs a fraction of a second even for 1.5 million beats.
 *
 * Times are counted in seconds of quality, the last one only as long as the recording lasts.
 *
 * Laws: deterministic; no time is longer than the recording; a beat in time that cannot be analysed changes no figure; moving recording and beats together
 * moves every position and changes nothing else.
 */
import { byteF, byteN, byteP, byteQ, byteS, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { Criteria } from '../criteria/criteria.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';
import { findAf } from './af-episodes.ts';
import { findEctopy, supraventricular, ventricular } from './ectopy.ts';
import { createEpisodeList } from './episode-list.ts';
import { countedIntervals, soundIntervals } from './intervals.ts';
import { periodRows } from './periods.ts';
import { addQualitySpans } from './quality-spans.ts';
import { findPauses, findRateEpisodes, rateFigures, slidingMean } from './rates.ts';
import { engineVersion } from './summary.ts';
import type { AnalysisSummary, BeatCounts, LeadFigures } from './summary.ts';
import { variability } from './variability.ts';

export interface SummariseOptions {
  /** Seconds from the start of the recording to the first local midnight; days are counted from there. */
  readonly first_midnight_s?: number;
}

export function summarise(
  beats: BeatTable,
  quality: Quality,
  criteria: Criteria,
  options: SummariseOptions = {},
): AnalysisSummary {
  const intervals = countedIntervals(beats, quality);
  const episodes = createEpisodeList(beats, intervals);
  const counts = countBeats(beats, intervals.counted);
  const mean = slidingMean(intervals.rr, criteria.rate_intervals);
  const size = criteria.rate_intervals;
  const sound = soundIntervals(beats, quality, intervals, criteria.pause_s);
  const rates = { sound, mean: slidingMean(sound, size), size };
  const overrunS = Math.max(0, quality.seconds - beats.length / beats.sampling_hz);
  const analysedS = tally(quality.used, overrunS)[qualityCode.usable] ?? 0;
  const v = findEctopy(beats, intervals, criteria, ventricular, episodes, counts.total);
  const s = findEctopy(beats, intervals, criteria, supraventricular, episodes, counts.total);
  const af = findAf(beats, quality, intervals, criteria, episodes, analysedS);
  const pauses = findPauses(intervals, criteria, episodes);
  const rateEpisodes = findRateEpisodes(beats, mean, criteria, episodes);
  addQualitySpans(quality, beats, episodes);
  const source = { beats, quality, intervals, criteria, rates, af_seconds: af.seconds };
  const kept = episodes.kept();
  return {
    engine_version: engineVersion,
    criteria,
    sampling_hz: beats.sampling_hz,
    length: beats.length,
    duration_s: Math.round((1000 * beats.length) / beats.sampling_hz) / 1000,
    analysed_s: analysedS,
    worn_s: wornSeconds(quality, overrunS),
    leads: quality.leads.map((codes) => leadFigures(codes, overrunS)),
    beats: counts,
    rate: rateFigures(beats, intervals.rr, rates),
    af: af.figures,
    v,
    s,
    pauses,
    brady_episodes: rateEpisodes.brady,
    tachy_episodes: rateEpisodes.tachy,
    variability: variability(beats, intervals, af.seconds),
    hours: periodRows(source, 3600),
    days: periodRows(source, 86400, options.first_midnight_s ?? 86400),
    episodes: kept.episodes,
    episodes_left_out: kept.left_out,
    lanes: episodes.lanes(beats.length),
    shapes: beats.shapes.map(({ lead, class_byte, beats: of }) => ({ lead, class_byte, beats: of })),
  };
}

function countBeats(beats: BeatTable, counted: Uint8Array): BeatCounts {
  const held = new Uint32Array(256);
  let total = 0;
  for (let i = 0; i < counted.length; i++) {
    if (counted[i] === 0) continue;
    const byte = beats.classes[i] ?? byteQ;
    held[byte] = (held[byte] ?? 0) + 1;
    total++;
  }
  const of = (byte: number): number => held[byte] ?? 0;
  return { total, n: of(byteN), s: of(byteS), v: of(byteV), f: of(byteF), p: of(byteP), q: of(byteQ) };
}

/** Seconds of each quality code, to the millisecond; the last one reaches `overrunS` beyond the recording's end. */
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

function leadFigures(codes: Uint8Array, overrunS: number): LeadFigures {
  const held = tally(codes, overrunS);
  return {
    usable_s: held[qualityCode.usable] ?? 0,
    noisy_s: held[qualityCode.noisy] ?? 0,
    flat_s: held[qualityCode.flat] ?? 0,
    saturated_s: held[qualityCode.saturated] ?? 0,
    no_signal_s: held[qualityCode.no_signal] ?? 0,
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
