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
