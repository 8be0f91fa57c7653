/**
 * Measures how sharply a signal turns: the fourth difference in steps of 24 ms, highest around 20 Hz, over 72 ms. A QRS
 * turns more sharply than waves of any size.
 */
const step = 3;
const sumReach = 4;

/** Half-rate samples before the first and after the last position that are read. */
export const turnReach = 2 * step + sumReach;

/** Returns how sharply the ring `half` turns around each of `count` half-rate samples from `from` on. */
export function turnsFrom(half: Float32Array, from: number, count: number): Float64Array {
  const mask = half.length - 1;
  const at = (i: number): number => half[i & mask] ?? 0;
  const sums = new Float64Array(count + 2 * sumReach + 1);
  for (let k = 1; k < sums.length; k++) {
    const i = from - sumReach - 1 + k;
    const inner = at(i - step) + at(i + step);
    const turn = 6 * at(i) - 4 * inner + at(i - 2 * step) + at(i + 2 * step);
    sums[k] = (sums[k - 1] ?? 0) + Math.abs(turn);
  }
  const turns = new Float64Array(count);
  for (let i = 0; i < count; i++) turns[i] = (sums[i + 2 * sumReach + 1] ?? 0) - (sums[i] ?? 0);
  return turns;
}
