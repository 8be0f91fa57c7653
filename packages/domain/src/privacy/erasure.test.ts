import { expect, test } from 'vitest';
import { reportUntil } from './erasure.ts';

const now = new Date('2026-06-01T00:00:00Z');
const there = { now, time_zone: 'UTC' };

test('a released report stays for the years of the installation, counted from its release', () => {
  expect(reportUntil(new Date('2020-02-29T12:00:00Z'), 10, there)).toBe('2030-03-01');
  expect(reportUntil(new Date('2016-06-02T00:00:00Z'), 10, there)).toBe('2026-06-02');
  expect(reportUntil(new Date('2016-05-31T23:59:59Z'), 10, there)).toBeNull();
});

test('the last day is the one where the hospital is', () => {
  const seoul = { now, time_zone: 'Asia/Seoul' };
  expect(reportUntil(new Date('2020-11-30T22:00:00Z'), 10, seoul)).toBe('2030-12-01');
});

test('nothing stays without a released report, or if the installation keeps none', () => {
  expect(reportUntil(null, 10, there)).toBeNull();
  expect(reportUntil(new Date('2026-05-31T00:00:00Z'), 0, there)).toBeNull();
});
