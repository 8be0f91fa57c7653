/**
 * Which beats have moved, come or gone between two tables of one recording, so that what follows from the others need
 * not be worked out again: a beat that is added among a million changes the intervals beside it alone.
 *
 * Law: what stands before `from` and, counted from the ends, behind `until` is the same in both.
 */
export interface ChangedBeats {
  readonly from: number;
  /** Behind the last one that changed, in the table before and in the table now. */
  readonly was_until: number;
  readonly until: number;
}

export function changedBeats(before: Uint32Array, now: Uint32Array): ChangedBeats {
  const shorter = Math.min(before.length, now.length);
  let from = 0;
  while (from < shorter && before[from] === now[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === now[now.length - 1 - same]) same++;
  return { from, was_until: before.length - same, until: now.length - same };
}

/** Values of each beat with those that did not change in their places; between them what was there. */
export function carried<T extends Float32Array | Uint8Array>(was: T, now: T, changed: ChangedBeats): T {
  now.set(was.subarray(0, changed.from));
  now.set(was.subarray(changed.was_until), changed.until);
  return now;
}
