/**
 * Checks the input of the shape network: size, level and polarity of the signal do not matter; replaced templates are
 * kept.
 */
import { expect, test } from 'vitest';
import { pairLength, pairOf, PastViews, viewLength, viewOf } from './template-pair.ts';

/** Returns a mean shape of half-rate samples: P wave, QRS of the given width, T wave. */
const shape = (width: number, factor = 1, level = 0): Float32Array =>
  Float32Array.from(
    { length: 2 * viewLength },
    (_, k) =>
      level +
      factor *
        (10 * Math.exp(-(((k - 22) / 4) ** 2)) +
          100 * Math.exp(-(((k - 42) / width) ** 2)) +
          25 * Math.exp(-(((k - 75) / 7) ** 2))),
  );
const pair = (factor: number, level: number): Float32Array =>
  pairOf(viewOf(shape(6, factor, level)), viewOf(shape(2, factor, level)));

test.each([
  ['three times as large', 3, 0],
  ['on another level', 1, 400],
  ['turned over', -1, 0],
  ['turned over, smaller, on another level', -0.2, -90],
])('a pair is the same %s', (_, factor, level) => {
  const plain = pair(1, 0);
  pair(factor, level).forEach((value, k) => {
    expect(value).toBeCloseTo(plain[k] ?? NaN, 3);
  });
});

test('a pair is the own shape, then the dominant one, both divided by the size of the dominant one', () => {
  const [own, dominant] = [viewOf(shape(6)), viewOf(shape(2))];
  const both = pairOf(own, dominant);
  expect(both).toHaveLength(pairLength);
  const squares = both.subarray(viewLength).reduce((sum, value) => sum + value * value, 0);
  expect(squares / viewLength).toBeCloseTo(1, 5);
  const ratio = (both[20] ?? 0) / (own[20] ?? 1);
  own.forEach((value, k) => {
    expect(both[k]).toBeCloseTo(ratio * value, 4);
  });
});

test('without a signal the pair is empty', () => {
  const nothing = viewOf(new Float32Array(2 * viewLength));
  expect([...pairOf(nothing, nothing)].every((value) => value === 0)).toBe(true);
});

test('a replaced template keeps its shape to one per cent, whatever its number', () => {
  const past = new PastViews();
  const widths = new Map([
    [0, 2],
    [63, 5],
    [64, 8],
    [4000, 11],
  ]);
  for (const [id, width] of widths) past.keep(id, shape(width), id === 0 ? 0 : 63);
  for (const [id, width] of widths) {
    const view = viewOf(shape(width));
    const most = Math.max(...view.map(Math.abs));
    past.viewOf(id).forEach((value, k) => {
      expect(Math.abs(value - (view[k] ?? NaN))).toBeLessThan(most / 100);
    });
    expect(past.dominantOf(id)).toBe(id === 0 ? 0 : 63);
  }
});
