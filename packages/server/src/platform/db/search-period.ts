/**
 * A search period as lists ask for it: calendar dates, both ends counted, under 62 days, meaning whole days in the
 * caller's own time zone.
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

/** `at` is a column, or an expression that no index serves. */
export function withinPeriod(at: SQLWrapper, { from, to }: SearchPeriod, timeZone: string): SQL {
  return sql`${at} >= (${from}::date::timestamp at time zone ${timeZone})
    and ${at} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`;
}
