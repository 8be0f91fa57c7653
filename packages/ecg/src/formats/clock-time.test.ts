import { expect, test } from 'vitest';
import { clockMs, parseDate, parseTime } from './clock-time.ts';

const day = { year: 2026, month: 11, day: 5 };

test.each([
  '5.11.26',
  '05/11/26',
  '05-11-26',
  '05.11.2026',
  '05-Nov-2026',
  '5 NOVEMBER 2026',
  '2026-11-05',
  '2026/11/5',
])('%s is 5 November 2026', (text) => expect(parseDate(text, true)).toEqual(day));

test('two-digit years are read only where the format has them', () => {
  expect(parseDate('05.11.26', false)).toBeNull();
  expect(parseDate('05.11.85', true)).toEqual({ ...day, year: 1985 });
});

test.each([
  ['08.05.09', [8, 5, 9]],
  ['8:05', [8, 5, 0]],
  ['08:05:09.25', [8, 5, 9.25]],
  ['080509', [8, 5, 9]],
])('%s is a time', (text, expected) => expect(parseTime(text)).toEqual(expected));

test.each([
  [{ year: 2026, month: 0, day: 0 }, 0, 0, 0],
  [{ year: 2026, month: 2, day: 31 }, 0, 0, 0],
  [{ year: 2027, month: 2, day: 29 }, 0, 0, 0],
  [{ year: 26, month: 11, day: 5 }, 0, 0, 0],
  [day, 25, 0, 0],
  [day, 1, 61, 0],
  [day, 1, 1, 61],
  [day, -1, 0, 0],
])('%j %d:%d:%d is no time', (date, ...time) => expect(clockMs(date, ...time)).toBeNull());

test('a time that exists is read', () => {
  expect(clockMs(day, 23, 59, 59.5)).toBe(Date.UTC(2026, 10, 5, 23, 59, 59, 500));
  expect(clockMs({ year: 2028, month: 2, day: 29 }, 0, 0, 0)).toBe(Date.UTC(2028, 1, 29));
});
