/**
 * Finds where two readings differ most: runs of beats with different classes, and episodes that only one of them has.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import { beatClasses } from '../labels/beat-labels.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { Episode } from '../rhythm/summary.ts';

/**
 * A beat that the two readings classify differently; classes are given by index, the index after the last class is no
 * beat.
 */
export interface BeatEvent {
  readonly sample: number;
  readonly first: number;
  readonly second: number;
}

interface DifferenceSpan {
  readonly start_sample: number;
  readonly end_sample: number;
}
export type ReadingDifference =
  | (DifferenceSpan & {
      readonly of: 'beats';
      /** Null if that reading has no beat there. */
      readonly first: BeatClass | null;
      readonly second: BeatClass | null;
      readonly beats: number;
    })
  | (DifferenceSpan & {
      readonly of: 'episode';
      readonly kind: RhythmKey;
      readonly side: 'first' | 'second';
    });

const most = 10;
/** Two equal differences at most this many seconds apart are counted as one. */
const nearS = 10;

interface Run extends DifferenceSpan {
  readonly first: number;
  readonly second: number;
  readonly beats: number;
}

function runsOf(events: readonly BeatEvent[], gap: number): Run[] {
  const runs: Run[] = [];
  const last = new Map<number, number>();
  for (const { sample, first, second } of events) {
    const cell = first * (beatClasses.length + 1) + second;
    const at = last.get(cell) ?? -1;
    const run = runs[at];
    if (run !== undefined && sample - run.end_sample <= gap) {
      runs[at] = { ...run, end_sample: sample, beats: run.beats + 1 };
    } else {
      last.set(cell, runs.length);
      runs.push({ first, second, start_sample: sample, end_sample: sample, beats: 1 });
    }
  }
  return runs;
}

/**
 * Returns a function that tells whether an episode overlaps one of these of its kind. It uses binary search, as tens of
 * thousands of episodes may be compared.
 */
export function overlapFinder(episodes: readonly Episode[]): (one: Episode) => boolean {
  const kinds = new Set(episodes.map(({ kind }) => kind));
  const spans = new Map(
    Array.from(kinds, (kind) => {
      const own = episodes.filter((one) => one.kind === kind);
      const sorted = own.sort((a, b) => a.start_sample - b.start_sample);
      let reach = 0;
      const reaches = sorted.map(({ end_sample }) => (reach = Math.max(reach, end_sample)));
      return [kind, { starts: sorted.map(({ start_sample }) => start_sample), reaches }];
    }),
  );
  return ({ kind, start_sample, end_sample }) => {
    const { starts = [], reaches = [] } = spans.get(kind) ?? {};
    const begun = lowerBound(starts, end_sample + 1);
    return begun > 0 && (reaches[begun - 1] ?? 0) >= start_sample;
  };
}

/** Returns the episodes of one reading that no episode of their kind in the other overlaps. */
function alone(
  own: readonly Episode[],
  others: readonly Episode[],
  side: 'first' | 'second',
): Extract<ReadingDifference, { of: 'episode' }>[] {
  const isFound = overlapFinder(others);
  return own
    .filter((one) => !isFound(one))
    .map(({ kind, start_sample, end_sample }) => ({ of: 'episode', kind, side, start_sample, end_sample }));
}

const lengthOf = ({ start_sample, end_sample }: DifferenceSpan): number => end_sample - start_sample;

/** Returns the ten largest differences of each type: episodes by length, runs of beats by number of beats. */
export function differencesOf(
  { events, hz }: { readonly events: readonly BeatEvent[]; readonly hz: number },
  first: readonly Episode[],
  second: readonly Episode[],
): ReadingDifference[] {
  const episodes = [...alone(first, second, 'first'), ...alone(second, first, 'second')]
    .sort((a, b) => lengthOf(b) - lengthOf(a) || a.start_sample - b.start_sample)
    .slice(0, most);
  const runs = runsOf(events, nearS * hz)
    .sort((a, b) => b.beats - a.beats || a.start_sample - b.start_sample)
    .slice(0, most)
    .map((run): ReadingDifference => {
      const { start_sample, end_sample, beats } = run;
      const [before, after] = [beatClasses[run.first] ?? null, beatClasses[run.second] ?? null];
      return { of: 'beats', first: before, second: after, start_sample, end_sample, beats };
    });
  return [...episodes, ...runs];
}
