import { expect, test } from 'vitest';
import { seededRandom } from '../synth/random.ts';
import { createWaveConcentration } from './wave-concentration.ts';

const hz = 62.5;
const size = 250;
const concentration = createWaveConcentration(size, hz);
const signal = (value: (s: number) => number): Float32Array =>
  Float32Array.from({ length: size }, (_, i) => value(i / hz));
const sine = (rate: number): Float32Array => signal((s) => 100 * Math.sin(2 * Math.PI * rate * s));

test.each([3, 5, 8])('a wave of %f a second is between 2 and 9 Hz', (rate) => {
  expect(concentration.of(sine(rate), 0)).toBeGreaterThan(0.97);
});

test.each([0.5, 1, 11, 20])('a wave of %f a second is not', (rate) => {
  expect(concentration.of(sine(rate), 0)).toBeLessThan(0.03);
});

test('two waves of equal power, one between and one not, give a half; a factor changes nothing', () => {
  const both = sine(5).map((value, i) => value + (sine(15)[i] ?? 0));
  expect(concentration.of(both, 0)).toBeCloseTo(0.5, 2);
  expect(
    concentration.of(
      both.map((value) => 7 * value),
      0,
    ),
  ).toBeCloseTo(concentration.of(both, 0), 6);
});

test('white noise gives about the share of the band; a flat line gives nothing', () => {
  const random = seededRandom(4);
  const noise = Array.from({ length: 40 }, () =>
    concentration.of(
      signal(() => random() - 0.5),
      0,
    ),
  );
  expect(noise.reduce((sum, one) => sum + one, 0) / noise.length).toBeCloseTo(7 / 31.25, 1);
  expect(concentration.of(new Float32Array(size), 0)).toBe(0);
});
