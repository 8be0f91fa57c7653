import { expect, test } from 'vitest';
import { halfHz } from './lead-bands.ts';
import { LongIntervals } from './long-intervals.ts';

const meets = (beatsS: readonly number[], fromS: number, untilS: number): boolean => {
  const intervals = new LongIntervals();
  for (const s of beatsS) intervals.beat(s * halfHz);
  return intervals.meets(fromS * halfHz, untilS * halfHz);
};

test('a long interval is reported in all of its time and nowhere else', () => {
  const beats = [1, 2, 3, 7, 8, 9, 10, 11];
  expect([0, 2.5, 4, 6.5, 7].map((s) => meets(beats, s, s + 1))).toEqual([false, true, true, true, false]);
});

test('time after the last beat is reported once it is long, and so is a beginning without a beat', () => {
  expect(meets([1, 2, 3], 3, 5)).toBe(false);
  expect(meets([1, 2, 3], 4, 6)).toBe(true);
  expect(meets([4, 5], 0, 2)).toBe(true);
  expect(meets([], 0, 10)).toBe(true);
});
