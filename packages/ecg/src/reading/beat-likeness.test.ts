import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beatsBeside,
  decodeLikeness,
  encodeLikeness,
  likenessCounts,
  likenessWithin,
  meanCut,
  pressedCut,
  type BeatLikeness,
} from './beat-likeness.ts';
import { createBeatShapes } from './beat-shape.ts';

const likenesses: fc.Arbitrary<BeatLikeness> = fc
  .array(fc.tuple(fc.nat(255), fc.nat(255)), { maxLength: 60 })
  .map((rows) => ({
    samples: Uint32Array.from(rows, (_, i) => 1000 + i * 200),
    like: Uint8Array.from(rows, ([like]) => like),
    main: Uint8Array.from(rows, ([, main]) => main),
  }));

test('encoded values decode to the same, and other bytes to nothing', () => {
  fc.assert(
    fc.property(likenesses, (given) => {
      expect(decodeLikeness(encodeLikeness(given).buffer)).toEqual(given);
    }),
  );
  expect(decodeLikeness(new ArrayBuffer(7))).toBeNull();
});

test('both sides of a cut are the whole group, and more similar beats are never removed before less similar ones', () => {
  fc.assert(
    fc.property(likenesses, fc.nat(256), (given, cut) => {
      const [like, unlike] = [beatsBeside(given, cut, 'like'), beatsBeside(given, cut, 'unlike')];
      expect([...like, ...unlike].sort((a, b) => a - b)).toEqual([...given.samples]);
      const of = new Map(Array.from(given.samples, (sample, i) => [sample, given.like[i] ?? 0]));
      const values = like.map((sample) => of.get(sample) ?? 0);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
      expect(Math.min(255, ...values)).toBeGreaterThanOrEqual(
        Math.max(0, ...unlike.map((sample) => of.get(sample) ?? 0)),
      );
    }),
  );
});

test('the cut of a clicked beat leaves the fewest beats on the wrong side', () => {
  const wrongAt = ({ like, main }: BeatLikeness, cut: number): number =>
    like.reduce((sum, value, i) => sum + Number(value >= cut !== value > (main[i] ?? 0)), 0);
  fc.assert(
    fc.property(likenesses, (given) => {
      const own = wrongAt(given, pressedCut(given));
      for (let cut = 0; cut <= 255; cut++) expect(own).toBeLessThanOrEqual(wrongAt(given, cut));
    }),
    { numRuns: 40 },
  );
});

test('a group of two shapes is cut between them', () => {
  const like = Uint8Array.from([...Array.from({ length: 90 }, (_, i) => 220 + (i % 20)), 60, 70, 80, 75]);
  const given = { samples: Uint32Array.from(like.keys()), like, main: like };
  const cut = meanCut(likenessCounts(given));
  expect(beatsBeside(given, cut, 'unlike')).toEqual([90, 91, 93, 92]);
});

test('of a group of one shape a few beats least like the mean are offered', () => {
  const like = Uint8Array.from({ length: 1000 }, (_, i) => 230 + (i % 20));
  like[7] = 205;
  const given = { samples: Uint32Array.from(like.keys()), like, main: like };
  expect(beatsBeside(given, meanCut(likenessCounts(given)), 'unlike')).toEqual([7]);
});

test('only present members of the group are counted', () => {
  const given = {
    samples: Uint32Array.of(10, 20, 30),
    like: Uint8Array.of(1, 2, 3),
    main: Uint8Array.of(4, 5, 6),
  };
  expect(likenessWithin(given, [30, 10, 99])).toEqual({
    samples: Uint32Array.of(10, 30),
    like: Uint8Array.of(1, 3),
    main: Uint8Array.of(4, 6),
  });
});

const hz = 250;
const gains = [2, 2];

/** Returns two leads with a beat at each position: narrow and tall, or wide and inverted in the second half. */
function signal(beats: readonly { at: number; wide: boolean; offset?: number; height?: number }[]) {
  const frames = new Int16Array(2 * 3000);
  for (let i = 0; i < 3000; i++)
    for (const { at, wide, offset = 0, height = 1 } of beats) {
      const s = (i - at) / hz;
      if (Math.abs(s) > 0.5) continue;
      const width = wide ? 0.05 : 0.015;
      const value =
        height *
        (500 * Math.exp(-((s / width) ** 2)) - (wide ? 250 : -80) * Math.exp(-(((s - 0.2) / 0.05) ** 2)));
      frames[2 * i] = value + offset;
      frames[2 * i + 1] = -value / 2 + offset;
    }
  return { frames, gains };
}

test('a beat is like itself at any position and baseline; another shape and another height are not', () => {
  const shapes = createBeatShapes(hz, 2);
  const given = signal([
    { at: 300, wide: false },
    { at: 903, wide: false, offset: 400 },
    { at: 1500, wide: true },
    { at: 2100, wide: false, height: 3 },
  ]);
  const reference = shapes.narrow(shapes.wide(given, 300));
  const alike = (at: number): number => shapes.alike(shapes.wide(given, at), reference);
  expect(alike(300)).toBe(1);
  expect(alike(903)).toBeGreaterThan(0.99);
  expect(alike(902)).toBeGreaterThan(0.9);
  expect(alike(1500)).toBeLessThan(0.7);
  expect(alike(2100)).toBeLessThan(0.7);
  expect(alike(1500)).toBeGreaterThanOrEqual(0);
});
