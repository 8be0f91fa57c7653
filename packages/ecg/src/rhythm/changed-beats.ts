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

/** So many beats more than there are fit into a column that is renewed again and again. */
const roomForMore = 4096;

/**
 * A column of `count` values to be written, in the memory of `spare` where that is large enough: a million fresh values
 * for each edit cost more time to be had than to be filled.
 */
function floats(count: number, spare: Float32Array | undefined): Float32Array {
  const buffer = spare?.buffer ?? new ArrayBuffer(0);
  if (count * Float32Array.BYTES_PER_ELEMENT <= buffer.byteLength) return new Float32Array(buffer, 0, count);
  return new Float32Array(count + roomForMore).subarray(0, count);
}

function bytes(count: number, spare: Uint8Array | undefined): Uint8Array {
  const buffer = spare?.buffer ?? new ArrayBuffer(0);
  if (count <= buffer.byteLength) return new Uint8Array(buffer, 0, count);
  return new Uint8Array(count + roomForMore).subarray(0, count);
}

function carry<T extends Float32Array | Uint8Array>(was: T, now: T, changed: ChangedBeats): T {
  now.set(was.subarray(0, changed.from));
  now.set(was.subarray(changed.was_until), changed.until);
  return now;
}

/**
 * Values of each beat with those that did not change in their places; what stands between them is to be written. Of a
 * `spare` column, which nobody reads any more, the memory is written over.
 */
export const carriedFloats = (was: Float32Array, changed: ChangedBeats, spare?: Float32Array): Float32Array =>
  carry(was, floats(was.length + grownBy(changed), spare), changed);

export const carriedBytes = (was: Uint8Array, changed: ChangedBeats, spare?: Uint8Array): Uint8Array =>
  carry(was, bytes(was.length + grownBy(changed), spare), changed);
