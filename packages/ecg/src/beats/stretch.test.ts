/** Checks that sizes and products from running sums are those of the signal around each place. */
import { expect, test } from 'vitest';
import { normal, seededRandom } from '../synth/random.ts';
import { Stretch, width } from './stretch.ts';

const ring = 4096;
/** A shape whose mean is zero. */
const shape = Float32Array.from({ length: width }, (_, i) => Math.cos((2 * Math.PI * i) / width));

/** Returns the signal around a place without the line from its first to its last value. */
function around(half: Float32Array, place: number): number[] {
  const values = Array.from(shape, (_, i) => half[(place - (width >> 1) + i) & (ring - 1)] ?? 0);
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  return values.map((value, i) => value - first - ((last - first) * i) / (width - 1));
}

test.each([
  [200, 260],
  [4000, 4200],
  [50, 3000],
])('places %i to %i of a ring far off zero', (first, last) => {
  const random = seededRandom(4);
  const half = Float32Array.from({ length: ring }, (_, i) => 4e4 + 3 * i + 50 * normal(random));
  const stretch = new Stretch();
  stretch.read(half, first, last);
  for (let at = first; at <= last; at += 20) {
    const values = around(half, at);
    const mean = values.reduce((sum, value) => sum + value, 0) / width;
    expect(stretch.sizeAt(at)).toBeCloseTo(Math.hypot(...values.map((value) => value - mean)), 3);
    const product = values.reduce((sum, value, i) => sum + value * (shape[i] ?? 0), 0);
    expect(stretch.productAt(at, shape)).toBeCloseTo(product, 3);
  }
});
