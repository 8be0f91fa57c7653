/** Computes medians of three and of nine without sorting. */

export const medianOfThree = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/**
 * Returns the median of the nine values from `first`, `step` apart: of each three, take low, middle and high; the
 * result is the median of the highest low, the middle middle and the lowest high.
 */
export function medianOfNine(values: Float32Array, first: number, step: number): number {
  const at = (k: number): number => values[first + k * step] ?? 0;
  const [a, b, c, d, e, f, g, h, i] = [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)];
  return medianOfThree(
    Math.max(Math.min(a, b, c), Math.min(d, e, f), Math.min(g, h, i)),
    medianOfThree(medianOfThree(a, b, c), medianOfThree(d, e, f), medianOfThree(g, h, i)),
    Math.min(Math.max(a, b, c), Math.max(d, e, f), Math.max(g, h, i)),
  );
}
