import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, calendarDate, calendarMonth, daysBetween } from '../kit/calendar.ts';
import {
  dueDate,
  invoiceNumber,
  invoiceStateFault,
  invoiceStates,
  issuerCode,
  numberYear,
} from './invoice-states.ts';

const day = calendarDate;

test('an invoice is due at the end of a month, 13 to 46 days after its issue', () => {
  expect(dueDate(day('2026-11-01'))).toBe('2026-11-30');
  expect(dueDate(day('2026-11-15'))).toBe('2026-11-30');
  expect(dueDate(day('2026-11-16'))).toBe('2026-12-31');
  expect(dueDate(day('2027-01-31'))).toBe('2027-02-28');
  fc.assert(
    fc.property(fc.nat({ max: 4000 }), (days) => {
      const issued = addDays(day('2024-01-01'), days);
      const due = dueDate(issued);
      expect(addDays(due, 1).slice(8)).toBe('01');
      const apart = daysBetween(issued, due);
      expect(apart >= 13 && apart <= 46).toBe(true);
    }),
  );
});

test('a state changes to another one, on a day between the issue and today', () => {
  const days = { on: day('2026-11-10'), issued: day('2026-11-01'), today: day('2026-11-22') };
  for (const from of invoiceStates)
    for (const to of invoiceStates)
      expect(invoiceStateFault(from, to, days)).toBe(from === to ? 'billing/invoice-state' : null);
  expect(invoiceStateFault('open', 'paid', { ...days, on: day('2026-11-23') })).toBe('billing/invoice-day');
  expect(invoiceStateFault('open', 'paid', { ...days, on: day('2026-10-31') })).toBe('billing/invoice-day');
});

test('numbers count within a year of their issuer, and may exceed their digits', () => {
  const month = calendarMonth('2026-10');
  expect(numberYear(month)).toBe(2026);
  expect(invoiceNumber('TKY', month, 17)).toBe('TKY-2026-10-0017');
  expect(invoiceNumber('TKY', month, 12_345)).toBe('TKY-2026-10-12345');
  expect(issuerCode(null, 7)).toBe('C7');
  expect(issuerCode('TKY', 7)).toBe('TKY');
});
