/**
 * What a caller may list, as SQL: the scope of the permission, the saved view, the filters and the search period.
 *
 * The period is entered as calendar dates and means whole days in the caller's own time zone. Whoever sees a field
 * masked cannot sort, filter or search by it.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { correctionStatus, finishedStatus, type CaseStatus } from '@rhythmdesk/domain/case/status';
import { has, seesTeams } from '@rhythmdesk/domain/people/can';
import { mayAskBy, seesClinical } from '@rhythmdesk/domain/people/masking';
import type { Grant } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { readerOf } from '@rhythmdesk/domain/report/versions';
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { refuseBadPeriod, withinPeriod, type SearchPeriod } from '../../platform/db/search-period.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { caseRows, caseScopeParts, isEveryCase, caseScopeSql } from '../../records/cases/case-scope.ts';
import { figureSql, isFigure, refuseClinicalFigure } from './figure-filter.ts';
import { priorityRank, severityRank, statusRank } from './list-ranks.ts';
import { exactHnId, expectedRows, searchSql, type NameSearch, type SearchSql } from './list-search.ts';
import { othersShareSql, viewNeedsPeriod, viewSql } from './view-conditions.ts';

export type ListFilter = Omit<ParsedOf<typeof caseRoutes.exportCases>, 'sort'>;
export type SortKey = ParsedOf<typeof caseRoutes.exportCases>['sort'];

export type ListQuery = {
  /** Whose rows are asked, by the name `cases`: who sees every case has them without a policy between. */
  readonly from: SQL;
  /** Cheap to judge row by row, for an ordered walk. */
  readonly where: SQL;
  /** The same condition in the words that indexes serve, as parts without a common case: for counting and gathering. */
  readonly parts: readonly SQL[];
  /** `listed_month` of every month that the period touches; null where there is no period. */
  readonly months: readonly number[] | null;
  /** What the caller sees as a case's severity, to sort by. */
  readonly severity: SQL;
  /** What comes first whatever the sort; of the pool for a technician of a team, all but other teams' shares. */
  readonly first: SQL | null;
  /** The caller sees every case, so that counting takes long. */
  readonly sees_all: boolean;
  /** A search that is likely to find more than a few: not worth looking whether it finds few. */
  readonly expects_many: boolean;
};

export function nameSearch(grant: Grant): NameSearch {
  if (has(grant, 'masked')) return 'none';
  return has(grant, 'pool-masked') ? 'assigned' : 'all';
}

/** Sorting or filtering by what is masked in some of the rows would tell about it. */
export function refuseMaskedSort(sort: SortKey, filter: ListFilter, grant: Grant): void {
  if (filter.severity !== undefined && !seesClinical(grant)) {
    throw new Refusal('input/masked-field', { fields: { severity: 'refusal.input.masked-field' } });
  }
  refuseClinicalFigure(filter, grant);
  if (!mayAskBy(grant, sort.replace(/^-/, ''), true)) {
    throw new Refusal('input/masked-field', { fields: { sort: 'refusal.input.masked-field' } });
  }
  if (!sort.endsWith('patient_name') || nameSearch(grant) === 'all') return;
  if (nameSearch(grant) === 'assigned' && filter.view === 'mine') return;
  throw new Refusal('input/masked-field', { fields: { sort: 'refusal.input.masked-field' } });
}

/** Bounded by what it asks for, so that no period is needed. */
function isExact(filter: ListFilter): boolean {
  const { q, hn_id, case_id, patient_id } = filter;
  const isOne = hn_id !== undefined || case_id !== undefined || patient_id !== undefined;
  return isOne || exactHnId(q) !== null || isFigure(filter);
}

/** From this many expected matches on, reading a period through is sooner done than fetching each. */
const readThroughFrom = 4_000;

function periodOf(filter: ListFilter): SearchPeriod | null {
  const { from_time: from, to_time: to } = filter;
  if (from !== undefined && to !== undefined) {
    refuseBadPeriod({ from, to });
    return isExact(filter) || !viewNeedsPeriod[filter.view] ? null : { from, to };
  }
  if (isExact(filter) || !viewNeedsPeriod[filter.view]) return null;
  throw new Refusal('input/period-missing', { fields: { from_time: 'refusal.input.period-missing' } });
}

