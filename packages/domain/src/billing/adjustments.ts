/**
 * What changes of a case that was confirmed: its price was wrong or missing, or its report was voided. The case keeps
 * the price that it was completed at; an adjustment books the difference, with its reason, and is never rewritten.
 * What a case costs is its price and all its adjustments.
 * Laws: after a price, the case costs that price; after a credit, nothing; an adjustment of nothing is refused.
 */
import { accept, refuse } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';
import { add, negate, type Money } from './money.ts';

export const adjustmentKinds = ['price', 'credit'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** What a case costs now; null where it never had a price. */
export function costOf(price: Money | null, adjustments: readonly Money[]): Money | null {
  const [first, ...rest] = price === null ? adjustments : [price, ...adjustments];
  return first === undefined ? null : rest.reduce(add, first);
}

/** The difference that makes a case cost `wanted`; a case stays in the currency that it has. */
export function repriced(cost: Money | null, wanted: Money): Result<Money> {
  if (wanted.amount_minor < 0) return refuse('input/invalid', { amount_minor: 'refusal.input.invalid' });
  if (cost === null) return accept(wanted);
  if (cost.currency !== wanted.currency)
    return refuse('billing/currency', { currency: 'refusal.billing.currency' });
  const difference = add(wanted, negate(cost));
  return difference.amount_minor === 0 ? refuse('billing/nothing-to-adjust') : accept(difference);
}

/** What takes back all that a case costs. */
export function credited(cost: Money | null): Result<Money> {
  if (cost === null || cost.amount_minor === 0) return refuse('billing/nothing-to-adjust');
  return accept(negate(cost));
}
