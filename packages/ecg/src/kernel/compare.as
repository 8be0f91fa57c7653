/**
 * Computes several columns side by side: medians over nine windows, and a signal compared with a shape at eight shifts.
 */
import {
  mediansAt,
  nineAt,
  productsAt,
  promoted,
  shapeAt,
  signalAt,
  squaresAt,
  sumsAt,
} from './memory';

@inline
function lowest(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmin(f32x4.pmin(a, b), c);
}

@inline
function highest(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmax(f32x4.pmax(a, b), c);
}

@inline
function middle(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmax(f32x4.pmin(a, b), f32x4.pmin(f32x4.pmax(a, b), c));
}

@inline
function rowOfNine(k: usize): v128 {
  return v128.load(nineAt + (k << 4));
}

/**
 * Computes medians of four figures at once: the median of the highest low, the middle middle and the lowest high of the
 * three groups of three.
 */
export function mediansOfNine(): void {
  const a = rowOfNine(0), b = rowOfNine(1), c = rowOfNine(2);
  const d = rowOfNine(3), e = rowOfNine(4), f = rowOfNine(5);
  const g = rowOfNine(6), h = rowOfNine(7), i = rowOfNine(8);
  const inner = middle(d, e, f);
  const low = highest(lowest(a, b, c), lowest(d, e, f), lowest(g, h, i));
  const high = lowest(highest(a, b, c), highest(d, e, f), highest(g, h, i));
  v128.store(mediansAt, middle(low, middle(middle(a, b, c), inner, middle(g, h, i)), high));
  v128.store(mediansAt, inner, 16);
}

/** Writes, for each of eight shifts of the signal, the sum over `length` of its products with the shape. */
export function correlate(length: i32): void {
  let a = f64x2.splat(0);
  let b = a, c = a, d = a;
  for (let k: usize = 0; k < <usize>length; k++) {
    const value = f64x2.splat(<f64>load<f32>(shapeAt + (k << 2)));
    const at = signalAt + (k << 2);
    a = f64x2.add(a, f64x2.mul(promoted(at), value));
    b = f64x2.add(b, f64x2.mul(promoted(at + 8), value));
    c = f64x2.add(c, f64x2.mul(promoted(at + 16), value));
    d = f64x2.add(d, f64x2.mul(promoted(at + 24), value));
  }
  storeShifts(productsAt, a, b, c, d);
}

/** Writes, for each of eight shifts of the signal, the sum of its samples and of their squares. */
export function moments(length: i32): void {
  let a = f64x2.splat(0);
  let b = a, c = a, d = a, aa = a, bb = a, cc = a, dd = a;
  for (let k: usize = 0; k < <usize>length; k++) {
    const at = signalAt + (k << 2);
    const w = promoted(at);
    const x = promoted(at + 8);
    const y = promoted(at + 16);
    const z = promoted(at + 24);
    a = f64x2.add(a, w);
    b = f64x2.add(b, x);
    c = f64x2.add(c, y);
    d = f64x2.add(d, z);
    aa = f64x2.add(aa, f64x2.mul(w, w));
    bb = f64x2.add(bb, f64x2.mul(x, x));
    cc = f64x2.add(cc, f64x2.mul(y, y));
    dd = f64x2.add(dd, f64x2.mul(z, z));
  }
  storeShifts(sumsAt, a, b, c, d);
  storeShifts(squaresAt, aa, bb, cc, dd);
}

@inline
function storeShifts(at: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(at, a);
  v128.store(at, b, 16);
  v128.store(at, c, 32);
  v128.store(at, d, 48);
}
