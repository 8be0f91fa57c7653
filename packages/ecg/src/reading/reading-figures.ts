/** Computes the figures, episodes and lists of a reading, with the functions of the analysis. */
import type { Criteria } from '../criteria/criteria.ts';
import { byteN } from '../beats/beat-class.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { noTemplate } from '../beats/beat-table.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { spanFinder } from '../rhythm/episode-marks.ts';
import type { EpisodeMarks, EpisodeSpan } from '../rhythm/episode-marks.ts';
import { summarise } from '../rhythm/summarise.ts';
import type { AnalysisSummary, Episode } from '../rhythm/summary.ts';
import { timingAfter, timingOf } from '../rhythm/timing.ts';
import type { Timing } from '../rhythm/timing.ts';
import { createVariability } from '../rhythm/variability.ts';
import type { Reading } from './reading.ts';

function marksOf({ verdicts, episodes, rejected: no_extremes }: Reading): EpisodeMarks {
  const rejected = verdicts.flatMap(({ finding, verdict }) => (verdict === 'rejected' ? [finding] : []));
  return {
    withheld: [...rejected, ...episodes.flatMap(({ instead_of }) => instead_of ?? [])],
    drawn: episodes,
    no_extremes,
  };
}

export interface FigureOptions {
  readonly criteria: Criteria;
  readonly midnights_s?: readonly number[] | undefined;
  readonly episode_limit?: number;
  /** Version of the engine of the underlying analysis. */
  readonly engine_version: string;
}

interface HeldTiming {
  readonly beats: BeatTable;
  readonly used: Uint8Array;
  readonly options: FigureOptions;
  readonly timing: Timing;
  /** The previous timing, whose columns the next one may overwrite. */
  readonly spare?: Timing | undefined;
}

/**
 * Returns the timing: the stored one if no beat moved, an updated one if some did, a new one if seconds or criteria
 * changed.
 */
function timingNow(
  held: HeldTiming | undefined,
  { beats, quality }: Reading,
  options: FigureOptions,
): Timing {
  const { criteria, midnights_s } = options;
  const isOf = held?.used === quality.used && held.options.criteria === criteria;
  if (held === undefined || !isOf || held.options.midnights_s?.join() !== midnights_s?.join())
    return timingOf(beats, quality, criteria, midnights_s);
  if (held.beats.samples === beats.samples) return held.timing;
  return timingAfter(held, beats, quality, criteria, midnights_s);
}

/** Computes the figures of successive readings; what a change does not affect is not computed again. */
export function createReadingFigures(): (reading: Reading, options: FigureOptions) => AnalysisSummary {
  let held: HeldTiming | undefined;
  const variability = createVariability();
  return (reading, options) => {
    const { beats, quality } = reading;
    const { criteria, midnights_s, engine_version } = options;
    const timing = timingNow(held, reading, options);
    const spare = held?.timing === timing ? held.spare : held?.timing;
    held = { beats, used: quality.used, options, timing, spare };
    const summary = summarise(beats, quality, criteria, {
      ...(midnights_s !== undefined && { midnights_s }),
      ...(options.episode_limit !== undefined && { episode_limit: options.episode_limit }),
      marks: marksOf(reading),
      timing,
      variability,
    });
    return { ...summary, engine_version };
  };
}

/** State of a finding. `mended` means added or edited by a user. `rejected` findings are not counted anywhere. */
export type FindingState = 'open' | 'accepted' | 'rejected' | 'mended';
export interface ReadFinding extends Episode {
  readonly state: FindingState;
  /**
   * 0 to 1: the mean of its beats; for fibrillation, the certainty of AF. Null without beats, and for an episode that a
   * user added or edited.
   */
  readonly certainty: number | null;
  /** The group that most of its ectopic beats belong to; null without ectopic beats. */
  readonly shape: number | null;
  /** The automatic episode that a user edited. */
  readonly instead_of?: EpisodeSpan | undefined;
  /** For episodes that a user added or edited. */
  readonly episode?: number | undefined;
  readonly name?: string | undefined;
}

/** Returns whether a user added the finding; an edited one was found by the engine. */
export const isAdded = ({ state, instead_of }: Pick<ReadFinding, 'state' | 'instead_of'>): boolean =>
  state === 'mended' && instead_of === undefined;

/**
 * Returns the certainty: of a run or a pause from its beats, of AV block and flutter from their waves, of fibrillation from the AF
 * certainty around each beat.
 */
function certaintyOf(
  { beats, quality }: Reading,
  { kind, start_sample, end_sample }: EpisodeSpan,
): number | null {
  const named = quality.atrial_findings?.find(
    (one) => one.kind === kind && one.start_sample < end_sample && one.end_sample > start_sample,
  );
  if (named !== undefined) return named.certainty / 100;
  const first = lowerBound(beats.samples, start_sample);
  const after = lowerBound(beats.samples, end_sample + 1);
  if (after <= first) return null;
  const column = kind === 'af' || kind === 'afl' ? beats.af : beats.confidence;
  let sum = 0;
  for (let i = first; i < after; i++) sum += column[i] ?? 0;
  return sum / (after - first) / 100;
}

/** Number of beats examined: a run of thousands of beats is classified by its first ones. */
const shapeBeats = 500;

function shapeOf(beats: BeatTable, { start_sample, end_sample }: EpisodeSpan): number | null {
  const count = new Map<number, number>();
  const { samples, classes, templates } = beats;
  const first = lowerBound(samples, start_sample);
  for (let i = first; i < first + shapeBeats && (samples[i] ?? Infinity) <= end_sample; i++) {
    const template = templates[i] ?? noTemplate;
    if (classes[i] === byteN || template === noTemplate) continue;
    count.set(template, (count.get(template) ?? 0) + 1);
  }
  let most: readonly [number, number] | undefined;
  for (const one of count) if (one[1] > (most?.[1] ?? 0)) most = one;
  return most?.[0] ?? null;
}

/** Returns every finding with its state, in order of time, including rejected ones. */
export function readFindings(summary: AnalysisSummary, reading: Reading): ReadFinding[] {
  const judged = reading.verdicts.map(({ finding, verdict }) => ({ ...finding, verdict }));
  const verdictOf = spanFinder(judged, summary.sampling_hz);
  const drawnOf = spanFinder(reading.episodes, summary.sampling_hz);
  const found = summary.episodes.map((one): ReadFinding => {
    const { kind, start_sample, end_sample } = one;
    const episode = { ...one, shape: shapeOf(reading.beats, one) };
    const drawn = drawnOf(kind, start_sample, end_sample);
    if (drawn?.start_sample === start_sample && drawn.end_sample === end_sample)
      return {
        ...episode,
        certainty: null,
        state: 'mended',
        episode: drawn.episode,
        name: drawn.name,
        instead_of: drawn.instead_of,
      };
    const verdict = verdictOf(kind, start_sample, end_sample)?.verdict;
    const certainty = certaintyOf(reading, one);
    return { ...episode, certainty, state: verdict === 'accepted' ? 'accepted' : 'open' };
  });
  for (const { finding, verdict } of reading.verdicts) {
    if (verdict !== 'rejected') continue;
    const certainty = certaintyOf(reading, finding);
    const shape = shapeOf(reading.beats, finding);
    found.push({ ...finding, beats: 0, bpm: null, certainty, shape, state: 'rejected' });
  }
  return found.sort((a, b) => a.start_sample - b.start_sample || a.end_sample - b.end_sample);
}
