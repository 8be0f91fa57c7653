/**
 * Lists the months of the invoices: how many cases were confirmed in each, what was adjusted, and whether it is closed.
 */
import type { InvoiceMonth, invoiceRoutes } from '@rhythmdesk/contract/invoices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import { monthInstants } from '@rhythmdesk/domain/billing/invoices';
import { calendarMonth, dateInZone } from '@rhythmdesk/domain/kit/calendar';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { hasDaySums } from '../../../records/statistics/summed-zones.ts';
import { accountScope, presentMonth, zoneOffset } from './account-query.ts';

const whole = z.coerce.number().int();
const found = z.object({
  month: z.string(),
  confirmed_count: whole,
  adjustment_count: whole,
  account_count: whole,
  closed_count: whole,
});

/** Returns the month (`YYYY-MM`) this many months earlier. */
function monthBefore(month: CalendarMonth, months: number): CalendarMonth {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - months;
  return calendarMonth(
    `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`,
  );
}

/** Returns the requested months, newest first. */
function monthsOf(year: number | undefined, present: CalendarMonth): CalendarMonth[] {
  if (year === undefined) return Array.from({ length: 13 }, (_, back) => monthBefore(present, back));
  const december = calendarMonth(`${String(year)}-12`);
  return Array.from({ length: 12 }, (_, back) => monthBefore(december, back)).filter(
    (month) => month <= present,
  );
}

const textArray = (texts: readonly string[]): SQL => sql`${sql.param(texts)}::text[]`;

type MonthsQuery = { readonly caller: Caller; readonly time_zone: string; readonly now: Date };

type Scope = (hospital: string, issuer: string) => SQL;
const edge = (ms: number): string => new Date(ms).toISOString();

/**
 * Counts completed cases by month and account from the cases themselves. Each month is a range of the index over
 * confirmations, with its limits parsed once: computing the month of every case takes fifteen seconds for a million.
 */
function fromCases(months: readonly CalendarMonth[], time_zone: string, scope: Scope): SQL {
  const zone = zoneOffset(time_zone);
  const instants = months.map((month) => monthInstants(month, zone));
  const froms = instants.map(({ from_ms }) => edge(from_ms));
  const untils = instants.map(({ until_ms }) => edge(until_ms));
  return sql`select m.month, c.hospital_id, c.issuer_id, c.cases, 0::bigint as adjustments
    from unnest(${textArray(months)}, ${textArray(froms)}, ${textArray(untils)}) m (month, from_at, until_at)
    cross join lateral (select c.hospital_id, c.tech_center_id as issuer_id, count(*) as cases
      from cases c where c.confirmed_date >= m.from_at::timestamptz and c.confirmed_date < m.until_at::timestamptz
        and c.tech_center_id is not null and ${scope('c.hospital_id', 'c.tech_center_id')} group by 1, 2) c`;
}

/**
 * Counts the same from the monthly sums that every change of a case updates: a row or two for each account instead of
 * its cases.
 */
function fromSums(months: readonly CalendarMonth[], time_zone: string, scope: Scope): SQL {
  return sql`select m.month, d.hospital_id, d.issuer_id, d.cases, 0::bigint as adjustments
    from unnest(${textArray(months)}) m (month)
    cross join lateral (select d.hospital_id, d.tech_center_id as issuer_id, sum(d.completed) as cases
      from statistics_sums d where d.time_zone = ${time_zone} and d.grain = 'hospital' and d.unit = 'month'
        and d.day = (m.month || '-01')::date and d.tech_center_id is not null and ${scope('d.hospital_id', 'd.tech_center_id')}
      group by 1, 2 having sum(d.completed) <> 0) d`;
}

/**
 * Returns the figures of the months with any data; from the monthly sums if `is_summed` says that the time zone has
 * them.
 */
export async function countMonths(
  db: Db,
  { caller, time_zone }: Pick<MonthsQuery, 'caller' | 'time_zone'>,
  months: readonly CalendarMonth[],
  is_summed: boolean,
) {
  const [last, first] = [months[0], months.at(-1)];
  if (last === undefined || first === undefined) return [];
  const scope: Scope = (hospital, issuer) =>
    accountScope(caller, 'invoice.read', { hospital: sql.raw(hospital), issuer: sql.raw(issuer) });
  const completed = (is_summed ? fromSums : fromCases)(months, time_zone, scope);
  const { rows } = await db.execute(sql`
    with booked as (
      ${completed}
      union all
      select a.month, a.hospital_id, a.issuer_id, 0, count(*) from invoice_adjustments a
      where a.month between ${first} and ${last} and ${scope('a.hospital_id', 'a.issuer_id')} group by 1, 2, 3
    ), accounts as (
      select month, hospital_id, issuer_id, sum(cases) as cases, sum(adjustments) as adjustments from booked
      group by 1, 2, 3
    )
    select b.month, sum(b.cases) as confirmed_count, sum(b.adjustments) as adjustment_count,
      count(*) as account_count, count(k.closing_id) as closed_count
    from accounts b left join invoice_closings k on k.hospital_id = b.hospital_id and k.issuer_id = b.issuer_id
      and k.month = b.month and k.reopened_at is null
    group by b.month`);
  return rows.map((row) => found.parse(row));
}

export async function listMonths(
  db: Db,
  { year }: ParsedOf<typeof invoiceRoutes.invoices>,
  monthsQuery: MonthsQuery,
): Promise<{ items: InvoiceMonth[]; time_zone: string; today: string }> {
  const { time_zone, now } = monthsQuery;
  const months = monthsOf(year, presentMonth(time_zone, now));
  const rows = await countMonths(db, monthsQuery, months, await hasDaySums(db, time_zone));
  const counted = new Map(rows.map((row) => [row.month, row]));
  const nothing = { confirmed_count: 0, adjustment_count: 0, account_count: 0, closed_count: 0 };
  const items = months.map((month) => ({
    ...(counted.get(month) ?? nothing),
    month,
    year: Number(month.slice(0, 4)),
  }));
  return { items, time_zone, today: dateInZone(now.getTime(), zoneOffset(time_zone)) };
}
