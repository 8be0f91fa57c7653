/**
 * Builds the SQL for the cases that a billing counts: confirmed within the period by the date in the billing time zone,
 * within the caller's scope, and filtered.
 */
import type { billingRoutes } from '@rhythmdesk/contract/billing';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { billingPeriodFault } from '@rhythmdesk/domain/billing/billing-period';
import { dayMs } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { can } from '@rhythmdesk/domain/people/can';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { classSeconds } from '@rhythmdesk/domain/billing/prices';
import { and, gte, lt, sql, type SQL } from 'drizzle-orm';
import { caseScopeColumns } from '../../platform/db/case-scope-columns.ts';
import { among } from '../../platform/db/search-sql.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';

export type BillingFilter = ParsedOf<typeof billingRoutes.exportBilling>;

/** Returns the times at which the days of a period begin and end. */
function instantsOf({ start_time, end_time }: BillingFilter, time_zone: string) {
  const fault = billingPeriodFault(start_time, end_time);
  if (fault !== null) throw refuseField(fault, 'end_time');
  const { instant } = zoneClock(time_zone);
  return {
    from: new Date(instant(Date.parse(start_time))),
    until: new Date(instant(Date.parse(end_time) + dayMs)),
  };
}

/** Returns the condition over cases joined with their hospitals (`user_groups`). */
export function billedCases({ actor }: Asking, filter: BillingFilter, time_zone: string): SQL | undefined {
  const grant = can(actor, 'billing.read');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const { from, until } = instantsOf(filter, time_zone);
  return and(
    scopeSql(conditionOf('case', actor, grant), caseScopeColumns),
    gte(cases.confirmed_date, from),
    lt(cases.confirmed_date, until),
    among(cases.hospital_id, filter.request_group_id),
    among(cases.tech_center_id, filter.response_group_id),
    among(cases.charging_unit_id, filter.charging_unit_id),
    among(cases.currency, filter.currency),
  );
}

/** Returns the SQL version of `lengthClassOf` for a number of seconds. */
export const lengthClassSql = (seconds: SQL): SQL =>
  sql`case when ${seconds} <= ${classSeconds.up_to_48_h}::int then 'up_to_48_h'
    when ${seconds} <= ${classSeconds.up_to_7_d}::int then 'up_to_7_d' else 'longer' end`;
