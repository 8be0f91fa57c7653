/**
 * What a caller may list, as SQL: the scope of the permission, the saved view, the filters and the search period.
 *
 * The period is entered as calendar dates and means whole days in the caller's own time zone. Whoever sees a field
 * masked cannot sort, filter or search by it.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { isCalendarDate, judgeSearchPeriod } from '@rhythmdesk/domain/kit/calendar';
import { has } from '@rhythmdesk/domain/people/can';
import type { Grant } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseScopeSql } from './case-scope.ts';
import { exactHnId, searchSql, type NameSearch } from './list-search.ts';
import { viewNeedsPeriod, viewSql } from './view-conditions.ts';

export type ListFilter = Omit<ParsedOf<typeof caseRoutes.exportCases>, 'sort'>;
export type SortKey = ParsedOf<typeof caseRoutes.exportCases>['sort'];

export type ListQuestion = {
  /** Cheap to judge row by row, for an ordered walk. */
  readonly where: SQL;
  /** The same condition in the words that indexes serve, for counting and gathering. */
  readonly indexed: SQL;
  /** `listed_month` of every month that the period touches; null where there is no period. */
  readonly months: readonly number[] | null;
};

export function nameSearch(grant: Grant): NameSearch {
  if (has(grant, 'masked')) return 'none';
  return has(grant, 'pool-masked') ? 'assigned' : 'all';
}

/** Sorting by a name that is masked in some of the rows would tell about it. */
export function refuseMaskedSort(sort: SortKey, filter: ListFilter, grant: Grant): void {
  if (!sort.endsWith('patient_name') || nameSearch(grant) === 'all') return;
  if (nameSearch(grant) === 'assigned' && filter.view === 'mine') return;
  throw new Refusal('input/masked-field', { fields: { sort: 'refusal.input.masked-field' } });
}

function isExact({ q, hn_id, case_id, patient_id }: ListFilter): boolean {
  return exactHnId(q) !== null || hn_id !== undefined || case_id !== undefined || patient_id !== undefined;
}

type Period = { readonly from: string; readonly to: string };

function refuseBadPeriod(from: string, to: string): void {
  const fault = isCalendarDate(from) && isCalendarDate(to) ? judgeSearchPeriod(from, to) : 'input/date';
  if (fault !== null)
    throw new Refusal(fault, { fields: { from_time: `refusal.${fault.replace('/', '.')}` } });
}

function periodOf(filter: ListFilter): Period | null {
  const { from_time: from, to_time: to } = filter;
  if (from !== undefined && to !== undefined) {
    refuseBadPeriod(from, to);
    return isExact(filter) || !viewNeedsPeriod[filter.view] ? null : { from, to };
  }
  if (isExact(filter) || !viewNeedsPeriod[filter.view]) return null;
  throw new Refusal('input/period-missing', { fields: { from_time: 'refusal.input.period-missing' } });
}

/** Months in UTC; a day on either side covers every time zone. */
export function monthsOf({ from, to }: Period): number[] {
  const monthOf = (date: string, shiftDays: number): number => {
    const day = new Date(`${date}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + shiftDays);
    return day.getUTCFullYear() * 12 + day.getUTCMonth() + 1;
  };
  const first = monthOf(from, -1);
  return Array.from({ length: monthOf(to, 1) - first + 1 }, (_, index) => first + index);
}

/**
 * With `plain` the period is judged row by row: beside a search index that leaves few rows, the planner would read
 * the whole period's index as well, only to intersect the two.
 */
function periodSql({ from, to }: Period, timeZone: string, plain: boolean): SQL {
  const at = sql.raw(plain ? "(cases.listed_at + interval '0')" : 'cases.listed_at');
  return sql`${at} >= (${from}::date::timestamp at time zone ${timeZone})
    and ${at} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`;
}

function fieldsSql(filter: ListFilter): (SQL | undefined)[] {
  const { status, priority, severity, hospital_id, tech_center_id, technician_id, confirmer_id } = filter;
  return [
    status && inArray(cases.status, status),
    priority && inArray(cases.priority, priority),
    severity && inArray(cases.severity, severity),
    hospital_id && inArray(cases.hospital_id, hospital_id),
    tech_center_id && inArray(cases.tech_center_id, tech_center_id),
    technician_id && inArray(cases.technician_id, technician_id),
    confirmer_id && inArray(cases.confirmer_id, confirmer_id),
    filter.closed === undefined
      ? undefined
      : filter.closed
        ? isNotNull(cases.closed_at)
        : isNull(cases.closed_at),
    filter.hn_id === undefined ? undefined : eq(cases.hn_id, normaliseHnId(filter.hn_id) ?? ''),
    filter.case_id === undefined ? undefined : eq(cases.case_id, filter.case_id),
    filter.patient_id === undefined ? undefined : eq(cases.patient_id, filter.patient_id),
  ];
}

export async function listQuestion(
  db: Queryable,
  filter: ListFilter,
  caller: Caller,
  grant: Grant,
): Promise<ListQuestion> {
  const period = periodOf(filter);
  const months = period === null ? null : monthsOf(period);
  const { q } = filter;
  const search = q === undefined || q === '' ? null : await searchSql(db, q, nameSearch(grant), months);
  const bounds = [
    caseScopeSql(conditionOf('case', caller.actor, grant)),
    viewSql(filter.view, caller),
    ...fieldsSql(filter),
  ];
  const all = (part: SQL | undefined, plain: boolean): SQL => {
    const within = period === null ? undefined : periodSql(period, caller.user_group.time_zone, plain);
    return and(...bounds, within, part) ?? sql`false`;
  };
  return {
    where: all(search?.row, false),
    indexed: all(search?.indexed, search?.selective ?? false),
    months,
  };
}
