/**
 * Defines the number, due date and state of an invoice: open, sent, paid. A user sets a state with its day
 * and may set it back after a mistake. Earlier states stay on record.
 */
import type { CalendarDate, CalendarMonth } from '../kit/brand.ts';
import { addDays, calendarDate } from '../kit/calendar.ts';
import type { RefusalCode } from '../kit/refusal.ts';

export const invoiceStates = ['open', 'sent', 'paid'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** Returns why an invoice cannot get this state on this day, or null. */
export function invoiceStateFault(
  from: InvoiceState,
  to: InvoiceState,
  days: { readonly on: CalendarDate; readonly issued: CalendarDate; readonly today: CalendarDate },
): RefusalCode | null {
  if (from === to) return 'billing/invoice-state';
  return days.on < days.issued || days.on > days.today ? 'billing/invoice-day' : null;
}

/** Returns the year in which the invoice numbers of a month are counted. */
export const numberYear = (month: CalendarMonth): number => Number(month.slice(0, 4));

/**
 * Returns a number like `TKY-2026-10-0017`: the issuer's code, the month, and the issuer's serial number in that year.
 */
export function invoiceNumber(issuer: string, month: CalendarMonth, serial: number): string {
  return `${issuer}-${month}-${String(serial).padStart(4, '0')}`;
}

function endOfMonth(day: CalendarDate): CalendarDate {
  const later = addDays(calendarDate(`${day.slice(0, 7)}-01`), 31);
  return addDays(calendarDate(`${later.slice(0, 7)}-01`), -1);
}

const lastDayForThisMonth = 15;

/** Returns the end of the month of issue; if issued after the 15th, the end of the next month. */
export function dueDate(issued: CalendarDate): CalendarDate {
  const end = endOfMonth(issued);
  return Number(issued.slice(8)) <= lastDayForThisMonth ? end : endOfMonth(addDays(end, 1));
}

/** Returns the register code, or a code made from the id for an issuer without one. */
export const issuerCode = (register_code: string | null, id: number): string =>
  register_code ?? `C${String(id)}`;
