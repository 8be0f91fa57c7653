/**
 * Builds the SQL for the rows of a month by account: for an open account its confirmed cases and the adjustments booked
 * in the month, for a closed one the frozen rows of its invoices. A case that had no price when its month closed is in
 * no invoice; it stays visible without an amount.
 */
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import { monthInstants } from '@rhythmdesk/domain/billing/invoices';
import { monthInZone, type OffsetMinutesAt } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { can } from '@rhythmdesk/domain/people/can';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { sql, type SQL } from 'drizzle-orm';
import { scopeSql } from '../../../platform/db/scope-sql.ts';
import type { Asking, Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { lengthClassSql } from '../billing-query.ts';

export type Account = { readonly hospital_id: number; readonly issuer_id: number };

/** Returns a function for the offset of a time zone from UTC, in minutes. */
export function zoneOffset(time_zone: string): OffsetMinutesAt {
  const { shown } = zoneClock(time_zone);
  return (atMs) => (shown(atMs) - atMs) / 60_000;
}

export const presentMonth = (time_zone: string, now: Date): CalendarMonth =>
  monthInZone(now.getTime(), zoneOffset(time_zone));

type InvoicePermission = 'invoice.read' | 'invoice.close' | 'invoice.reopen';

/** Returns the condition over accounts: the cases of their hospital or center are in the caller's scope. */
export function accountScope(
  { actor }: Asking,
  permission: InvoicePermission,
  { hospital, issuer }: { readonly hospital: SQL; readonly issuer: SQL },
): SQL {
  const grant = can(actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const no = sql`null::bigint`;
  const columns = {
    hospital_id: hospital,
    tech_center_id: issuer,
    technician_id: no,
    technician_group_id: no,
    confirmer_id: no,
    uploader_group_id: no,
  };
  return scopeSql(conditionOf('case', actor, grant), columns);
}

const inScope = (caller: Asking, permission: InvoicePermission, alias: 'c' | 'a' | 'i'): SQL => {
  const hospital = sql.raw(`${alias}.hospital_id`);
  const issuer = sql.raw(alias === 'c' ? 'c.tech_center_id' : `${alias}.issuer_id`);
  return accountScope(caller, permission, { hospital, issuer });
};

/** The user who changes an account, the time, and the time zone of its months. */
export type InvoiceChange = { readonly caller: Caller; readonly now: Date; readonly time_zone: string };

export type MonthQuery = {
  readonly caller: Asking;
  readonly permission: InvoicePermission;
  readonly month: CalendarMonth;
  readonly time_zone: string;
  readonly account?: Account;
};

function only(account: Account | undefined, hospital: SQL, issuer: SQL): SQL {
  if (account === undefined) return sql`true`;
  return sql`(${hospital} = ${account.hospital_id} and ${issuer} = ${account.issuer_id})`;
}

const lengthClass = lengthClassSql(sql.raw('coalesce(c.recording_seconds, 0)'));

/**
 * Selects the cases that were completed in a month, each at its price at completion. The few without a price are looked
 * up one by one in the frozen rows: with NOT EXISTS the database might read all frozen rows of all months first and
 * check the scope of each.
 */
function caseRows({ caller, permission, month, time_zone, account }: MonthQuery): SQL {
  const { from_ms, until_ms } = monthInstants(month, zoneOffset(time_zone));
  return sql`select 'case' as kind, c.case_id, null::bigint as adjustment_id, null::bigint as invoice_id,
      c.hospital_id, c.tech_center_id as issuer_id, c.priority, ${lengthClass} as length_class,
      case when k.closing_id is null then coalesce(c.currency, adjusted.currency) end as currency,
      case when k.closing_id is null then coalesce(c.price_minor, adjusted.nothing) end as amount_minor,
      k.closing_id is not null as closed
    from cases c
    left join invoice_closings k on k.hospital_id = c.hospital_id and k.issuer_id = c.tech_center_id
      and k.month = ${month} and k.reopened_at is null
    left join lateral (select a.currency, 0::bigint as nothing from invoice_adjustments a
      where a.case_id = c.case_id and c.price_minor is null limit 1) adjusted on true
    where c.confirmed_date >= ${new Date(from_ms).toISOString()}::timestamptz
      and c.confirmed_date < ${new Date(until_ms).toISOString()}::timestamptz
      and c.tech_center_id is not null and (k.closing_id is null or (c.price_minor is null and
        (select i.invoice_id from invoice_rows r join invoices i on i.invoice_id = r.invoice_id
          where r.case_id = c.case_id and r.kind = 'case' and i.closing_id = k.closing_id limit 1) is null))
      and ${inScope(caller, permission, 'c')} and ${only(account, sql`c.hospital_id`, sql`c.tech_center_id`)}`;
}

function openAdjustments({ caller, permission, month, account }: MonthQuery): SQL {
  return sql`select 'adjustment', a.case_id, a.adjustment_id, null, a.hospital_id, a.issuer_id, c.priority,
      ${lengthClass}, a.currency, a.amount_minor, false
    from invoice_adjustments a join cases c on c.case_id = a.case_id
    where a.month = ${month} and not exists (select 1 from invoice_closings k where k.hospital_id = a.hospital_id
        and k.issuer_id = a.issuer_id and k.month = a.month and k.reopened_at is null)
      and ${inScope(caller, permission, 'a')} and ${only(account, sql`a.hospital_id`, sql`a.issuer_id`)}`;
}

function frozenRows({ caller, permission, month, account }: MonthQuery): SQL {
  return sql`select r.kind, r.case_id, r.adjustment_id, r.invoice_id, i.hospital_id, i.issuer_id, r.priority,
      r.length_class, i.currency, r.amount_minor, true
    from invoice_rows r join invoices i on i.invoice_id = r.invoice_id
    join invoice_closings k on k.closing_id = i.closing_id and k.reopened_at is null
    where i.month = ${month} and ${inScope(caller, permission, 'i')}
      and ${only(account, sql`i.hospital_id`, sql`i.issuer_id`)}`;
}

/**
 * Selects the month's rows: kind, case_id, adjustment_id, invoice_id, hospital_id, issuer_id, priority, length_class,
 * currency, amount_minor, closed. Each confirmed case is one row of kind `case`.
 */
export function bookedRows(query: MonthQuery): SQL {
  return sql`${caseRows(query)} union all ${openAdjustments(query)} union all ${frozenRows(query)}`;
}
