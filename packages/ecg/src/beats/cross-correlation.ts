/** Cross-correlation of a shape with a signal at seven lags side by side: seven sums that need not wait for each other. */
export const shifts = 7;

/** To `products`, at each lag, the sum over `length` of signal from `from` plus lag times shape from `first`. */
export function crossCorrelate(
  signal: Float32Array,
  from: number,
  shape: Float32Array,
  first: number,
  length: number,
  products: Float64Array,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  for (let k = 0; k < length; k++) {
    const value = shape[first + k] ?? 0;
    const at = from + k;
    a += (signal[at] ?? 0) * value;
    b += (signal[at + 1] ?? 0) * value;
    c += (signal[at + 2] ?? 0) * value;
    d += (signal[at + 3] ?? 0) * value;
    e += (signal[at + 4] ?? 0) * value;
    f += (signal[at + 5] ?? 0) * value;
    g += (signal[at + 6] ?? 0) * value;
  }
  products[0] = a;
  products[1] = b;
  products[2] = c;
  products[3] = d;
  products[4] = e;
  products[5] = f;
  products[6] = g;
}
