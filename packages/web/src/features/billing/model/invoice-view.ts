/** Defines the state of the invoices as stored in the address, and helps to step through months and to type amounts. */
import type { InvoiceAccount, InvoiceMonth } from '@rhythmdesk/contract/invoices';
import { parseDecimal, type Currency, type Money } from '@rhythmdesk/domain/billing/money';
import { addDays, calendarDate, daysBetween, isCalendarMonth } from '@rhythmdesk/domain/kit/calendar';
import { z } from 'zod';

export const invoiceSchema = z.object({
  year: z.coerce.number().int().min(2000).max(2199).optional().catch(undefined),
  month: z
    .string()
    .refine((value): boolean => isCalendarMonth(value))
    .optional()
    .catch(undefined),
  /** The account beside the list. */
  row: z.string().max(60).optional().catch(undefined),
});

export const accountKey = ({ hospital, issuer, currency }: InvoiceAccount): string =>
  [hospital.id, issuer.id, currency ?? ''].join('-');

/** Returns the displayed month: the address's, else the newest. */
export const shownMonth = (months: readonly InvoiceMonth[], wanted: string | undefined): string | undefined =>
  wanted ?? months[0]?.month;

/** Returns the month one row below in the list (−1: the row above, which is newer); it stops at either end. */
export function monthBeside(months: readonly InvoiceMonth[], month: string, by: -1 | 1): string {
  const index = months.findIndex((row) => row.month === month);
  return months[index + by]?.month ?? month;
}

export type ClosedState = 'empty' | 'open' | 'part' | 'closed';

export function closedState({ account_count, closed_count }: InvoiceMonth): ClosedState {
  if (account_count === 0) return 'empty';
  if (closed_count === 0) return 'open';
  return closed_count < account_count ? 'part' : 'closed';
}

/** Returns how many days of the month are left, including today; 0 once it is over. */
export function daysLeft(month: string, today: string): number {
  if (!today.startsWith(month)) return 0;
  const later = addDays(calendarDate(`${month}-01`), 31);
  return daysBetween(calendarDate(today), calendarDate(`${later.slice(0, 7)}-01`));
}

export type AdjustmentDraft = {
  readonly kind: 'price' | 'credit';
  readonly currency: Currency;
  readonly amount: string;
  readonly reason: string;
};

/** Returns the typed amount as money; null if it is invalid. */
export const draftMoney = ({ currency, amount }: AdjustmentDraft): Money | null =>
  parseDecimal(currency, amount);

/** Returns the decimals that a tax rate in basis points needs in percent: 1000 is 10, 810 is 8.1, 825 is 8.25. */
export function rateDigits(rate_bp: number): 0 | 1 | 2 {
  if (rate_bp % 100 === 0) return 0;
  return rate_bp % 10 === 0 ? 1 : 2;
}
