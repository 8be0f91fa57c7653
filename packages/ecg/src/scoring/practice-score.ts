/**
 * Scores a reading of the practice recording against its known truth: beats by ANSI/AAMI EC57 (within 150 ms, all but
 * the artefact), episodes by the time that both agree on. Shares are 0 to 1; null if there was nothing to find, or
 * nothing was found.
 */
import type { PracticeEpisode, PracticeSpan, PracticeTruth } from '../synth/practice-recording.ts';
import { compareBeats, noBeat } from './beat-by-beat.ts';
import type { LabelledBeats } from './beat-by-beat.ts';

export interface FoundShare {
  readonly sensitivity: number | null;
  readonly predictivity: number | null;
}
export interface PracticeScore {
  readonly beats: FoundShare;
  readonly v: FoundShare;
  readonly s: FoundShare;
  readonly af: FoundShare;
  readonly vt: FoundShare;
  readonly pauses: FoundShare;
  /** Mean of all existing shares. */
  readonly total: number;
}

export interface ReadEpisode extends PracticeSpan {
  readonly kind: string;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function beatShares(table: readonly (readonly number[])[], of: number): FoundShare {
  const cell = (row: number, column: number): number => table[row]?.[column] ?? 0;
  const both = cell(of, of);
  const all = [0, 1, 2, 3, 4, noBeat];
  return {
    sensitivity: share(
      both,
      all.reduce((sum, column) => sum + cell(of, column), 0),
    ),
    predictivity: share(
      both,
      all.reduce((sum, row) => sum + cell(row, of), 0),
    ),
  };
}

/** Returns the shares of beats found at all, whatever their class. */
function foundShares(table: readonly (readonly number[])[]): FoundShare {
  const sum = (rows: readonly number[], columns: readonly number[]): number =>
    rows.reduce(
      (rest, row) => rest + columns.reduce((part, column) => part + (table[row]?.[column] ?? 0), 0),
      0,
    );
  const named = [0, 1, 2, 3, 4];
  const both = sum(named, named);
  return {
    sensitivity: share(both, both + sum(named, [noBeat])),
    predictivity: share(both, both + sum([noBeat], named)),
  };
}

const overlap = (a: PracticeSpan, b: PracticeSpan): number =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
const covered = (spans: readonly PracticeSpan[], others: readonly PracticeSpan[]): number =>
  spans.reduce((sum, span) => sum + others.reduce((part, other) => part + overlap(span, other), 0), 0);
const long = (spans: readonly PracticeSpan[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** Scores by time. A beat at either end is within the agreement of two readers. */
function timeShares(
  truth: readonly PracticeSpan[],
  read: readonly PracticeSpan[],
  slack: number,
): FoundShare {
  const wide = (spans: readonly PracticeSpan[]): PracticeSpan[] =>
    spans.map(({ start, end }) => ({ start: start - slack, end: end + slack }));
  return {
    sensitivity: share(Math.min(long(truth), covered(truth, wide(read))), long(truth)),
    predictivity: share(Math.min(long(read), covered(read, wide(truth))), long(read)),
  };
}

/** Scores by number: an episode that overlaps one of the others is found. */
function countShares(truth: readonly PracticeSpan[], read: readonly PracticeSpan[]): FoundShare {
  const meets = (one: PracticeSpan, others: readonly PracticeSpan[]): boolean =>
    others.some((other) => overlap(one, other) > 0);
  return {
    sensitivity: share(truth.filter((one) => meets(one, read)).length, truth.length),
    predictivity: share(read.filter((one) => meets(one, truth)).length, read.length),
  };
}

export function practiceScore(
  truth: PracticeTruth,
  beats: LabelledBeats,
  episodes: readonly ReadEpisode[],
  sampling_hz: number,
): PracticeScore {
  const { unreadable } = truth;
  const table = compareBeats({
    reference: truth,
    test: beats,
    sampling_hz,
    skip_s: 0,
    excluded: [unreadable],
  });
  const of = (kind: PracticeEpisode['kind'], from: readonly ReadEpisode[]): ReadEpisode[] =>
    from.filter((one) => one.kind === kind);
  const both = (kind: PracticeEpisode['kind']) => [of(kind, truth.episodes), of(kind, episodes)] as const;
  const parts = {
    beats: foundShares(table),
    v: beatShares(table, 2),
    s: beatShares(table, 1),
    af: timeShares(...both('af'), 1.5 * sampling_hz),
    vt: countShares(...both('vt')),
    pauses: countShares(...both('pause')),
  };
  const shares = Object.values(parts).flatMap(({ sensitivity, predictivity }) =>
    [sensitivity, predictivity].filter((one) => one !== null),
  );
  return { ...parts, total: shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length) };
}
