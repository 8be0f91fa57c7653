/**
 * Analyses a recording: takes samples in chunks of any size and returns beats, quality and a summary. Memory use is
 * constant except for the beats (27 bytes each, 41 with several leads) and three bytes per second and lead, four if it has
 * gaps. No clock is read.
 *
 * Usage: `createAnalysis({ sampling_hz: 250, gains_uv: [2.5] })`, `push` each chunk of interleaved int16 frames (−32768
 * is no signal), then `finish()`. `beats/beat-file` stores the results `beats` and `quality`; `summarise` computes the
 * summary again from them under other criteria.
 */
import { createBeatFinder } from '../beats/beat-finder.ts';
import { workHz } from '../beats/lead-bands.ts';
import { tableOf } from '../beats/found-table.ts';
import type { FoundBeats } from '../beats/beat-finder.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { firstStageModel } from '../beats/first-stage-model.ts';
import { secondStageModel } from '../beats/second-stage-model.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { release } from '../beats/release.ts';
import { criteriaFault, defaultCriteria } from '../criteria/criteria.ts';
import type { Criteria } from '../criteria/criteria.ts';
import { traceLimits } from '../labels/stored-samples.ts';
import { qualityCode, recordingQuality } from '../signal/quality.ts';
import type { AtrialFinding, Quality } from '../signal/quality.ts';
import { waveCode } from '../signal/ventricular-waves.ts';
import { afIntervals } from './af-intervals.ts';
import { afProbabilities } from './af-probability.ts';
import { atrialFlutter } from './atrial-flutter.ts';
import { avBlocks } from './av-block.ts';
import { unclassEdges, unclassInFibrillation } from './edge-beats.ts';
import {
  joinedOverBreaks,
  withoutContinuedRhythm,
  withoutLoneWindows,
  withoutSureBeats,
} from './rhythm-continuity.ts';
import { withoutContinuedTachycardia } from './continued-tachycardia.ts';
import type { BeatsAndWaves } from './continued-tachycardia.ts';
import { createPWaveEvidence } from './p-wave-evidence.ts';
import { longestStripS, stripCertainty } from './strip-af.ts';
import { summarise } from './summarise.ts';
import { ventricularCode, ventricularSeconds, withWaveBeats } from './ventricular-rhythm.ts';
import type { SummariseOptions } from './summarise.ts';
import { episodeLimit } from './summary.ts';
import type { AnalysisSummary } from './summary.ts';

export interface AnalysisSettings extends SummariseOptions {
  /** 50 to 2000. */
  readonly sampling_hz: number;
  /** Microvolts per step, one for each lead. */
  readonly gains_uv: readonly number[];
  readonly criteria?: Criteria;
  /** Samples of one lead, if known in advance; the memory for the beats is then allocated once. */
  readonly expected_samples?: number;
}
export interface AnalysisResult {
  readonly beats: BeatTable;
  readonly quality: Quality;
  readonly summary: AnalysisSummary;
}
export interface Analysis {
  /** Takes whole frames: the samples of all leads at one instant, one after the other. */
  push(chunk: Int16Array): void;
  finish(): AnalysisResult;
}

/** Percent from which a beat fibrillates, independent of the criteria for an episode. */
export const certainAf = 50;

/** The detector's log-odds × 16 from which a beat is certain. */
const sureOdds = 48;
/** The same, from which a beat is likely. */
const likelyOdds = 16;

/**
 * Returns how many beats to allocate for a number of seconds, at 150 per minute. Memory that is never written costs
 * nothing.
 */
const roomFor = (seconds: number): number => Math.ceil(2.5 * seconds) + 64;

const { gain_uv_min: leastGain, gain_uv_max: mostGain } = traceLimits;

/** Checks the settings. The comparisons are written so that they fail for NaN. */
function checkSettings(settings: AnalysisSettings): void {
  const { sampling_hz: hz, gains_uv: gains, criteria = defaultCriteria } = settings;
  const {
    expected_samples: samples = 0,
    midnights_s: midnights = [],
    episode_limit = episodeLimit,
  } = settings;
  if (!(hz >= 50 && hz <= 2000)) throw new RangeError('analysis/sampling-rate');
  const isGain = (gain: number): boolean => gain >= leastGain && gain <= mostGain;
  if (gains.length < 1 || gains.length > 16 || !gains.every(isGain)) throw new RangeError('analysis/leads');
  const fault = criteriaFault(criteria);
  if (fault !== null) throw new RangeError(`analysis/criteria: ${fault}`);
  if (!(samples >= 0 && samples <= traceLimits.samples)) throw new RangeError('analysis/expected-samples');
  const isLater = (midnight: number, i: number): boolean =>
    midnight > (midnights[i - 1] ?? -1) && midnight < Infinity;
  if (!midnights.every(isLater)) throw new RangeError('analysis/midnights');
  if (!(episode_limit >= 0)) throw new RangeError('analysis/episode-limit');
}

/**
 * Creates an analysis. Throws a `RangeError` with a code for each invalid setting, and `analysis/part-frame` at `push`
 * for an incomplete frame.
 */
