import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priorities } from '../case/status.ts';
import { invoiceLines, invoiceSums, taxOf, type InvoiceRow } from './invoice-sums.ts';
import { currencyDigits, isCurrency, money, negate } from './money.ts';
import { lengthClasses } from './prices.ts';

const anyCurrency = fc.constantFrom(...Object.keys(currencyDigits).filter(isCurrency));
const anyRate = fc.integer({ min: 0, max: 5000 });
const anyRow: fc.Arbitrary<InvoiceRow> = fc.oneof(
  fc.record({
    kind: fc.constant('case' as const),
    priority: fc.constantFrom(...priorities),
    length_class: fc.constantFrom(...lengthClasses),
    amount_minor: fc.constantFrom(0, 1, 99, 11_400, 14_800, 18_605),
  }),
  fc.record({
    kind: fc.constant('adjustment' as const),
    amount_minor: fc.integer({ min: -20_000, max: 20_000 }),
  }),
);

test('net is the sum of the rows, total is net and tax, lines add up to the cases', () => {
  fc.assert(
    fc.property(fc.array(anyRow), anyCurrency, anyRate, (rows, currency, rate) => {
      const sums = invoiceSums(rows, currency, rate);
      const all = rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
      expect(sums.net_minor).toBe(all);
      expect(sums.cases_minor + sums.adjustments_minor).toBe(sums.net_minor);
      expect(sums.case_count + sums.adjustment_count).toBe(rows.length);
      expect(sums.total_minor).toBe(sums.net_minor + sums.tax_minor);
      const lines = invoiceLines(rows);
      expect(lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(sums.cases_minor);
      expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(sums.case_count);
      const urgent = lines.filter(({ priority }) => priority === 'urgent');
      expect(urgent.reduce((sum, { count }) => sum + count, 0)).toBe(sums.urgent_count);
      for (const { price_minor, count, amount_minor } of lines)
        expect(amount_minor).toBe(price_minor * count);
    }),
  );
});

test('no order of the rows changes lines or sums', () => {
  fc.assert(
    fc.property(fc.array(anyRow), anyRate, (rows, rate) => {
      expect(invoiceLines(rows.toReversed())).toEqual(invoiceLines(rows));
      expect(invoiceSums(rows.toReversed(), 'JPY', rate)).toEqual(invoiceSums(rows, 'JPY', rate));
    }),
  );
});

test('tax is whole, within half a unit of the exact, and a credit reverses exactly the charge', () => {
  const anyNet = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });
  fc.assert(
    fc.property(anyNet, anyRate, anyCurrency, (net, rate, currency) => {
      const tax = taxOf(money(currency, net), rate);
      const off = BigInt(tax.amount_minor) * 10_000n - BigInt(net) * BigInt(rate);
      expect(off <= 5000n && off >= -5000n).toBe(true);
      expect(taxOf(money(currency, -net), rate)).toEqual(negate(tax));
    }),
  );
  expect(taxOf(money('JPY', 772_900), 1000)).toEqual(money('JPY', 77_290));
  expect(taxOf(money('JPY', 5), 1000)).toEqual(money('JPY', 1));
  expect(taxOf(money('USD', -5), 1000)).toEqual(money('USD', -1));
  expect(taxOf(money('USD', 4), 1000)).toEqual(money('USD', 0));
  expect(taxOf(money('KRW', Number.MAX_SAFE_INTEGER), 10_000).amount_minor).toBe(Number.MAX_SAFE_INTEGER);
});

test('lines are sorted by priority, then length, then price; one price is one line', () => {
  const row = (
    priority: 'normal' | 'urgent',
    length_class: 'up_to_48_h' | 'longer',
    amount_minor: number,
  ) => ({
    kind: 'case' as const,
    priority,
    length_class,
    amount_minor,
  });
  const rows = [
    row('urgent', 'up_to_48_h', 5),
    row('normal', 'longer', 9),
    row('normal', 'longer', 8),
    row('normal', 'up_to_48_h', 3),
    row('normal', 'longer', 9),
  ];
  expect(
    invoiceLines(rows).map((line) => [line.priority, line.length_class, line.price_minor, line.count]),
  ).toEqual([
    ['normal', 'up_to_48_h', 3, 1],
    ['normal', 'longer', 8, 1],
    ['normal', 'longer', 9, 2],
    ['urgent', 'up_to_48_h', 5, 1],
  ]);
});
