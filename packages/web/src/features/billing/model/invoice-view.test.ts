import { expect, test } from 'vitest';
import { closedState, daysLeft, draftMoney, invoiceSchema, monthBeside, shownMonth } from './invoice-view.ts';

const month = (name: string, account_count = 0, closed_count = 0) => ({
  month: name,
  year: Number(name.slice(0, 4)),
  confirmed_count: 0,
  adjustment_count: 0,
  account_count,
  closed_count,
});
const months = ['2026-11', '2026-10', '2026-09'].map((name) => month(name));

test('the URL names a month or the newest is shown; an invalid month is ignored', () => {
  expect(shownMonth(months, invoiceSchema.parse({ month: '2026-13' }).month)).toBe('2026-11');
  expect(shownMonth(months, invoiceSchema.parse({ month: '2026-09' }).month)).toBe('2026-09');
  expect(shownMonth([], undefined)).toBeUndefined();
  expect(invoiceSchema.parse({ year: 'x' }).year).toBeUndefined();
});

test('a step goes to the next month, and stays at either end', () => {
  expect(monthBeside(months, '2026-10', 1)).toBe('2026-09');
  expect(monthBeside(months, '2026-10', -1)).toBe('2026-11');
  expect(monthBeside(months, '2026-11', -1)).toBe('2026-11');
  expect(monthBeside(months, '2026-09', 1)).toBe('2026-09');
});

test('a month is closed once all its accounts are', () => {
  expect(closedState(month('2026-10'))).toBe('empty');
  expect(closedState(month('2026-10', 3))).toBe('open');
  expect(closedState(month('2026-10', 3, 2))).toBe('part');
  expect(closedState(month('2026-10', 3, 3))).toBe('closed');
});

test('today is one of the days left', () => {
  expect(daysLeft('2026-11', '2026-11-30')).toBe(1);
  expect(daysLeft('2026-11', '2026-11-21')).toBe(10);
  expect(daysLeft('2026-12', '2026-12-01')).toBe(31);
  expect(daysLeft('2026-10', '2026-11-21')).toBe(0);
});

test('an amount is typed in major units of its currency', () => {
  const draft = { kind: 'price', amount: '120.50', reason: '' } as const;
  expect(draftMoney({ ...draft, currency: 'USD' })).toEqual({ currency: 'USD', amount_minor: 12_050 });
  expect(draftMoney({ ...draft, currency: 'JPY' })).toBeNull();
});
