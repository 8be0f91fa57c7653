import { expect, test } from 'vitest';
import { lastDays, localToday, periodFault } from './period.ts';

test('thirty days end today', () => {
  expect(lastDays('2026-03-01', 30)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
});

test('61 days are searched, 62 are not', () => {
  expect(periodFault({ from: '2026-01-01', to: '2026-03-02' })).toBeNull();
  expect(periodFault({ from: '2026-01-01', to: '2026-03-03' })).toBe('input/period-too-long');
});

test('a period is entered, valid and not reversed', () => {
  expect(periodFault({ from: '', to: '2026-03-03' })).toBe('input/period-missing');
  expect(periodFault({ from: '2026-02-30', to: '2026-03-03' })).toBe('input/date');
  expect(periodFault({ from: '2026-03-04', to: '2026-03-03' })).toBe('input/date');
});

test('today is written with two digits each', () => {
  expect(localToday(new Date(2026, 0, 5))).toBe('2026-01-05');
});
