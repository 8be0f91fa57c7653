/** Compares the QRS of a beat with that of a template: 96 ms before to 112 ms after the peak, at half rate. */

/** Half-rate samples that a template stores before the R peak (336 ms). */
export const templateBefore = 42;
export const qrsBefore = 12;
const qrsAfter = 14;
export const qrsLength = qrsBefore + qrsAfter + 1;
const qrsOffset = templateBefore - qrsBefore;
export const mostShift = 2;
/** Largest ratio of sizes. */
const joinSize = 1.75;
/** Part of the steepest slope of a QRS from which a sample belongs to it. */
const steep = 0.2;

/** Returns how wide the QRS of a template is: the half-rate samples from its first to its last steep one. */
export function widthOf(shape: Float32Array): number {
  const slope = (k: number): number => Math.abs((shape[k + 1] ?? 0) - (shape[k - 1] ?? 0));
  let most = 0;
  for (let k = qrsOffset; k < qrsOffset + qrsLength; k++) most = Math.max(most, slope(k));
  let [first, last] = [qrsOffset + qrsLength, qrsOffset];
  for (let k = qrsOffset; k < qrsOffset + qrsLength; k++) {
    if (slope(k) < steep * most) continue;
    first = Math.min(first, k);
    last = k;
  }
  return last - first + 1;
}

export const areLike = (size: number, norm: number): boolean =>
  size >= 1e-3 && size <= norm * joinSize && norm <= size * joinSize;

/**
 * Returns the product sum. The compared part of a template has mean zero, so the product divided by both sizes is the
 * correlation.
 */
export function product(half: Float32Array, from: number, shape: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < qrsLength; k++) sum += (half[from + k] ?? 0) * (shape[qrsOffset + k] ?? 0);
  return sum;
}

export const products = new Float64Array(2 * mostShift + 1);

/** Computes the products at the four shifts side by side, as sums that do not wait for each other. */
export function crossCorrelate(half: Float32Array, from: number, shape: Float32Array): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < qrsLength; k++) {
    const value = shape[qrsOffset + k] ?? 0;
    a += (half[from + k - 2] ?? 0) * value;
    b += (half[from + k - 1] ?? 0) * value;
    c += (half[from + k + 1] ?? 0) * value;
    d += (half[from + k + 2] ?? 0) * value;
  }
  products[0] = a;
  products[1] = b;
  products[3] = c;
  products[4] = d;
}
