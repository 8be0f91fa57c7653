import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf, credited, repriced } from './adjustments.ts';
import { money, type Money } from './money.ts';

const anyPrice = fc.nat({ max: 90_000 }).map((amount) => money('KRW', amount));
const anyChange = fc.oneof(anyPrice, fc.constant('credit' as const));

test('after any changes a case costs what the last of them sets', () => {
  fc.assert(
    fc.property(fc.option(anyPrice), fc.array(anyChange), (price, changes) => {
      const booked: Money[] = [];
      for (const change of changes) {
        const cost = costOf(price, booked);
        const result = change === 'credit' ? credited(cost) : repriced(cost, change);
        const wanted = change === 'credit' ? 0 : change.amount_minor;
        if (result.ok) {
          booked.push(result.value);
          expect(costOf(price, booked)?.amount_minor).toBe(wanted);
        } else {
          expect(result.code).toBe('billing/nothing-to-adjust');
          expect(cost?.amount_minor ?? 0).toBe(wanted);
        }
      }
    }),
  );
});

test('a case keeps its currency, costs nothing below zero, and cannot be credited before it has a price', () => {
  expect(repriced(money('KRW', 5), money('JPY', 5))).toMatchObject({ code: 'billing/currency' });
  expect(repriced(null, money('JPY', -5))).toMatchObject({ code: 'input/invalid' });
  expect(repriced(null, money('JPY', 0))).toMatchObject({ ok: true });
  expect(credited(null)).toMatchObject({ code: 'billing/nothing-to-adjust' });
  expect(costOf(null, [])).toBeNull();
});
