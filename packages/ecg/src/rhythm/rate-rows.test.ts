import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { rateRows } from './rate-rows.ts';
import { every, handQuality, handTable } from './test-table.ts';

test('a change of rate within the hour is visible, and noise has no row', () => {
  // Ten minutes at 60 per minute, ten at 120, then ten unreadable ones.
  const at = [...every(600, 1), ...every(2400, 0.5, 600.5)];
  const unread = Array.from({ length: 600 }, (_, i) => 1200 + i);
  const rows = rateRows(handTable(at, 'N', 1800), handQuality(1800, unread), defaultCriteria, 60);
  expect(rows.length).toBe(40);
  expect(rows[10]).toMatchObject({ start_s: 300, duration_s: 30, hr_min: 60, hr_mean: 60, hr_max: 60 });
  expect(rows[30]).toMatchObject({ hr_min: 120, hr_mean: 120, hr_max: 120 });
});

test('a recording shorter than a row has one', () => {
  const rows = rateRows(handTable([0, 1, 2], 'N', 5), handQuality(5), defaultCriteria, 108);
  expect(rows).toMatchObject([{ start_s: 0, hr_min: 60, hr_mean: 60, hr_max: 60 }]);
});
