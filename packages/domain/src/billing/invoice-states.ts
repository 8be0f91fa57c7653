/**
 * What an invoice is called, when it is due, in which language it is written, and how far it has come: open, sent,
 * paid. A state is set by a person with its day, and may be set back where it was set by mistake; what was set before
 * stays on record.
 */
import type { CalendarDate, CalendarMonth } from '../kit/brand.ts';
import { addDays, calendarDate } from '../kit/calendar.ts';
import { defaultLanguage, type Language } from '../kit/languages.ts';
import type { RefusalCode } from '../kit/refusal.ts';

export const invoiceStates = ['open', 'sent', 'paid'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** Why an invoice cannot be given this state, as of this day, or null. */
export function invoiceStateFault(
  from: InvoiceState,
  to: InvoiceState,
  days: { readonly on: CalendarDate; readonly issued: CalendarDate; readonly today: CalendarDate },
): RefusalCode | null {
  if (from === to) return 'billing/invoice-state';
  return days.on < days.issued || days.on > days.today ? 'billing/invoice-day' : null;
}

/** The year that numbers of a month count in. */
export const numberYear = (month: CalendarMonth): number => Number(month.slice(0, 4));

/** `TKY-2026-10-0017`: the issuer's code, the month, the issuer's how-manieth of that year. */
export function invoiceNumber(issuer: string, month: CalendarMonth, serial: number): string {
  return `${issuer}-${month}-${String(serial).padStart(4, '0')}`;
}

function endOfMonth(day: CalendarDate): CalendarDate {
  const later = addDays(calendarDate(`${day.slice(0, 7)}-01`), 31);
  return addDays(calendarDate(`${later.slice(0, 7)}-01`), -1);
}

const lastDayForThisMonth = 15;

/** The end of the month of issue; after its fifteenth, the end of the next one. */
export function dueDate(issued: CalendarDate): CalendarDate {
  const end = endOfMonth(issued);
  return Number(issued.slice(8)) <= lastDayForThisMonth ? end : endOfMonth(addDays(end, 1));
}

/** An issuer without a register code is numbered by its id. */
export const issuerCode = (register_code: string | null, id: number): string =>
  register_code ?? `C${String(id)}`;

const languageOfZone: Readonly<Record<string, Language>> = {
  'Asia/Seoul': 'ko',
  'Asia/Tokyo': 'ja',
  'Asia/Shanghai': 'zh',
  'Asia/Urumqi': 'zh',
};

/** The language of a hospital's invoices: its own choice, else its time zone's. */
export function invoiceLanguage(chosen: Language | null, time_zone: string): Language {
  return chosen ?? languageOfZone[time_zone] ?? defaultLanguage;
}
