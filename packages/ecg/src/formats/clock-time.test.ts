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
  '20261105',
  '051126',
  '05NOV26',
  '05:11:26',
  '05 11 26',
  '05,11,26',
  '05·11·26',
])('%s is 5 November 2026', (text) => expect(parseDate(text, true)).toEqual(day));

test.each([
  ['03-MRZ-2026', 3],
  ['03-MÄR-2026', 3],
  ['03-MAI-2026', 5],
  ['03-JUIN-2026', 6],
  ['03-JUIL-2026', 7],
  ['03-AGO-2026', 8],
  ['03-AOÛT-2026', 8],
  ['03-SET-2026', 9],
  ['03-OKT-2026', 10],
  ['03-DIC-2026', 12],
  ['03-DEZ-2026', 12],
])('%s has month %d', (text, month) => {
  expect(parseDate(text, false)).toEqual({ year: 2026, month, day: 3 });
});

test.each(['05.11', 'xx.xx.xx', '05-QQQ-2026', '11.2026', '0511', '..', '05-11-2', '5. .26'])(
  '%s is no date that exists',
  (text) => {
    const date = parseDate(text, true);
    expect(date === null ? null : clockMs(date, 0, 0, 0)).toBeNull();
  },
);

test('two-digit years are read only where the format has them', () => {
  expect(parseDate('05.11.26', false)).toBeNull();
  expect(parseDate('05.11.85', true)).toEqual({ ...day, year: 1985 });
});

test.each([
  ['08.05.09', [8, 5, 9]],
  ['8:05', [8, 5, 0]],
  ['08:05:09.25', [8, 5, 9.25]],
  ['080509', [8, 5, 9]],
  ['08 05 09', [8, 5, 9]],
  ['08,05,09', [8, 5, 9]],
  ['08h05m09', [8, 5, 9]],
  ['8:05 AM', [8, 5, 0]],
  ['08:05PM', [20, 5, 0]],
  ['12:05 AM', [0, 5, 0]],
])('%s is a time', (text, expected) => expect(parseTime(text)).toEqual(expected));

test.each(['13:05 PM', '0:05 AM', 'noon', '', '8'])('%s is no time of day', (text) => {
  expect(parseTime(text)).toBeNull();
});

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
