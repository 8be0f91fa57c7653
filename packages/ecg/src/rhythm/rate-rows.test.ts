import { expect, test } from 'vitest';
import { defaultCriteria as criteria } from '../criteria/criteria.ts';
import type { PlacedExtreme } from './episode-marks.ts';
import { rateRows } from './rate-rows.ts';
import { every, handQuality, handTable } from './test-table.ts';

test('a change of rate within the hour is visible, and noise has no row', () => {
  // Ten minutes at 60 per minute, ten at 120, then ten unreadable ones.
  const at = [...every(600, 1), ...every(2400, 0.5, 600.5)];
  const unread = Array.from({ length: 600 }, (_, i) => 1200 + i);
  const rows = rateRows(handTable(at, 'N', 1800), handQuality(1800, unread), { criteria, most: 60 });
  expect(rows.length).toBe(40);
  expect(rows[10]).toMatchObject({ start_s: 300, duration_s: 30, hr_min: 60, hr_mean: 60, hr_max: 60 });
  expect(rows[30]).toMatchObject({ hr_min: 120, hr_mean: 120, hr_max: 120 });
});

test('a recording shorter than a row has one', () => {
  const rows = rateRows(handTable([0, 1, 2], 'N', 5), handQuality(5), { criteria, most: 108 });
  expect(rows).toMatchObject([{ start_s: 0, hr_min: 60, hr_mean: 60, hr_max: 60 }]);
});

test('the intervals of a rejected rate and of a rejected longest interval are not drawn', () => {
  // One beat a second, a burst of sixteen at 200 per minute and later a missed beat.
  const at = [...every(100, 1), ...every(16, 0.3, 99.8), ...every(200, 1, 105.5)].filter((_, i) => i !== 200);
  const [beats, quality] = [handTable(at, 'N', 310), handQuality(310)];
  const rowsOf = (rejected: readonly PlacedExtreme[]) =>
    rateRows(beats, quality, { criteria, most: 1, rejected });
  const [drawn] = rowsOf([]);
  const fastest = beats.samples[115] ?? 0;
  const missed = beats.samples[199] ?? 0;
  const [without] = rowsOf([
    { extreme: 'max_rate', sample: fastest },
    { extreme: 'max_rate', sample: beats.samples[108] ?? 0 },
    { extreme: 'longest_rr', sample: missed },
  ]);
  expect(drawn?.hr_max).toBeGreaterThan(150);
  expect(without?.hr_max).toBeLessThan(100);
  expect(drawn?.hr_min).toBeLessThan(55);
  expect(without?.hr_min).toBeGreaterThan(58);
});
