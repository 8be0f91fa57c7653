import { expect, test } from 'vitest';
import { halfRing } from './lead-bands.ts';
import { createNormalTemplates } from './normal-templates.ts';
import type { Likeness } from './normal-templates.ts';

/** Returns a bump of the given spread and height at each position, on a slope that must have no effect. */
function ring(places: readonly [at: number, spread: number, height: number][]): Float32Array {
  return new Float32Array(halfRing).map((_, i) =>
    places.reduce((sum, [at, spread, height]) => sum + height * Math.exp(-(((i - at) / spread) ** 2)), 700),
  );
}

const compared = (half: Float32Array, learned: readonly number[], h: number): Likeness => {
  const shapes = createNormalTemplates();
  for (const at of learned) shapes.learn(half, at);
  const like: Likeness = { best: 9, usual: 9, gain: 9 };
  shapes.compare(half, h, like);
  return like;
};

test('without learned shapes nothing is similar', () => {
  expect(compared(ring([[500, 3, 100]]), [], 500)).toEqual({ best: 0, usual: 0, gain: 0 });
});

test('a beat like the usual ones is distinguished from others, also slightly beside its position', () => {
  const half = ring([
    [500, 3, 100],
    [600, 3, 100],
    [700, 3, 50],
    [800, 14, 100],
  ]);
  const again = compared(half, [500, 600], 702);
  expect(again.best).toBeGreaterThan(0.98);
  expect(again.gain).toBeCloseTo(0.5, 1);
  expect(compared(half, [500, 600], 800).best).toBeLessThan(0.7);
});

test('a second shape is stored beside the usual one', () => {
  const half = ring([
    [500, 3, 100],
    [600, 3, 100],
    [700, 9, -200],
    [800, 9, -200],
  ]);
  const like = compared(half, [500, 600, 700], 800);
  expect(like.best).toBeGreaterThan(0.98);
  expect(like.usual).toBeLessThan(0.7);
});

test('six shapes of ventricular beats are stored beside the usual one', () => {
  const places: [number, number, number][] = [
    [500, 3, 100],
    [600, 3, -100],
    [700, 7, 100],
    [800, 7, -100],
    [900, 14, 100],
    [1000, 14, -100],
    [1100, 1, 100],
  ];
  const half = ring(places);
  const learned = places.map(([at]) => at);
  for (const at of learned) expect(compared(half, learned, at).best).toBeGreaterThan(0.98);
});

test('a shape that was not seen for 310 beats is forgotten, and older history does not matter', () => {
  const half = ring([
    [500, 3, 100],
    [700, 9, -200],
  ]);
  const usual = Array.from({ length: 310 }, () => 500);
  expect(compared(half, [700, 500], 700).best).toBeGreaterThan(0.98);
  const often = Array.from({ length: 310 }, () => 700);
  const after = compared(half, [...often, ...usual], 700);
  expect(after.best).toBeLessThan(0.7);
  expect(after.best).toBeCloseTo(compared(half, usual, 700).best, 4);
});

test('inverted and ten times larger, all similarities are unchanged', () => {
  const half = ring([
    [500, 3, 100],
    [600, 4, 80],
    [700, 5, 90],
  ]);
  const plain = compared(half, [500, 600], 700);
  const turned = compared(
    half.map((value) => 300 - 10 * value),
    [500, 600],
    700,
  );
  expect(turned.best).toBeCloseTo(plain.best, 3);
  expect(turned.gain).toBeCloseTo(plain.gain, 3);
});
