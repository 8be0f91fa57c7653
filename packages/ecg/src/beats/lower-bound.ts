/** Returns the index of the first of ascending values that is at least `least`; their number if there is none. */
export function lowerBound(values: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
