import { expect, test } from 'vitest';
import { calendarDate } from '../kit/calendar.ts';
import { judgeNewPrice, lengthClassOf, priceOn } from './prices.ts';
import type { ChargingUnit, Price } from './prices.ts';

const hour = 3600;
const price = (changes: Partial<Price> = {}): Price => ({
  priority: 'normal',
  length_class: 'up_to_48_h',
  valid_from: calendarDate('2026-01-01'),
  amount_minor: 30_000,
  ...changes,
});
const unit: ChargingUnit = {
  currency: 'KRW',
  prices: [
    price({ valid_from: calendarDate('2026-07-01'), amount_minor: 33_000 }),
    price(),
    price({ priority: 'urgent', amount_minor: 50_000 }),
    price({ length_class: 'longer', amount_minor: 90_000 }),
  ],
};

test('length classes include their upper end', () => {
  expect(lengthClassOf(48 * hour)).toBe('up_to_48_h');
  expect(lengthClassOf(48 * hour + 1)).toBe('up_to_7_d');
  expect(lengthClassOf(168 * hour)).toBe('up_to_7_d');
  expect(lengthClassOf(168 * hour + 1)).toBe('longer');
});

test('a price depends on the day, the priority and the length', () => {
  const on = (day: string, priority: 'normal' | 'urgent', hours: number) =>
    priceOn(unit, calendarDate(day), priority, hours * hour);
  expect(on('2026-06-30', 'normal', 24)).toEqual({
    ok: true,
    value: { currency: 'KRW', amount_minor: 30_000 },
  });
  expect(on('2026-07-01', 'normal', 24)).toMatchObject({ value: { amount_minor: 33_000 } });
  expect(on('2026-07-01', 'urgent', 24)).toMatchObject({ value: { amount_minor: 50_000 } });
  expect(on('2026-07-01', 'normal', 336)).toMatchObject({ value: { amount_minor: 90_000 } });
  expect(on('2025-12-31', 'normal', 24)).toMatchObject({ ok: false, code: 'billing/price-missing' });
  expect(on('2026-07-01', 'urgent', 336)).toMatchObject({ ok: false, code: 'billing/price-missing' });
});

test('a price that was in force never changes', () => {
  const today = calendarDate('2026-07-10');
  expect(judgeNewPrice(price({ valid_from: today }), today).ok).toBe(true);
  expect(judgeNewPrice(price({ valid_from: calendarDate('2026-07-09') }), today)).toMatchObject({
    code: 'billing/price-past',
  });
  const wrong = price({ valid_from: today, amount_minor: -1 });
  expect(judgeNewPrice(wrong, today)).toMatchObject({ code: 'input/invalid' });
});
