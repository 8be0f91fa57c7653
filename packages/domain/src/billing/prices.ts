/**
 * Determines the price of a case. A charging unit is a named price policy. For each priority and class of recorded
 * length it has an amount in minor units, valid from a date until the next price of the same class begins. The price in
 * force on the date of the first completion, in the billing time zone, is copied to the case. Source: decisions,
 * section 7.
 */
import type { Priority } from '../case/status.ts';
import type { CalendarDate } from '../kit/brand.ts';
import { accept, refuse } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';
import { money } from './money.ts';
import type { Currency, Money } from './money.ts';

export const lengthClasses = ['up_to_48_h', 'up_to_7_d', 'longer'] as const;
export type LengthClass = (typeof lengthClasses)[number];

const hourSeconds = 3600;
/** The longest recording of each class with an upper limit, in seconds. */
export const classSeconds = { up_to_48_h: 48 * hourSeconds, up_to_7_d: 7 * 24 * hourSeconds } as const;

export function lengthClassOf(recordingSeconds: number): LengthClass {
  if (recordingSeconds <= classSeconds.up_to_48_h) return 'up_to_48_h';
  return recordingSeconds <= classSeconds.up_to_7_d ? 'up_to_7_d' : 'longer';
}

export interface Price {
  readonly priority: Priority;
  readonly length_class: LengthClass;
  readonly valid_from: CalendarDate;
  readonly amount_minor: number;
}

export interface ChargingUnit {
  readonly currency: Currency;
  readonly prices: readonly Price[];
}

/** Returns the price in force on the day, or a refusal if the policy has none yet. */
export function priceOn(
  unit: ChargingUnit,
  day: CalendarDate,
  priority: Priority,
  recordingSeconds: number,
): Result<Money> {
  const length_class = lengthClassOf(recordingSeconds);
  let inForce: Price | null = null;
  for (const price of unit.prices) {
    if (price.priority !== priority || price.length_class !== length_class) continue;
    if (price.valid_from > day) continue;
    if (inForce === null || price.valid_from > inForce.valid_from) inForce = price;
  }
  return inForce === null
    ? refuse('billing/price-missing')
    : accept(money(unit.currency, inForce.amount_minor));
}

/** Checks a new price. It may begin today or later, because prices that were in force are never rewritten. */
export function judgeNewPrice(price: Price, today: CalendarDate): Result<Price> {
  if (!Number.isSafeInteger(price.amount_minor) || price.amount_minor < 0) {
    return refuse('input/invalid', { amount_minor: 'refusal.input.invalid' });
  }
  return price.valid_from < today
    ? refuse('billing/price-past', { valid_from: 'refusal.billing.price-past' })
    : accept(price);
}
