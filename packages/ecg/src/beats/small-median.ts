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

/** Of the first nine values, without sorting: the median of the threes' highest low, middle middle and lowest high. */
export function medianOfNine(values: Float32Array): number {
  const a = values[0] ?? 0;
  const b = values[1] ?? 0;
  const c = values[2] ?? 0;
  const d = values[3] ?? 0;
  const e = values[4] ?? 0;
  const f = values[5] ?? 0;
  const g = values[6] ?? 0;
  const h = values[7] ?? 0;
  const i = values[8] ?? 0;
  return medianOfThree(
    Math.max(Math.min(a, b, c), Math.min(d, e, f), Math.min(g, h, i)),
    medianOfThree(medianOfThree(a, b, c), medianOfThree(d, e, f), medianOfThree(g, h, i)),
    Math.min(Math.max(a, b, c), Math.max(d, e, f), Math.max(g, h, i)),
  );
}
