import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, calendarDate, daysBetween } from '../kit/calendar.ts';
import {
  percentileOf,
  periodBefore,
  piecesOf,
  statisticsPeriodFault,
  statisticUnits,
  weekdayOf,
} from './steps.ts';

const day = calendarDate;
const period = fc
  .record({ start: fc.integer({ min: 0, max: 4000 }), days: fc.integer({ min: 1, max: 366 }) })
  .map(({ start, days }) => {
    const from = addDays(day('2020-01-01'), start);
    return { from, to: addDays(from, days - 1) };
  });

test('a year and a day of a leap year can be counted, nothing longer, and no reversed period', () => {
  expect(statisticsPeriodFault('2025-11-21', '2026-11-21')).toBeNull();
  expect(statisticsPeriodFault('2025-11-20', '2026-11-21')).toBe('statistics/period');
  expect(statisticsPeriodFault('2026-11-21', '2026-11-20')).toBe('statistics/period');
  expect(statisticsPeriodFault('2026-02-30', '2026-03-01')).toBe('input/date');
});

test('weeks begin on Monday, months on their first day, and the ends of the period cut them', () => {
  expect(weekdayOf(day('2026-11-22'))).toBe(7);
  expect(weekdayOf(day('2023-12-31'))).toBe(7);
  const november = { from: day('2026-10-30'), to: day('2026-11-10') };
  expect(piecesOf(november, 'week')).toEqual([
    { from: '2026-10-30', to: '2026-11-01' },
    { from: '2026-11-02', to: '2026-11-08' },
    { from: '2026-11-09', to: '2026-11-10' },
  ]);
  expect(piecesOf(november, 'month')).toEqual([
    { from: '2026-10-30', to: '2026-10-31' },
    { from: '2026-11-01', to: '2026-11-10' },
  ]);
});

test('the pieces of a period are its days without a gap, and the period before is as long', () => {
  fc.assert(
    fc.property(period, fc.constantFrom(...statisticUnits), (whole, unit) => {
      const pieces = piecesOf(whole, unit);
      expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([whole.from, whole.to]);
      pieces.slice(1).forEach((piece, index) => {
        const before = pieces[index];
        if (before === undefined) throw new Error('no piece before');
        expect(daysBetween(before.to, piece.from)).toBe(1);
      });
      const before = periodBefore(whole);
      expect(daysBetween(before.to, whole.from)).toBe(1);
      expect(daysBetween(before.from, before.to)).toBe(daysBetween(whole.from, whole.to));
    }),
  );
});

test('a percentile is the value of that rank among all', () => {
  expect(percentileOf([], 0.5)).toBeNull();
  const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.constantFrom(0.5, 0.9, 1), (all, share) => {
      const sorted = all.toSorted((one, other) => one - other);
      const counted = [...new Set(all)].map((value) => ({
        value,
        count: all.filter((each) => each === value).length,
      }));
      expect(percentileOf(counted, share)).toBe(sorted[Math.ceil(all.length * share) - 1]);
    }),
  );
});
