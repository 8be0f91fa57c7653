/**
 * Calculates the sums of an invoice. Its rows are the cases of the month, each at its price, and the adjustments booked
 * in the month. Everything printed is a sum of these rows. One invoice has one currency and one tax rate.
 *
 * Tax is calculated once, from the net sum, in whole minor units. Half a minor unit is rounded away from zero, so that
 * the tax of a credit is exactly that of the charge it cancels.
 * Invariants: net = cases + adjustments = the sum of the rows; total = net + tax; lines add up to the cases; tax(-net)
 * = -tax(net).
 */
import { priorities, type Priority } from '../case/status.ts';
import { add, money, type Currency, type Money } from './money.ts';
import { lengthClasses, type LengthClass } from './prices.ts';

interface CaseRow {
  readonly kind: 'case';
  readonly priority: Priority;
  readonly length_class: LengthClass;
  readonly amount_minor: number;
}
interface AdjustmentRow {
  readonly kind: 'adjustment';
  readonly amount_minor: number;
}
export type InvoiceRow = CaseRow | AdjustmentRow;

export interface InvoiceLine {
  readonly priority: Priority;
  readonly length_class: LengthClass;
  readonly price_minor: number;
  readonly count: number;
  readonly amount_minor: number;
}

export interface InvoiceSums {
  readonly case_count: number;
  readonly urgent_count: number;
  readonly cases_minor: number;
  readonly adjustment_count: number;
  readonly adjustments_minor: number;
  readonly net_minor: number;
  readonly tax_minor: number;
  readonly total_minor: number;
}

/** Basis points (hundredths of a percent) in a whole. */
const basisPoints = 10_000n;

/** Returns the tax of a net amount at a rate in basis points (10 % is 1000). */
export function taxOf(net: Money, rate_bp: number): Money {
  const product = BigInt(net.amount_minor) * BigInt(rate_bp);
  const size = product < 0n ? -product : product;
  const rounded = (size * 2n + basisPoints) / (basisPoints * 2n);
  return money(net.currency, Number(product < 0n ? -rounded : rounded));
}

const sumOf = (rows: readonly InvoiceRow[], currency: Currency): Money =>
  rows.reduce((sum, { amount_minor }) => add(sum, money(currency, amount_minor)), money(currency, 0));

export function invoiceSums(rows: readonly InvoiceRow[], currency: Currency, rate_bp: number): InvoiceSums {
  const cases = rows.filter((row) => row.kind === 'case');
  const adjustments = rows.filter((row) => row.kind === 'adjustment');
  const [billed, adjusted] = [sumOf(cases, currency), sumOf(adjustments, currency)];
  const net = add(billed, adjusted);
  const tax = taxOf(net, rate_bp);
  return {
    case_count: cases.length,
    urgent_count: cases.filter(({ priority }) => priority === 'urgent').length,
    cases_minor: billed.amount_minor,
    adjustment_count: adjustments.length,
    adjustments_minor: adjusted.amount_minor,
    net_minor: net.amount_minor,
    tax_minor: tax.amount_minor,
    total_minor: add(net, tax).amount_minor,
  };
}

/**
 * Groups the cases by priority, recorded length and price, in this order. Different prices of one class are separate
 * lines.
 */
export function invoiceLines(rows: readonly InvoiceRow[]): readonly InvoiceLine[] {
  const lines = new Map<string, InvoiceLine>();
  for (const row of rows) {
    if (row.kind === 'adjustment') continue;
    const { priority, length_class, amount_minor: price_minor } = row;
    const key = `${priority} ${length_class} ${String(price_minor)}`;
    const count = (lines.get(key)?.count ?? 0) + 1;
    lines.set(key, { priority, length_class, price_minor, count, amount_minor: price_minor * count });
  }
  return [...lines.values()].sort(
    (a, b) =>
      priorities.indexOf(a.priority) - priorities.indexOf(b.priority) ||
      lengthClasses.indexOf(a.length_class) - lengthClasses.indexOf(b.length_class) ||
      a.price_minor - b.price_minor,
  );
}
