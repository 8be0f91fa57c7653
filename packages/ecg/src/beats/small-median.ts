/** Sorts the first `count` values in place and returns them. It is an insertion sort, for a few dozen values. */
function sortedFirst(values: Float32Array, count: number): Float32Array {
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

/** Returns the median of the first `count` values (the upper one of two) and sorts them in place. */
export const medianOfFirst = (values: Float32Array, count: number): number =>
  sortedFirst(values, count)[count >> 1] ?? 0;

/** Returns the median of the first `count` values, of an even number the mean of two, and sorts them; 0 of none. */
export function middleOfFirst(values: Float32Array, count: number): number {
  const sorted = sortedFirst(values, count);
  return count === 0 ? 0 : ((sorted[count >> 1] ?? 0) + (sorted[(count - 1) >> 1] ?? 0)) / 2;
}
