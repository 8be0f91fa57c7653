import { expect, test } from 'vitest';
import { describeFigure, holds } from './bench.ts';
import { median } from './machine-reference.ts';

test('a figure is shown beside its goal and the machine’s reference', () => {
  const line = describeFigure({ what: 'tile, p95', value: 3.1, unit: 'ms', goal: 5 }, 100);
  expect(line.replaceAll(/ +/g, ' ')).toBe(' tile, p95 3.1 ms goal ≤ 5 ms (62 %) 0.031 × reference');
  expect(describeFigure({ what: 'tile, p95', value: 7, unit: 'ms', goal: 5 }, 100)).toContain('MISSED');
  expect(describeFigure({ what: 'share', value: 7, unit: '%' }, 100)).not.toContain('reference');
});

test('a goal is an upper limit, or a lower one if more is better', () => {
  const figure = { what: 'x', unit: 'MB/s', goal: 10 };
  expect(holds({ ...figure, value: 11 })).toBe(false);
  expect(holds({ ...figure, value: 11, better: 'larger' })).toBe(true);
  expect(holds({ what: 'x', unit: 'MB/s', value: 11 })).toBe(true);
});

test('the median of an even and an odd number of values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});
