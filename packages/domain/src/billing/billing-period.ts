/** Checks a billing period: calendar dates of the billing time zone, both ends included, at most a year. */
import { calendarDate, daysBetween, isCalendarDate } from '../kit/calendar.ts';
import type { RefusalCode } from '../kit/refusal.ts';

const longestBillingDays = 366;

/** Returns why a period cannot be billed, or null. */
export function billingPeriodFault(from: string, to: string): RefusalCode | null {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return 'input/date';
  const days = daysBetween(calendarDate(from), calendarDate(to)) + 1;
  return days < 1 || days > longestBillingDays ? 'billing/period' : null;
}
