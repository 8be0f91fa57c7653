/** Sorts the first `count` values in place and returns them. An insertion sort: made for a few dozen values. */
export function sortedFirst(values: Float32Array, count: number): Float32Array {
  for (let i = 1; i < count; i++) {
    const value = values[i] ?? 0;
    let j = i - 1;
    while (j >= 0 && (values[j] ?? 0) > value) {
      values[j + 1] = values[j] ?? 0;
      j--;
    }
    values[j + 1] = value;
  }
  return values;
}

/** Median of the first `count` values (the upper one of two), which are sorted in place. */
export const medianOfFirst = (values: Float32Array, count: number): number =>
  sortedFirst(values, count)[count >> 1] ?? 0;

export const medianOfThree = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/**
 * Of the nine values from `from` in a ring, without sorting: the median of the threes' highest low, middle middle and
 * lowest high.
 */
export function medianOfNine(ring: Float32Array, from: number): number {
  const mask = ring.length - 1;
  const a = ring[from & mask] ?? 0;
  const b = ring[(from + 1) & mask] ?? 0;
  const c = ring[(from + 2) & mask] ?? 0;
  const d = ring[(from + 3) & mask] ?? 0;
  const e = ring[(from + 4) & mask] ?? 0;
  const f = ring[(from + 5) & mask] ?? 0;
  const g = ring[(from + 6) & mask] ?? 0;
  const h = ring[(from + 7) & mask] ?? 0;
  const i = ring[(from + 8) & mask] ?? 0;
  return medianOfThree(
    Math.max(Math.min(a, b, c), Math.min(d, e, f), Math.min(g, h, i)),
    medianOfThree(medianOfThree(a, b, c), medianOfThree(d, e, f), medianOfThree(g, h, i)),
    Math.min(Math.max(a, b, c), Math.max(d, e, f), Math.max(g, h, i)),
  );
}
