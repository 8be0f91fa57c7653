import { expect, test } from 'vitest';
import { compareWithDominant, emptyMeasure } from './beat-measure.ts';
import { templateBefore } from './template-qrs.ts';

const bump = (at: number, middle: number, spread: number, height: number): number =>
  height * Math.exp(-(((at - middle) / spread) ** 2));

/** Returns P, QRS and T of a beat whose R peak is at 0. */
const wave = (at: number, p = 12): number => bump(at, -19, 4, p) + bump(at, 0, 3, 100) + bump(at, 34, 7, 40);

const shape = Float32Array.from({ length: templateBefore + 46 }, (_, k) => wave(k - templateBefore));
const peak = 150;
/** 368 ms: the P wave is on the T wave of the beat before. */
const ago = 46;

/** Measures a beat with P height `p` at that distance; its P wave is compared with the usual one. */
function early(p: number, scale = 1) {
  const half = Float32Array.from(
    { length: 300 },
    (_, k) => scale * (wave(k - peak + ago) + wave(k - peak, p)),
  );
  const measure = emptyMeasure();
  compareWithDominant(half, peak, shape, { shape: shape.map((value) => scale * value), ago }, measure);
  return measure;
}

test('a usual P wave on the preceding T wave is found once the T wave is subtracted', () => {
  const { p_like, p_bend_like, p_bend_size } = early(12);
  expect(p_bend_like).toBeGreaterThan(0.95);
  expect(p_bend_like).toBeGreaterThan(p_like + 0.3);
  expect(Math.abs(p_bend_size)).toBeLessThan(0.2);
});

test('a missing P wave and an inverted one are unlike the usual one', () => {
  expect(early(0).p_bend_size).toBeLessThan(-1);
  expect(early(-12).p_bend_like).toBeLessThan(-0.8);
});

test('a larger lead changes no likeness', () => {
  expect(early(12, 8).p_bend_like).toBeCloseTo(early(12).p_bend_like, 5);
});
