/**
 * Calculates what a completed case costs after changes: its price was wrong or missing, or its report was voided. The
 * case keeps the price at which it was completed. An adjustment books the difference with its reason and is never
 * rewritten. The cost of a case is its price plus all its adjustments.
 * Invariants: after a price adjustment the case costs that price; after a credit it costs nothing; an adjustment of
 * zero is refused.
 */
import { accept, refuse } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';
import { add, negate, type Money } from './money.ts';

export const adjustmentKinds = ['price', 'credit'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Returns the current cost of a case; null if it never had a price. */
export function costOf(price: Money | null, adjustments: readonly Money[]): Money | null {
  const [first, ...rest] = price === null ? adjustments : [price, ...adjustments];
  return first === undefined ? null : rest.reduce(add, first);
}

/** Returns the difference that makes a case cost `wanted`. The currency of a case does not change. */
export function repriced(cost: Money | null, wanted: Money): Result<Money> {
  if (wanted.amount_minor < 0) return refuse('input/invalid', { amount_minor: 'refusal.input.invalid' });
  if (cost === null) return accept(wanted);
  if (cost.currency !== wanted.currency)
    return refuse('billing/currency', { currency: 'refusal.billing.currency' });
  const difference = add(wanted, negate(cost));
  return difference.amount_minor === 0 ? refuse('billing/nothing-to-adjust') : accept(difference);
}

/** Returns the adjustment that cancels the whole cost of a case. */
export function credited(cost: Money | null): Result<Money> {
  if (cost === null || cost.amount_minor === 0) return refuse('billing/nothing-to-adjust');
  return accept(negate(cost));
}
