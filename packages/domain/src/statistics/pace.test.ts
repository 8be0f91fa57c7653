import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, calendarDate, daysBetween } from '../kit/calendar.ts';
import { paceDays, paceOf, paceReachDays, type Finished } from './pace.ts';
import { weekdayOf } from './steps.ts';

const monday = calendarDate('2026-11-23');
const on = (...days: readonly (readonly [string, number])[]): Map<string, Finished> =>
  new Map(days.map(([day, cases]) => [day, { cases, minutes: cases * 60 }]));

test('weekends count only if a case was finished on them', () => {
  const days = paceOf(monday, on(['2026-11-21', 3])).days.map(({ day }) => day);
  expect(days).toHaveLength(paceDays + 1);
  expect(days.at(-1)).toBe(monday);
  expect(days).toContain('2026-11-21');
  expect(days).not.toContain('2026-11-22');
  expect(days[0]).toBe('2026-11-04');
});

test('the median is of the days before, and today does not change it', () => {
  const past = Array.from({ length: paceReachDays }, (_, ago) => addDays(monday, -1 - ago))
    .filter((day) => weekdayOf(day) <= 5)
    .map((day, index) => [day, index < 7 ? 2 : 6] as const);
  const { median_cases, median_minutes } = paceOf(monday, on(...past, [monday, 99]));
  expect([median_cases, median_minutes]).toEqual([2, 120]);
});

test('the median of nothing is nothing', () => {
  expect(paceOf(monday, new Map())).toMatchObject({ median_cases: 0, median_minutes: 0 });
});

test('all days shown are within the period, in order, today last', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.uniqueArray(fc.integer({ min: 0, max: paceReachDays })),
      (later, worked) => {
        const today = addDays(monday, later);
        const finished = on(...worked.map((ago) => [addDays(today, -ago), 1] as const));
        const days = paceOf(today, finished).days.map(({ day }) => day);
        expect(days).toHaveLength(paceDays + 1);
        expect(days).toEqual([...days].sort());
        expect(days.at(-1)).toBe(today);
        expect(daysBetween(days[0] ?? today, today)).toBeLessThanOrEqual(paceReachDays);
      },
    ),
  );
});