/** Months in UTC; a day on either side covers every time zone. */
function monthsOf({ from, to }: SearchPeriod): number[] {
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
function periodSql(period: SearchPeriod, timeZone: string, plain: boolean): SQL {
  const at = sql.raw(plain ? "(cases.listed_at + interval '0')" : 'cases.listed_at');
  return withinPeriod(at, period, timeZone);
}

/** The condition of the index over unfinished cases to the letter. */
const isUnfinished = sql.raw(`cases.status <> '${finishedStatus}'`);

/** Cases that are not complete are few and have an index by the status itself. */
function statusSql(status: readonly CaseStatus[]): SQL {
  return status.includes(finishedStatus)
    ? inArray(cases.status_rank, status.map(statusRank))
    : sql`${isUnfinished} and ${inArray(cases.status, [...status])}`;
}

/** A reading under work is the center's own: outside of it such a case counts as one without severity. */
const readingShown = sql`(${cases.status_rank} = ${statusRank(finishedStatus)}
  or (${cases.status_rank} = ${statusRank(correctionStatus)} and ${cases.edit_saved_at} is null))`;

function severitySql(severity: ListFilter['severity'], hides: boolean): SQL | undefined {
  if (severity === undefined) return undefined;
  const stored = inArray(cases.severity_rank, severity.map(severityRank));
  if (!hides) return stored;
  const shown = sql`(${readingShown} and ${stored})`;
  return severity.includes('none') ? sql`(not ${readingShown} or ${stored})` : shown;
}

function fieldsSql(filter: ListFilter, hidesReadings: boolean): (SQL | undefined)[] {
  const { status, priority, severity, hospital_id, tech_center_id, technician_id, confirmer_id, team_id } =
    filter;
  return [
    status && statusSql(status),
    priority && inArray(cases.priority_rank, priority.map(priorityRank)),
    severitySql(severity, hidesReadings),
    hospital_id && inArray(cases.hospital_id, hospital_id),
    tech_center_id && inArray(cases.tech_center_id, tech_center_id),
    technician_id && inArray(cases.technician_id, technician_id),
    confirmer_id && inArray(cases.confirmer_id, confirmer_id),
    team_id && inArray(cases.team_id, team_id),
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

/** On a walk a search is judged row by row; without this the planner would fetch all its matches by their index. */
const notByIndex = (condition: SQL): SQL => sql`(case when ${condition} then true end)`;

/** Parts of what a search finds that have no case in common, and whether each has an index to itself. */
type Reading = { readonly found: SQL | undefined; readonly by_own_index: boolean }[];

/**
 * How a search is counted. Where the caller sees every case, the planner's expectation chooses: few matches through
 * the search's own index, many by reading the period's covering index through, which costs the same for every text.
 * Whoever sees one hospital or center reads that part through, which is always less.
 */
async function readingOf(db: Queryable, search: SearchSql | null, sees_all: boolean): Promise<Reading> {
  const through = [{ found: search?.row, by_own_index: false }];
  if (search === null || !sees_all || search.texts === null) return through;
  if ((await expectedRows(db, search.texts)) >= readThroughFrom) return through;
  const { hospitals, texts } = search;
  if (hospitals === undefined) return [{ found: texts, by_own_index: true }];
  return [
    { found: hospitals, by_own_index: false },
    { found: sql`${texts} and (${hospitals}) is not true`, by_own_index: true },
  ];
}

export async function listQuery(
  db: Queryable,
  filter: ListFilter,
  caller: Asking,
  grant: Grant,
): Promise<ListQuery> {
  if (filter.team_id !== undefined && !seesTeams(caller.actor))
    throw refuseField('input/masked-field', 'team_id');
  const period = periodOf(filter);
  const months = period === null ? null : monthsOf(period);
  const { q } = filter;
  const hides = readerOf(caller.actor.group_type) === 'hospital';
  const reach = conditionOf('case', caller.actor, grant);
  const sees_all = isEveryCase(reach);
  const search = q === undefined || q === '' ? null : await searchSql(db, q, nameSearch(grant), months);
  const reading = await readingOf(db, search, sees_all && months !== null);
  const all = (scope: SQL, found: SQL | undefined, plain: boolean): SQL => {
    const within = period === null ? undefined : periodSql(period, caller.user_group.time_zone, plain);
    const fields = [...fieldsSql(filter, hides), figureSql(filter, caller.user_group.time_zone)];
    return and(scope, viewSql(filter.view, caller), ...fields, within, found) ?? sql`false`;
  };
  return {
    from: caseRows(sees_all),
    where: all(caseScopeSql(reach), search === null ? undefined : notByIndex(search.row), false),
    parts: caseScopeParts(reach).flatMap((part) =>
      reading.map(({ found, by_own_index }) => all(part, found, by_own_index)),
    ),
    months,
    severity: hides
      ? sql`(case when ${readingShown} then ${cases.severity_rank} else ${severityRank('none')} end)`
      : sql`${cases.severity_rank}`,
    first: filter.view === 'unassigned' ? othersShareSql(caller) : null,
    sees_all,
    expects_many: sees_all && search !== null && !reading.some(({ by_own_index }) => by_own_index),
  };
}
