import { expect, test } from 'vitest';
import { labelTimes } from './trend-times.ts';

const minutes = 60;
const hours = 60 * minutes;
const of = (duration_s: number, start = '2026-11-26T07:31:00Z') =>
  labelTimes({ start, duration_s, time_zone: 'UTC' });
const clockOf = (at: number): string => new Date(at).toISOString().slice(11, 16);

test('half an hour has a time every five minutes, three hours every quarter', () => {
  expect(of(30 * minutes).times.map(clockOf)).toEqual(['07:35', '07:40', '07:45', '07:50', '07:55', '08:00']);
  expect(
    of(3 * hours)
      .times.map(clockOf)
      .slice(0, 3),
  ).toEqual(['07:45', '08:00', '08:15']);
});

test('a day has a time every two hours, a week its midnights', () => {
  expect(
    of(24 * hours)
      .times.map(clockOf)
      .slice(0, 2),
  ).toEqual(['08:00', '10:00']);
  const week = of(7 * 24 * hours);
  expect([week.isLong, week.times.length, ...new Set(week.times.map(clockOf))]).toEqual([true, 7, '00:00']);
});

test('no recording has more than fourteen times', () => {
  for (const length of [1 * minutes, 61 * minutes, 5 * hours, 59 * hours, 30 * 24 * hours])
    expect(of(length).times.length).toBeLessThanOrEqual(14);
});
