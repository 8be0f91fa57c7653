import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarMonth, nextMonth } from '../kit/calendar.ts';
import { billedMonth, closeMonthFault, closingWaitMs, monthInstants, openMonthFrom } from './invoices.ts';

const seoul = (): number => 540;
const month = calendarMonth;
const november = month('2026-11');

test('a case is billed in its month of the billing time zone', () => {
  expect(billedMonth(Date.UTC(2026, 9, 31, 14, 59), seoul)).toBe('2026-10');
  expect(billedMonth(Date.UTC(2026, 9, 31, 15, 0), seoul)).toBe('2026-11');
});

test('every instant is in exactly one month, in any zone', () => {
  const anyInstant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) });
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: -720, max: 840 }), (atMs, offset) => {
      const zone = (): number => offset;
      const own = billedMonth(atMs, zone);
      const { from_ms, until_ms } = monthInstants(own, zone);
      expect(from_ms <= atMs && atMs < until_ms).toBe(true);
      expect(monthInstants(nextMonth(own), zone).from_ms).toBe(until_ms);
    }),
  );
});

test('a month closes once, when it has been over for some time', () => {
  const over = Date.UTC(2026, 10, 30, 15) + closingWaitMs;
  const fault = (closed: readonly string[], nowMs: number) =>
    closeMonthFault(november, new Set(closed.map(month)), nowMs, seoul);
  expect(fault([], over)).toBeNull();
  expect(fault(['2026-10'], over)).toBeNull();
  expect(fault([], over - 1)).toBe('billing/month-not-over');
  expect(fault(['2026-11'], over)).toBe('billing/month-closed');
});

test('an adjustment skips every closed month', () => {
  const closed = new Set(['2026-11', '2026-12', '2027-02'].map(month));
  expect(openMonthFrom(november, closed)).toBe('2027-01');
  expect(openMonthFrom(month('2027-03'), closed)).toBe('2027-03');
  expect(openMonthFrom(month('2026-10'), closed)).toBe('2026-10');
});
