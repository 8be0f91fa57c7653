import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarMonth, monthInZone } from '../kit/calendar.ts';
import { adjustmentOf, billedMonth, closeMonthFault, invoiceOf, openMonthFrom } from './invoices.ts';
import { money } from './money.ts';

const seoul = (): number => 540;
const month = calendarMonth;
const november = month('2026-11');

const anyCase = fc.record({
  case_id: fc.nat(),
  hospital_id: fc.integer({ min: 1, max: 3 }),
  confirmed_ms: fc.integer({ min: Date.UTC(2026, 8, 1), max: Date.UTC(2026, 11, 31) }),
  price: fc.nat({ max: 90_000 }).map((amount) => money('KRW', amount)),
});

test('a case is billed in the month that the billing zone shows', () => {
  expect(billedMonth(Date.UTC(2026, 9, 31, 14, 59), seoul)).toBe('2026-10');
  expect(billedMonth(Date.UTC(2026, 9, 31, 15, 0), seoul)).toBe('2026-11');
});

test('every confirmed case is in exactly one month’s invoice', () => {
  fc.assert(
    fc.property(fc.array(anyCase), (cases) => {
      const months = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01'].map(month);
      const lines = months.flatMap((one) => invoiceOf(one, cases, seoul));
      expect(lines.reduce((sum, { confirmed_count }) => sum + confirmed_count, 0)).toBe(cases.length);
      const billed = lines
        .flatMap(({ totals }) => totals)
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0);
      expect(billed).toBe(cases.reduce((sum, { price }) => sum + price.amount_minor, 0));
    }),
  );
});

test('a month closes once, when it is over, by level 4 or more', () => {
  const inDecember = Date.UTC(2026, 10, 30, 15);
  const fault = (closed: readonly string[], nowMs: number, role: 'DISTRIBUTER' | 'CENTER') =>
    closeMonthFault(november, new Set(closed.map(month)), nowMs, seoul, role);
  expect(fault([], inDecember, 'DISTRIBUTER')).toBeNull();
  expect(fault([], inDecember - 1, 'DISTRIBUTER')).toBe('billing/month-not-over');
  expect(fault(['2026-11'], inDecember, 'DISTRIBUTER')).toBe('billing/month-closed');
  expect(fault([], inDecember, 'CENTER')).toBe('auth/role-never');
});

test('frozen figures plus adjustments are what the cases cost now', () => {
  const closed = new Set(['2026-09', '2026-10', '2026-11'].map(month));
  fc.assert(
    fc.property(anyCase, fc.option(fc.nat({ max: 90_000 })), ({ confirmed_ms, price }, amount) => {
      const after = amount === null ? null : money('KRW', amount);
      const adjustment = adjustmentOf(confirmed_ms, price, after, closed, seoul);
      const frozen = closed.has(monthInZone(confirmed_ms, seoul));
      if (!frozen) expect(adjustment).toBeNull();
      else {
        expect(price.amount_minor + (adjustment?.difference.amount_minor ?? 0)).toBe(amount ?? 0);
        if (adjustment !== null) expect(adjustment.month).toBe('2026-12');
      }
    }),
  );
});

test('an adjustment passes over every closed month', () => {
  const closed = new Set(['2026-11', '2026-12', '2027-02'].map(month));
  expect(openMonthFrom(november, closed)).toBe('2027-01');
  expect(openMonthFrom(month('2027-03'), closed)).toBe('2027-03');
});
