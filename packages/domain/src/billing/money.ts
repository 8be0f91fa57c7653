/**
 * Represents money as a whole number of a currency's minor units, never as a float. Other amounts throw. The number of
 * decimals follows ISO 4217. Amounts of different currencies are never added.
 */
import { plainNumber } from '../kit/typed-number.ts';

export const currencyDigits = {
  KRW: 0,
  JPY: 0,
  VND: 0,
  USD: 2,
  EUR: 2,
  GBP: 2,
  CNY: 2,
  TWD: 2,
  HKD: 2,
  SGD: 2,
} as const;
export type Currency = keyof typeof currencyDigits;

export interface Money {
  readonly currency: Currency;
  readonly amount_minor: number;
}

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(currencyDigits, text);
}

export function money(currency: Currency, amount_minor: number): Money {
  if (!Number.isSafeInteger(amount_minor)) throw new Error('an amount is a whole number of minor units');
  return { currency, amount_minor: amount_minor === 0 ? 0 : amount_minor };
}

export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new Error(`cannot add ${b.currency} to ${a.currency}`);
  return money(a.currency, a.amount_minor + b.amount_minor);
}

export function negate(a: Money): Money {
  return money(a.currency, -a.amount_minor);
}

/** Returns one sum for each currency that occurs, ordered by currency code. */
export function sumByCurrency(amounts: readonly Money[]): readonly Money[] {
  const sums = new Map<Currency, Money>();
  for (const amount of amounts) {
    const before = sums.get(amount.currency);
    sums.set(amount.currency, before === undefined ? amount : add(before, amount));
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Returns the amount in major units as exact decimal text, without grouping: `12.05`, `-0.30`, `15000`. */
export function decimalText({ currency, amount_minor }: Money): string {
  const digits = currencyDigits[currency];
  const sign = amount_minor < 0 ? '-' : '';
  const padded = String(Math.abs(amount_minor)).padStart(digits + 1, '0');
  if (digits === 0) return `${sign}${padded}`;
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

const decimalPattern = /^(\d{1,13})(?:\.(\d+))?$/;

/** Parses an amount typed in major units; `null` if it is not an amount or has too many decimals. */
export function parseDecimal(currency: Currency, text: string): Money | null {
  const match = decimalPattern.exec(plainNumber(text));
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const digits = currencyDigits[currency];
  if (fraction.length > digits) return null;
  const amount_minor = Number(`${whole}${fraction.padEnd(digits, '0')}`);
  return Number.isSafeInteger(amount_minor) ? money(currency, amount_minor) : null;
}
