import { expect, test } from 'vitest';
import { billingSchema, billingPeriodOf, billingQueryOf } from './billing-state.ts';

test('without a period it is the present month to date', () => {
  expect(billingPeriodOf(billingSchema.parse({}), '2026-11-22')).toEqual({
    from: '2026-11-01',
    to: '2026-11-22',
  });
});

test('valid parts of the URL are read, and the rest is ignored', () => {
  const state = billingSchema.parse({
    from: '2026-02-30',
    to: '2026-10-31',
    hospital: '7',
    currency: ['JPY'],
  });
  expect(billingQueryOf(state, '2026-11-22')).toEqual({
    start_time: '2026-11-01',
    end_time: '2026-10-31',
    request_group_id: [7],
    response_group_id: [],
    charging_unit_id: [],
    currency: ['JPY'],
    page: 1,
    size: 100,
  });
  expect(billingSchema.parse({ currency: 'BTC' }).currency).toEqual([]);
});
