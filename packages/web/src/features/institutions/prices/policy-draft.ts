/** Describes the typed prices of a policy in major units, and converts them to the whole minor units that are sent. */
import type { PriceGrid } from '@rhythmdesk/contract/prices';
import { decimalText, money, parseDecimal, type Currency } from '@rhythmdesk/domain/billing/money';
import { lengthClasses, type LengthClass } from '@rhythmdesk/domain/billing/prices';
import { priorities, type Priority } from '@rhythmdesk/domain/case/status';
import type { PriceVersion } from './price-table.tsx';

export type PriceKey = `${Priority}.${LengthClass}`;
export type PriceTexts = Readonly<Record<string, string>>;

export const priceKeys: readonly (readonly [key: PriceKey, priority: Priority, length: LengthClass])[] =
  lengthClasses.flatMap((length) =>
    priorities.map((priority) => [`${priority}.${length}`, priority, length] as const),
  );

/** Returns the keys of the amounts that are invalid in this currency. */
export function amountFaults(texts: PriceTexts, currency: Currency): readonly PriceKey[] {
  return priceKeys.flatMap(([key]) => (parseDecimal(currency, texts[key] ?? '') === null ? [key] : []));
}

export function gridOf(texts: PriceTexts, currency: Currency): PriceGrid {
  const minor = (priority: Priority, length: LengthClass): number =>
    parseDecimal(currency, texts[`${priority}.${length}`] ?? '')?.amount_minor ?? 0;
  const row = (priority: Priority) => ({
    up_to_48_h: minor(priority, 'up_to_48_h'),
    up_to_7_d: minor(priority, 'up_to_7_d'),
    longer: minor(priority, 'longer'),
  });
  return { normal: row('normal'), urgent: row('urgent') };
}

/** A successor starts with the prices before it. */
export function textsOf(version: PriceVersion | undefined, currency: Currency): PriceTexts {
  if (version === undefined) return {};
  const entries = priceKeys.map(([key, priority, length]): [string, string] => {
    const amount = version.prices[priority][length];
    return [key, amount === null ? '' : decimalText(money(currency, amount))];
  });
  return Object.fromEntries(entries);
}
