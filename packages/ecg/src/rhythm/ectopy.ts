/**
 * Finds couplets, runs, bigeminy and trigeminy of one class of ectopic beat.
 *
 * - A run has at least `run_beats` beats in a row, a couplet exactly two; all others are `single`.
 * - A ventricular run slower than `vt_bpm` is an idioventricular rhythm. A supraventricular run slower than 100 per
 *   minute is counted, but is not called a tachycardia.
 * - In bigeminy every second beat is ectopic, in trigeminy every third, for at least `pattern_beats` ectopic beats.
 *
 * An uncounted interval ends any of them. An interval of 3 s or more ends a run: no rhythm is slower than 20 per
 * minute.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { byteS, byteV } from '../beats/beat-class.ts';
import { nextOf } from '../beats/next-of.ts';
import type { Criteria } from '../criteria/criteria.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { meanRate } from './episode-list.ts';
import type { EpisodeList } from './episode-list.ts';
import type { Intervals } from './intervals.ts';
import type { EctopyFigures } from './summary.ts';

interface Kinds {
  readonly byte: number;
  readonly couplet: RhythmKey;
  readonly run: RhythmKey;
  /** Kind of a run slower than a tachycardia; null if such a run is only counted. */
  readonly slow_run: RhythmKey | null;
  /** Mean rate from which a run is a tachycardia. */
  readonly tachycardia_bpm: (criteria: Criteria) => number;
  readonly bigeminy: RhythmKey;
  readonly trigeminy: RhythmKey;
}
export const ventricular: Kinds = {
  byte: byteV,
  couplet: 'v_couplet',
  run: 'vt',
  slow_run: 'ivr',
  tachycardia_bpm: ({ vt_bpm }) => vt_bpm,
  bigeminy: 'v_bigeminy',
  trigeminy: 'v_trigeminy',
};
/** Mean rate from which a supraventricular run is a tachycardia. */
export const svtBpm = 100;
export const supraventricular: Kinds = {
  byte: byteS,
  couplet: 's_couplet',
  run: 'svt',
  slow_run: null,
  tachycardia_bpm: () => svtBpm,
  bigeminy: 's_bigeminy',
  trigeminy: 's_trigeminy',
};

export function findEctopy(
  beats: BeatTable,
  intervals: Intervals,
  criteria: Criteria,
  kinds: Kinds,
  episodes: EpisodeList,
  counted: number,
): EctopyFigures {
  const runs = findRuns(beats, intervals, criteria, kinds, episodes);
  const bigeminies = findPattern(
    beats,
    intervals,
    kinds.byte,
    2,
    criteria.pattern_beats,
    kinds.bigeminy,
    episodes,
  );
  const trigeminies = findPattern(
    beats,
    intervals,
    kinds.byte,
    3,
    criteria.pattern_beats,
    kinds.trigeminy,
    episodes,
  );
  return {
    beats: runs.beats,
    share: counted === 0 ? 0 : runs.beats / counted,
    single: runs.single,
    couplets: runs.couplets,
    runs: runs.runs,
    slow_runs: runs.slow,
    longest_run_beats: runs.longest,
    fastest_run_bpm: runs.fastest > 0 ? runs.fastest : null,
    bigeminies,
    trigeminies,
  };
}

/** Counts ectopic beats in a row: single beats, couplets and runs. */
function findRuns(
  beats: BeatTable,
  intervals: Intervals,
  criteria: Criteria,
  kinds: Kinds,
  episodes: EpisodeList,
) {
  const figures = { beats: 0, single: 0, couplets: 0, runs: 0, slow: 0, longest: 0, fastest: 0 };
  const { classes } = beats;
  const n = classes.length;
  for (let i = nextOf(classes, kinds.byte, 0); i >= 0; i = nextOf(classes, kinds.byte, i + 1)) {
    if (intervals.counted[i] === 0) continue;
    let end = i + 1;
    while (end < n && classes[end] === kinds.byte && isInRow(intervals.rr[end] ?? 0)) end++;
    const length = end - i;
    figures.beats += length;
    if (length >= criteria.run_beats) {
      const bpm = meanRate(intervals.rr, i + 1, end - 1);
      const isSlow = bpm !== null && bpm < kinds.tachycardia_bpm(criteria);
      const name = isSlow ? kinds.slow_run : kinds.run;
      if (name === null || episodes.add(name, i, end - 1)) countRun(figures, length, bpm, isSlow);
    } else if (length === 2) {
      if (episodes.add(kinds.couplet, i, end - 1)) figures.couplets++;
    } else figures.single += length;
    i = end - 1;
  }
  addDrawnRuns(figures, kinds, episodes);
  return figures;
}

/** Seconds from which an interval ends a run: no rhythm is slower than 20 per minute. */
const runEndsS = 3;
const isInRow = (rr: number): boolean => rr > 0 && rr < runEndsS;

type RunFigures = { runs: number; slow: number; couplets: number; longest: number; fastest: number };

function countRun(figures: RunFigures, beats: number, bpm: number | null, isSlow: boolean): void {
  figures.runs++;
  if (isSlow) figures.slow++;
  figures.longest = Math.max(figures.longest, beats);
  figures.fastest = Math.max(figures.fastest, bpm ?? 0);
}

function addDrawnRuns(figures: RunFigures, kinds: Kinds, episodes: EpisodeList): void {
  for (const { beats, bpm } of episodes.drawn(kinds.run)) countRun(figures, beats, bpm, false);
  if (kinds.slow_run !== null) {
    for (const { beats, bpm } of episodes.drawn(kinds.slow_run)) countRun(figures, beats, bpm, true);
  }
  figures.couplets += episodes.drawn(kinds.couplet).length;
}

/** Finds ectopic beats that are exactly `period` beats apart, with no ectopic beat between them. */
function findPattern(
  beats: BeatTable,
  intervals: Intervals,
  byte: number,
  period: number,
  fewest: number,
  kind: RhythmKey,
  episodes: EpisodeList,
): number {
  const { classes } = beats;
  let found = episodes.drawn(kind).length;
  for (let i = nextOf(classes, byte, 0); i >= 0; i = nextOf(classes, byte, i + 1)) {
    if (intervals.counted[i] === 0) continue;
    let last = i;
    let count = 1;
    while (nextInPattern(classes, intervals.rr, byte, last, period)) {
      last += period;
      count++;
    }
    if (count >= fewest) {
      if (episodes.add(kind, i, last)) found++;
      i = last;
    }
  }
  return found;
}

function nextInPattern(
  classes: Uint8Array,
  rr: Float32Array,
  byte: number,
  at: number,
  period: number,
): boolean {
  if (at + period >= classes.length || classes[at + period] !== byte) return false;
  for (let k = 1; k <= period; k++) {
    if (!((rr[at + k] ?? 0) > 0) || (k < period && classes[at + k] === byte)) return false;
  }
  return true;
}
