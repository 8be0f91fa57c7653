/**
 * Which month a case is billed in, what a month's invoice holds, and what happens once it is closed. A case is
 * billed once, in the month of its first completion in the billing time zone; voided cases never. A closed month
 * is frozen: a later change is booked as an adjustment, the difference, in the earliest month still open.
 * Laws: every confirmed case lies in exactly one month; frozen figures plus adjustments equal the figures that
 * the cases have now. Source: decisions, sections 3 and 7.
 */
import type { CalendarMonth } from '../kit/brand.ts';
import { monthInZone, nextMonth } from '../kit/calendar.ts';
import type { OffsetMinutesAt } from '../kit/calendar.ts';
import { levelOf } from '../people/roles.ts';
import type { RoleKey } from '../people/roles.ts';
import type { RefusalCode } from '../kit/refusal.ts';
import { add, negate, sumByCurrency } from './money.ts';
import type { Money } from './money.ts';

export interface BillableCase {
  readonly case_id: number;
  readonly hospital_id: number;
  readonly confirmed_ms: number;
  readonly price: Money;
}

export interface InvoiceLine {
  readonly month: CalendarMonth;
  readonly hospital_id: number;
  readonly confirmed_count: number;
  readonly totals: readonly Money[];
}

export function billedMonth(confirmedMs: number, zone: OffsetMinutesAt): CalendarMonth {
  return monthInZone(confirmedMs, zone);
}

/** The month's invoice: one line a hospital, by hospital. */
export function invoiceOf(
  month: CalendarMonth,
  cases: readonly BillableCase[],
  zone: OffsetMinutesAt,
): readonly InvoiceLine[] {
  const byHospital = new Map<number, BillableCase[]>();
  for (const one of cases) {
    if (billedMonth(one.confirmed_ms, zone) !== month) continue;
    const group = byHospital.get(one.hospital_id);
    if (group === undefined) byHospital.set(one.hospital_id, [one]);
    else group.push(one);
  }
  return [...byHospital.entries()]
    .sort(([a], [b]) => a - b)
    .map(([hospital_id, group]) => ({
      month,
      hospital_id,
      confirmed_count: group.length,
      totals: sumByCurrency(group.map(({ price }) => price)),
    }));
}

const closingLevel = 4;

/** May this role close the month now? Only a month that is over, once. */
export function closeMonthFault(
  month: CalendarMonth,
  closed: ReadonlySet<CalendarMonth>,
  nowMs: number,
  zone: OffsetMinutesAt,
  role_key: RoleKey,
): RefusalCode | null {
  if (levelOf(role_key) < closingLevel) return 'auth/role-never';
  if (closed.has(month)) return 'billing/month-closed';
  return month < monthInZone(nowMs, zone) ? null : 'billing/month-not-over';
}

/** The earliest month from this one on that is still open. */
export function openMonthFrom(month: CalendarMonth, closed: ReadonlySet<CalendarMonth>): CalendarMonth {
  let open = month;
  while (closed.has(open)) open = nextMonth(open);
  return open;
}

export interface Adjustment {
  readonly month: CalendarMonth;
  readonly difference: Money;
}

/**
 * What a changed price books: `null` where the case's month is open (its invoice simply shows the new price) or
 * nothing changes, else the difference in the open month. `null` as `after` takes the whole amount back.
 */
export function adjustmentOf(
  confirmedMs: number,
  before: Money,
  after: Money | null,
  closed: ReadonlySet<CalendarMonth>,
  zone: OffsetMinutesAt,
): Adjustment | null {
  const month = billedMonth(confirmedMs, zone);
  if (!closed.has(month)) return null;
  const difference = after === null ? negate(before) : add(after, negate(before));
  return difference.amount_minor === 0 ? null : { month: openMonthFrom(month, closed), difference };
}
