/**
 * Finds which beats moved, were added or were removed between two tables of one recording, so that values that depend
 * only on other beats need not be computed again: one beat added to a million changes only the intervals beside it.
 *
 * Invariant: the beats before `from` and, counted from the ends, from `until` on are the same in both tables.
 */
import type { BeatTable } from '../beats/beat-table.ts';

export interface ChangedBeats {
  readonly from: number;
  /** End (exclusive) of the changed beats, in the earlier table and in the current one. */
  readonly was_until: number;
  readonly until: number;
}

type Placed = Pick<BeatTable, 'samples' | 'af'>;

/**
 * Compares the position and the AF certainty of the beats: a beat put where another was removed has its own certainty.
 */
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

/** Returns by how many beats the table has grown. */
export const grownBy = ({ was_until, until }: ChangedBeats): number => until - was_until;

/** The range of beats that was searched again (`until` exclusive), and by how much the beats behind it have moved. */
interface Renewal {
  readonly from: number;
  readonly until: number;
  readonly grown: number;
}

/** Combines the earlier spans before and behind the searched range with the spans found in it. */
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

/** Spare room, in beats, of a column that is renewed again and again. */
const roomForMore = 4096;

/**
 * Returns a column of `count` values to be written. It reuses the memory of `spare` if that is large enough: allocating
 * a million values for each edit takes longer than filling them.
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
 * Returns the column of the current beats with the unchanged values in place; the caller writes the values between
 * them. The memory of `spare`, a column that is no longer in use, is overwritten.
 */
export const carriedFloats = (was: Float32Array, changed: ChangedBeats, spare?: Float32Array): Float32Array =>
  carry(was, floats(was.length + grownBy(changed), spare), changed);

export const carriedBytes = (was: Uint8Array, changed: ChangedBeats, spare?: Uint8Array): Uint8Array =>
  carry(was, bytes(was.length + grownBy(changed), spare), changed);
