import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  currencyDigits,
  decimalText,
  isCurrency,
  money,
  negate,
  parseDecimal,
  sumByCurrency,
} from './money.ts';
import type { Currency } from './money.ts';

const anyCurrency = fc.constantFrom(...Object.keys(currencyDigits).filter(isCurrency));
const anyAmount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

test('an amount is a whole number of minor units', () => {
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => money('KRW', wrong)).toThrow('whole number');
  }
  expect(Object.is(negate(money('KRW', 0)).amount_minor, 0)).toBe(true);
  expect(() => add(money('KRW', 1), money('USD', 1))).toThrow('cannot add USD to KRW');
});

test('decimal text is exact and reads back', () => {
  expect(decimalText(money('KRW', 15000))).toBe('15000');
  expect(decimalText(money('USD', 1205))).toBe('12.05');
  expect(decimalText(money('USD', -30))).toBe('-0.30');
  expect(decimalText(money('JPY', 0))).toBe('0');
  fc.assert(
    fc.property(anyCurrency, fc.nat(), (currency: Currency, amount) => {
      const there = money(currency, amount);
      expect(parseDecimal(currency, decimalText(there))).toEqual(there);
    }),
  );
});

test('typed amounts with too many digits, signs or words are refused', () => {
  expect(parseDecimal('USD', ' 12.5 ')).toEqual(money('USD', 1250));
  expect(parseDecimal('USD', '12,50')).toEqual(money('USD', 1250));
  expect(parseDecimal('KRW', '１２,０００')).toEqual(money('KRW', 12_000));
  for (const text of ['12.345', '-1', '1e3', '', '1,2,3', '1.234,50', '.5', '1.'])
    expect(parseDecimal('USD', text)).toBeNull();
  expect(parseDecimal('KRW', '12.0')).toBeNull();
});

test('a sum by currency does not depend on the order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyCurrency, anyAmount)), (pairs) => {
      const amounts = pairs.map(([currency, amount]) => money(currency, amount));
      expect(sumByCurrency(amounts.toReversed())).toEqual(sumByCurrency(amounts));
      const total = sumByCurrency(amounts).reduce((sum, { amount_minor }) => sum + amount_minor, 0);
      expect(total).toBe(amounts.reduce((sum, { amount_minor }) => sum + amount_minor, 0));
    }),
  );
});
