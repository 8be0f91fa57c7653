import fc from 'fast-check';
import { expect, test } from 'vitest';
import { peakNear, pickBeat, selectedBeats, stepBeat } from './beat-selection.ts';
import type { Selected } from './beat-selection.ts';

const beats = [100, 300, 500, 700, 900];
const at = (sample: number): Selected => ({ anchor: sample, focus: sample });

test('a click selects the beat within reach, otherwise the position between beats', () => {
  expect(pickBeat(beats, null, 308, 10, false)).toEqual(at(300));
  expect(pickBeat(beats, null, 400, 10, false)).toEqual(at(400));
  expect(selectedBeats(beats, at(400))).toEqual([]);
  expect(pickBeat(beats, at(700), 308, 10, true)).toEqual({ anchor: 700, focus: 300 });
});

test('a step goes to the next beat from the beat, from the position, or from the middle of the strip', () => {
  expect(stepBeat(beats, at(300), 0, 1, false)).toEqual(at(500));
  expect(stepBeat(beats, at(400), 0, -1, false)).toEqual(at(300));
  expect(stepBeat(beats, null, 600, 1, false)).toEqual(at(700));
  expect(stepBeat(beats, at(900), 0, 1, false)).toEqual(at(900));
  expect(stepBeat([], null, 0, 1, false)).toBeNull();
});

test('extending and reducing restores the selection', () => {
  const steps = fc.array(fc.constantFrom(-1 as const, 1 as const), { maxLength: 4 });
  fc.assert(
    fc.property(steps, (walk) => {
      const there = walk.reduce<Selected | null>((now, by) => stepBeat(beats, now, 0, by, true), at(500));
      expect(there?.anchor).toBe(500);
      const inside = walk.reduce((sum, by) => Math.min(2, Math.max(-2, sum + by)), 0);
      expect(there?.focus).toBe(500 + 200 * inside);
      if (there !== null) expect(selectedBeats(beats, there)).toHaveLength(Math.abs(inside) + 1);
    }),
  );
});

test('an added beat is on the peak at its position, upward or downward, and without a signal at the position itself', () => {
  const flat = (peak: number, value: number): number[] =>
    Array.from({ length: 60 }, (_, i) => (i === peak ? value : 0.1));
  expect(peakNear(flat(33, 1.2), 1000, 1030, 10)).toBe(1033);
  expect(peakNear(flat(22, -0.9), 1000, 1030, 10)).toBe(1022);
  expect(peakNear(flat(5, 2), 1000, 1030, 10)).toBe(1020);
  expect(peakNear([NaN, NaN], 1000, 1001, 1)).toBe(1001);
  expect(peakNear([], 1000, 1001, 5)).toBe(1001);
});
