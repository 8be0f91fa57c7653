import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  calendarDate,
  calendarMonth,
  dateInZone,
  dateStartMs,
  dayMs,
  daysBetween,
  hourMs,
  isCalendarDate,
  judgeSearchPeriod,
  monthInZone,
  monthStartMs,
  nextMonth,
} from './calendar.ts';

const seoul = (): number => 540;
/** Central Europe in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC. */
const berlin = (ms: number): number => (ms >= 1774746000000 && ms < 1792890000000 ? 120 : 60);
const anyDay = fc.integer({ min: -700_000, max: 2_900_000 });
const epoch = calendarDate('1970-01-01');

test('dates are real days', () => {
  for (const text of ['2024-02-29', '2000-02-29', '9999-12-31', '0001-01-01']) {
    expect(isCalendarDate(text)).toBe(true);
  }
  for (const text of ['2023-02-29', '1900-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '24-01-01', '']) {
    expect(isCalendarDate(text)).toBe(false);
  }
  expect(() => calendarDate('2024-2-1')).toThrow('CalendarDate');
});

test('adding the days between two dates gives the second, and the text order is the day order', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (first, second) => {
      const [a, b] = [addDays(epoch, first), addDays(epoch, second)];
      expect(daysBetween(a, b)).toBe(second - first);
      expect(addDays(a, daysBetween(a, b))).toBe(b);
      expect(a < b).toBe(first < second);
    }),
  );
});

test('the day numbers agree with the platform calendar', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(addDays(epoch, day)).toBe(new Date(day * dayMs).toISOString().slice(0, 10));
    }),
  );
});

test('an instant belongs to its day in the zone’s local time', () => {
  const ms = Date.UTC(2026, 10, 30, 15, 30);
  expect(dateInZone(ms, () => 0)).toBe('2026-11-30');
  expect(dateInZone(ms, seoul)).toBe('2026-12-01');
  expect(monthInZone(ms, seoul)).toBe('2026-12');
  expect(dateInZone(-1, () => 0)).toBe('1969-12-31');
});

test('a month begins at its first instant, even if the clock changes then', () => {
  expect(monthStartMs(calendarMonth('2026-12'), seoul)).toBe(Date.UTC(2026, 10, 30, 15));
  for (const zone of [seoul, berlin]) {
    for (const month of ['2026-03', '2026-04', '2026-10', '2026-11'].map(calendarMonth)) {
      const start = monthStartMs(month, zone);
      expect(monthInZone(start, zone)).toBe(month);
      expect(monthInZone(start - 1, zone) < month).toBe(true);
    }
  }
  expect(nextMonth(calendarMonth('2026-12'))).toBe('2027-01');
  expect(nextMonth(calendarMonth('2026-01'))).toBe('2026-02');
});

test('a midnight that a zone skips begins with the first instant after it', () => {
  const gapMs = Date.UTC(2026, 8, 6, 4);
  const santiago = (ms: number): number => (ms < gapMs ? -240 : -180);
  expect(dateStartMs(calendarDate('2026-09-06'), santiago)).toBe(gapMs);
  expect(dateStartMs(calendarDate('2026-09-07'), santiago)).toBe(gapMs + 23 * hourMs);
});

test('a search period spans fewer than 62 calendar days', () => {
  const from = calendarDate('2026-01-01');
  expect(judgeSearchPeriod(from, addDays(from, 60))).toBeNull();
  expect(judgeSearchPeriod(from, addDays(from, 61))).toBe('input/period-too-long');
  expect(judgeSearchPeriod(from, from)).toBeNull();
  expect(judgeSearchPeriod(from, addDays(from, -1))).toBe('input/date');
  expect(judgeSearchPeriod(null, from)).toBe('input/period-missing');
});
