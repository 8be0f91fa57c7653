import { expect, test } from 'vitest';
import { billingPeriodFault } from './billing-period.ts';

test('a billing period is a day to a year, and does not end before it begins', () => {
  expect(billingPeriodFault('2026-11-01', '2026-11-01')).toBeNull();
  expect(billingPeriodFault('2024-01-01', '2024-12-31')).toBeNull();
  expect(billingPeriodFault('2026-01-01', '2027-01-02')).toBe('billing/period');
  expect(billingPeriodFault('2026-11-02', '2026-11-01')).toBe('billing/period');
  expect(billingPeriodFault('2026-02-30', '2026-03-01')).toBe('input/date');
});
