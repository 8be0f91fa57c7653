/**
 * Decides in which month a case is billed and when a month closes. A case is billed once, in the month of its first
 * completion in the billing time zone. An account is what one hospital owes one center. Its months close one by one and
 * are then frozen. Later changes are booked as adjustments in the earliest open month.
 * Invariants: every completed case is in exactly one month; an adjustment is never booked in a closed month.
 * Source: decisions, sections 3 and 7.
 */
import type { CalendarMonth } from '../kit/brand.ts';
import { monthInZone, monthStartMs, nextMonth } from '../kit/calendar.ts';
import type { OffsetMinutesAt } from '../kit/calendar.ts';
import type { RefusalCode } from '../kit/refusal.ts';

/**
 * How long after its end a month stays open. A completion is dated when its transaction begins and is visible when it
 * is committed. After this time, completions of the last moments of the month have been committed.
 */
export const closingWaitMs = 15 * 60_000;

export function billedMonth(confirmedMs: number, zone: OffsetMinutesAt): CalendarMonth {
  return monthInZone(confirmedMs, zone);
}

/** Returns the instants at which a month begins and ends in the zone; its end is the beginning of the next month. */
export function monthInstants(month: CalendarMonth, zone: OffsetMinutesAt) {
  return { from_ms: monthStartMs(month, zone), until_ms: monthStartMs(nextMonth(month), zone) };
}

/** Returns why an account's month cannot close now, or null. A month closes once, after it is over. */
export function closeMonthFault(
  month: CalendarMonth,
  closed: ReadonlySet<CalendarMonth>,
  nowMs: number,
  zone: OffsetMinutesAt,
): RefusalCode | null {
  if (closed.has(month)) return 'billing/month-closed';
  return nowMs >= monthInstants(month, zone).until_ms + closingWaitMs ? null : 'billing/month-not-over';
}

/** Returns the earliest open month, from this one on. */
export function openMonthFrom(month: CalendarMonth, closed: ReadonlySet<CalendarMonth>): CalendarMonth {
  let open = month;
  while (closed.has(open)) open = nextMonth(open);
  return open;
}
