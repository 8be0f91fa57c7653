import { expect, test } from 'vitest';
import { createBaselineRr } from './baseline-rr.ts';

function after(intervals: readonly number[], first = 0.8): number {
  const baseline = createBaselineRr(first);
  for (const interval of intervals) baseline.add(interval);
  return baseline.value();
}
const many = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

test('follows slow changes, not a sudden run or a pause', () => {
  const slower = Array.from({ length: 200 }, (_, i) => 0.8 + 0.001 * i);
  expect(after(slower)).toBeGreaterThan(0.98);
  expect(after([...many(0.8, 50), ...many(0.45, 100)])).toBeCloseTo(0.8, 2);
  expect(after([...many(0.8, 50), 2, ...many(0.8, 5)])).toBeCloseTo(0.8, 1);
});

test('accepts a rhythm that lasts, and quickly at the start', () => {
  expect(after([...many(0.8, 50), ...many(0.45, 200)])).toBeCloseTo(0.45, 2);
  expect(after(many(0.5, 20), 1.2)).toBeCloseTo(0.5, 1);
});

test('a factor on all intervals scales the result', () => {
  const intervals = Array.from({ length: 300 }, (_, i) => (i % 7 === 0 ? 0.5 : 0.8 + 0.05 * Math.sin(i)));
  const twice = intervals.map((value) => 2 * value);
  expect(after(twice, 1.6)).toBeCloseTo(2 * after(intervals), 9);
});
