/**
 * Checks and applies the search period of lists: calendar dates, both ends included, under 62 days, as whole days in
 * the caller's own time zone.
 */
import { isCalendarDate, judgeSearchPeriod } from '@rhythmdesk/domain/kit/calendar';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { Refusal } from '../http/refusal.ts';

export type SearchPeriod = { readonly from: string; readonly to: string };

export function refuseBadPeriod({ from, to }: SearchPeriod): void {
  const fault = isCalendarDate(from) && isCalendarDate(to) ? judgeSearchPeriod(from, to) : 'input/date';
  if (fault !== null)
    throw new Refusal(fault, { fields: { from_time: `refusal.${fault.replace('/', '.')}` } });
}

/** `at` is a column, or an expression for which no index is used. */
export const fromPeriod = (at: SQLWrapper, { from }: SearchPeriod, timeZone: string): SQL =>
  sql`${at} >= (${from}::date::timestamp at time zone ${timeZone})`;

export const untilPeriod = (at: SQLWrapper, { to }: SearchPeriod, timeZone: string): SQL =>
  sql`${at} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`;

export function withinPeriod(at: SQLWrapper, period: SearchPeriod, timeZone: string): SQL {
  return sql`${fromPeriod(at, period, timeZone)} and ${untilPeriod(at, period, timeZone)}`;
}