export function createAnalysis(settings: AnalysisSettings): Analysis {
  checkSettings(settings);
  const { sampling_hz: hz, gains_uv: gains } = settings;
  const finder = createBeatFinder({
    sampling_hz: hz,
    gains_uv: gains,
    models: { first: firstStageModel, second: secondStageModel },
    ...(settings.expected_samples && { expected_beats: roomFor(settings.expected_samples / hz) }),
  });
  let frames = 0;
  return {
    push(chunk) {
      if (chunk.length % gains.length !== 0) throw new RangeError('analysis/part-frame');
      frames += chunk.length / gains.length;
      finder.push(chunk);
    },
    finish() {
      const found = finder.finish();
      // Sample i is in second floor(i / hz). A second without a sample would be listed as time without a signal.
      const seconds = frames === 0 ? 0 : Math.floor((frames - 1) / hz) + 1;
      const table = tableOf(found, hz, frames);
      const { columns } = found;
      const waves = found.watched.wave_beats.map((at) => Math.round((at * hz) / workHz));
      const named = namedSeconds(found, { ...table, waves }, hz);
      release(columns.peak, columns.template, columns.onset, columns.offset, columns.odds);
      const quality = qualityOf(found, seconds, named);
      unclassEdges(table, quality);
      const rr = afIntervals(table, quality);
      const af =
        frames / hz <= longestStripS
          ? new Uint8Array(rr.length).fill(stripCertainty(found, table, quality))
          : afProbabilities(rr, createPWaveEvidence(columns, table.classes));
      release(rr, columns.shape, columns.other_shape);
      const flutter = atrialFlutter({ ...table, af }, quality, found.watched.atrial_waves, certainAf);
      markBeats(af, table.samples, flutter, 100);
      unclassInFibrillation(table.classes, af, certainAf);
      const beats = withWaveBeats({ ...table, af }, named, waves);
      makeTachycardiaUsable(quality.used, named);
      const blocks = avBlocks(beats, quality, found).filter(
        (block) => !flutter.some((one) => overlaps(one, block)),
      );
      markBeats(beats.af, beats.samples, flutter, 0);
      const atrial = inOrder([...blocks, ...flutter]);
      const seen = atrial.length === 0 ? quality : { ...quality, atrial_findings: atrial };
      return {
        beats,
        quality: seen,
        summary: summarise(beats, seen, settings.criteria ?? defaultCriteria, settings),
      };
    },
  };
}

/** Sets the AF certainty of the beats in these stretches. */
function markBeats(
  af: Uint8Array,
  samples: Uint32Array,
  stretches: readonly AtrialFinding[],
  percent: number,
): void {
  for (const { start_sample, end_sample } of stretches)
    af.fill(percent, lowerBound(samples, start_sample), lowerBound(samples, end_sample + 1));
}

const overlaps = (one: AtrialFinding, other: AtrialFinding): boolean =>
  one.start_sample < other.end_sample && one.end_sample > other.start_sample;

const inOrder = (findings: readonly AtrialFinding[]): AtrialFinding[] =>
  findings.toSorted((a, b) => a.start_sample - b.start_sample || a.end_sample - b.end_sample);

function qualityOf(found: FoundBeats, seconds: number, named: Uint8Array): Quality {
  const { leads, chosen, watched } = found;
  const lone_p_waves = new Uint8Array(seconds);
  lone_p_waves.set(found.lone_p_waves.subarray(0, seconds));
  const rhythms = { flutter: named, without_qrs: watched.without_qrs };
  const spikes = leads.map((lead) => lead.spikes);
  return {
    ...recordingQuality(leads, chosen, seconds, rhythms),
    ...(lone_p_waves.includes(1) && { lone_p_waves }),
    ...(spikes.some((count) => count > 0) && { spikes }),
  };
}

/** Returns the `ventricularCode` of each second; beats and waves are at `hz`. */
function namedSeconds({ watched, columns }: FoundBeats, beats: BeatsAndWaves, hz: number): Uint8Array {
  const { flutter, silent, waves } = watched;
  const { samples } = beats;
  const fast = flutter.map((flag, s) => Number(flag === 1 || waves[s] !== waveCode.none));
  if (!fast.includes(1)) return fast;
  const oddsFrom = (least: number): Uint32Array => samples.filter((_, i) => (columns.odds[i] ?? 0) >= least);
  const sure = oddsFrom(sureOdds);
  let lasting = withoutSureBeats(fast, sure, hz);
  for (const some of [samples, oddsFrom(likelyOdds)]) lasting = withoutContinuedRhythm(lasting, some, hz);
  lasting = withoutContinuedTachycardia(lasting, beats, hz);
  const joined = joinedOverBreaks(lasting, { sure, waves: beats.waves }, hz, silent);
  return ventricularSeconds(withoutLoneWindows(joined), waves);
}

/** Marks the seconds of tachycardia as usable: their beats are known. */
function makeTachycardiaUsable(used: Uint8Array, named: Uint8Array): void {
  for (let s = 0; s < used.length; s++)
    if (used[s] === qualityCode.flutter && named[s] === ventricularCode.tachycardia)
      used[s] = qualityCode.usable;
}
