import { expect, test } from 'vitest';
import { bytesPerSecond, withMark, type PaceMark } from './pace.ts';

const after = (...marks: [number, number][]) =>
  marks.reduce<PaceMark[]>((kept, [at_ms, bytes]) => withMark(kept, { at_ms, bytes }), []);

test('no pace is shown before a second is known', () => {
  expect(bytesPerSecond(after([0, 0], [900, 900]))).toBeNull();
  expect(bytesPerSecond(after([0, 0], [2_000, 1_000]))).toBe(500);
});

test('only the last ten seconds count', () => {
  expect(bytesPerSecond(after([0, 0], [20_000, 1_000_000], [22_000, 1_000_200]))).toBe(100);
});

test('a count that decreases starts again', () => {
  expect(after([0, 500], [1_000, 900], [2_000, 100])).toEqual([{ at_ms: 2_000, bytes: 100 }]);
});
