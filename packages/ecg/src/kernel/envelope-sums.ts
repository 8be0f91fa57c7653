/** Computes sums around one position at half rate that complement the envelope: slow waves and sharp bends. */
import { span } from './kernel-sizes.ts';

/** Half-rate samples to either side of `h` that the two sums below use. */
export const envelopeReach = 24;

/** Returns the sum over 96 ms around `h` of the absolute Haar wavelet at 256 ms: P, T and motion. */
export function slowAt(half: Float32Array, h: number): number {
  let front = 0;
  let back = 0;
  for (let k = 0; k < 16; k++) {
    front += half[h - 6 + k] ?? 0;
    back += half[h - 22 + k] ?? 0;
  }
  let sum = Math.abs(front - back);
  for (let k = 1; k < span; k++) {
    const middle = half[h - 7 + k] ?? 0;
    front += (half[h + 9 + k] ?? 0) - middle;
    back += middle - (half[h - 23 + k] ?? 0);
    sum += Math.abs(front - back);
  }
  return sum;
}

/** Returns the sum over 96 ms around `h` of the absolute second difference: muscle noise, pacing. */
export function fastAt(half: Float32Array, h: number): number {
  const from = h - (span >> 1);
  let a = half[from - 1] ?? 0;
  let b = half[from] ?? 0;
  let sum = 0;
  for (let k = 1; k <= span; k++) {
    const c = half[from + k] ?? 0;
    sum += Math.abs(a - 2 * b + c);
    a = b;
    b = c;
  }
  return sum;
}
