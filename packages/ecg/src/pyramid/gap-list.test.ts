import { expect, test } from 'vitest';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { GapList, maxGaps } from './gap-list.ts';

function listOf(values: readonly number[], samplingHz: number) {
  const list = new GapList(samplingHz);
  list.scan(Int16Array.from(values), 0, 1, values.length, 0);
  return list.result();
}

test('gaps with less than a second between them are one; a second apart they are two', () => {
  const gap = NO_SIGNAL;
  expect(listOf([gap, 1, 1, gap, 1, 1, 1, gap, gap], 3)).toEqual({
    gaps: [
      { start: 0, end: 4 },
      { start: 7, end: 9 },
    ],
    merged_below_samples: 3,
    missing_samples: 4,
  });
});

test('a hostile number of gaps is joined, and none of them is left out', () => {
  const count = 20_000;
  const values = Array.from({ length: count * 60 }, (_unused, i) => (i % 60 === 0 ? NO_SIGNAL : 1));
  const { gaps, merged_below_samples: below, missing_samples: missing } = listOf(values, 50);
  expect(gaps.length).toBeLessThanOrEqual(maxGaps);
  expect(missing).toBe(count);
  expect(below).toBeGreaterThan(50);
  expect(gaps[0]?.start).toBe(0);
  expect(gaps.at(-1)?.end).toBe((count - 1) * 60 + 1);
});
