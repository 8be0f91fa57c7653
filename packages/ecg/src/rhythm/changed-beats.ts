/**
 * Which beats have moved, come or gone between two tables of one recording, so that what follows from the others need
 * not be worked out again: a beat that is added among a million changes the intervals beside it alone.
 *
 * Law: what stands before `from` and, counted from the ends, behind `until` is the same in both.
 */
import type { BeatTable } from '../beats/beat-table.ts';

export interface ChangedBeats {
  readonly from: number;
  /** Behind the last one that changed, in the table before and in the table now. */
  readonly was_until: number;
  readonly until: number;
}

type Placed = Pick<BeatTable, 'samples' | 'af'>;

/** By where the beats are and by what is said of the rhythm around each: one put where another went has its own. */
export function changedBeats(before: Placed, now: Placed): ChangedBeats {
  const [a, b] = [before.samples.length, now.samples.length];
  const shorter = Math.min(a, b);
  const isSame = (i: number, k: number): boolean =>
    before.samples[i] === now.samples[k] && before.af[i] === now.af[k];
  let from = 0;
  while (from < shorter && isSame(from, from)) from++;
  let same = 0;
  while (same < shorter - from && isSame(a - 1 - same, b - 1 - same)) same++;
  return { from, was_until: a - same, until: b - same };
}

/** How many beats there are more than before. */
export const grownBy = ({ was_until, until }: ChangedBeats): number => until - was_until;

/** Beats that were looked at anew, the last one left out, and how far those behind have moved. */
interface Renewal {
  readonly from: number;
  readonly until: number;
  readonly grown: number;
}

/** Spans before and behind what was looked at anew, with those found there between them. */
export function renewed<T extends { readonly first: number; readonly last: number }>(
  was: readonly T[],
  found: readonly T[],
  { from, until, grown }: Renewal,
): T[] {
  const before = was.filter(({ last }) => last < from);
  const behind = was.filter(({ last }) => last >= until - grown);
  return [
    ...before,
    ...found,
    ...behind.map((span) => ({ ...span, first: span.first + grown, last: span.last + grown })),
  ];
}

/** Values of each beat with those that did not change in their places; between them what was there. */
export function carried<T extends Float32Array | Uint8Array>(was: T, now: T, changed: ChangedBeats): T {
  now.set(was.subarray(0, changed.from));
  now.set(was.subarray(changed.was_until), changed.until);
  return now;
}
