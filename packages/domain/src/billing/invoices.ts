/**
 * Which month a case is billed in, and when a month closes. A case is billed once, in the month of its first
 * completion in the billing time zone. An account is what one hospital owes one center; its months close one by one
 * and are frozen then: what changes later is booked as an adjustment in the earliest month still open.
 * Laws: every confirmed case lies in exactly one month; an adjustment never lands in a closed one.
 * Source: decisions, sections 3 and 7.
 */
import type { CalendarMonth } from '../kit/brand.ts';
import { monthInZone, monthStartMs, nextMonth } from '../kit/calendar.ts';
import type { OffsetMinutesAt } from '../kit/calendar.ts';
import type { RefusalCode } from '../kit/refusal.ts';

/**
 * How long after its end a month waits before it closes. A completion is dated when it begins and stands when it is
 * committed; one of the last moments of a month has long been committed then.
 */
export const closingWaitMs = 15 * 60_000;

export function billedMonth(confirmedMs: number, zone: OffsetMinutesAt): CalendarMonth {
  return monthInZone(confirmedMs, zone);
}

/** The instants at which a month begins and ends in the zone; its end is the next one's beginning. */
export function monthInstants(month: CalendarMonth, zone: OffsetMinutesAt) {
  return { from_ms: monthStartMs(month, zone), until_ms: monthStartMs(nextMonth(month), zone) };
}

/** May an account's month close now? Only a month that is over, once. */
export function closeMonthFault(
  month: CalendarMonth,
  closed: ReadonlySet<CalendarMonth>,
  nowMs: number,
  zone: OffsetMinutesAt,
): RefusalCode | null {
  if (closed.has(month)) return 'billing/month-closed';
  return nowMs >= monthInstants(month, zone).until_ms + closingWaitMs ? null : 'billing/month-not-over';
}

/** The earliest month from this one on that is still open. */
export function openMonthFrom(month: CalendarMonth, closed: ReadonlySet<CalendarMonth>): CalendarMonth {
  let open = month;
  while (closed.has(open)) open = nextMonth(open);
  return open;
}
