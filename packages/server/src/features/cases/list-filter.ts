/**
 * Builds the SQL for what a caller may list: the permission's scope, the saved view, the filters and the search period.
 *
 * The period is entered as calendar dates and means whole days in the caller's own time zone. Users who see a field
 * masked cannot sort, filter or search by it.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { correctionStatus, finishedStatus, type CaseStatus } from '@rhythmdesk/domain/case/status';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { has, seesTeams } from '@rhythmdesk/domain/people/can';
import { mayAskBy, seesClinical } from '@rhythmdesk/domain/people/masking';
import type { Grant } from '@rhythmdesk/domain/people/permission-cells';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { clinicalOutcomes } from '@rhythmdesk/domain/statistics/steps';
import { readerOf } from '@rhythmdesk/domain/report/versions';
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { notByIndex } from '../../platform/db/search-sql.ts';
import {
  fromPeriod,
  refuseBadPeriod,
  untilPeriod,
  withinPeriod,
  type SearchPeriod,
} from '../../platform/db/search-period.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { caseRows, caseScopeParts, isEveryCase, caseScopeSql } from '../../records/cases/case-scope.ts';
import { figureSql, isFigure, refuseClinicalFigure } from './figure-filter.ts';
import { priorityRank, severityRank, statusRank } from './list-ranks.ts';
import {
  exactHnId,
  expectedOf,
  readingOf,
  searchSql,
  type ExpectedMatches,
  type NameSearch,
} from './list-search.ts';
import { othersShareSql, viewNeedsPeriod, viewSql } from './view-conditions.ts';

export type ListFilter = Omit<ParsedOf<typeof caseRoutes.exportCases>, 'sort'>;
export type SortKey = ParsedOf<typeof caseRoutes.exportCases>['sort'];

/** A `listed_month`, and the condition for its part in the period if that is not the whole month. */
type Month = { readonly month: number; readonly within: SQL | undefined };

export type ListQuery = {
  /** The table `cases` that is queried; for a caller who sees every case, without a row policy. */
  readonly from: SQL;
  /** The whole condition of the list, written so that indexes apply. */
  readonly where: SQL;
  /**
   * The same for an ordered scan: which cases of a month are scanned (`among`), and which of them are listed
   * (`judged`).
   */
  readonly walk: { readonly among: SQL; readonly judged: SQL | undefined };
  /** The ordered scan for each part of the caller's scope. */
  readonly walks: readonly {
    readonly among: SQL;
    readonly judged: SQL | undefined;
    readonly of_center: boolean;
  }[];
  /** The same condition for indexes, in parts that have no case in common: for counting and collecting. */
  readonly parts: readonly SQL[];
  /** The months that the period overlaps; null without a period. */
  readonly months: readonly Month[] | null;
  /** The period itself. */
  readonly within: SQL | undefined;
  /** The severity of a case as the caller sees it, for sorting. */
  readonly severity: SQL;
  /** The caller sees no severity before the reading is complete, so the index by severity has another order. */
  readonly hides: boolean;
  /** Cases whose results are hidden from the caller; set only if the list is filtered or sorted by results. */
  readonly hidden: readonly number[];
  /** Sorted first in any order; in the pool of a technician with a team, all cases but other teams' shares. */
  readonly first: SQL | null;
  readonly sees_all: boolean;
  /** Many matches are likely and the caller sees all of them, so counting takes longest and starts at once. */
  readonly counts_first: boolean;
  readonly expected: ExpectedMatches;
  /** Names are sorted as this language does. */
  readonly language: Language;
};

export function nameSearch(grant: Grant): NameSearch {
  if (has(grant, 'masked')) return 'none';
  return has(grant, 'pool-masked') ? 'assigned' : 'all';
}

/** Refuses sorting and filtering by a field that is masked in some rows, because the order would reveal it. */
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

/** Returns whether the filter finds so few cases that no period is needed. */
function isExact(filter: ListFilter): boolean {
  const { q, hn_id, case_id, patient_id } = filter;
  const isOne = hn_id !== undefined || case_id !== undefined || patient_id !== undefined;
  return isOne || exactHnId(q) !== null || isFigure(filter);
}

function periodOf(filter: ListFilter): SearchPeriod | null {
  const { from_time: from, to_time: to } = filter;
  if (from !== undefined && to !== undefined) {
    refuseBadPeriod({ from, to });
    return isExact(filter) || !viewNeedsPeriod[filter.view] ? null : { from, to };
  }
  if (isExact(filter) || !viewNeedsPeriod[filter.view]) return null;
  throw new Refusal('input/period-missing', { fields: { from_time: 'refusal.input.period-missing' } });
}

/**
 * Returns months in UTC; one more day on each side covers every time zone. A month is limited only on the side where it
 * leaves the period: PostgreSQL treats month and limits as independent and would expect a seventh of the rows.
 */
function monthsOf(period: SearchPeriod, timeZone: string): Month[] {
  const monthOf = (date: string, shiftDays: number): number => {
    const day = new Date(`${date}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + shiftDays);
    return day.getUTCFullYear() * 12 + day.getUTCMonth() + 1;
  };
  const first = monthOf(period.from, -1);
  const [lastBegun, firstEnded] = [monthOf(period.from, 1), monthOf(period.to, -1)];
  return Array.from({ length: monthOf(period.to, 1) - first + 1 }, (_, index) => {
    const month = first + index;
    const from = month <= lastBegun ? fromPeriod(cases.listed_at, period, timeZone) : undefined;
    const until = month >= firstEnded ? untilPeriod(cases.listed_at, period, timeZone) : undefined;
    return { month, within: and(from, until) };
  });
}

/**
 * With `plain` the period is checked row by row: besides a search index that finds few rows, the planner would also
 * read the index of the whole period, only to intersect the two.
 */
function periodSql(period: SearchPeriod, timeZone: string, plain: boolean): SQL {
  const at = sql.raw(plain ? "(cases.listed_at + interval '0')" : 'cases.listed_at');
  return withinPeriod(at, period, timeZone);
}

/** Exactly the condition of the index over unfinished cases. */
const isUnfinished = sql.raw(`cases.status <> '${finishedStatus}'`);

/** Unfinished cases are few and have an index by the status itself. */
function statusSql(status: readonly CaseStatus[]): SQL {
  return status.includes(finishedStatus)
    ? inArray(cases.status_rank, status.map(statusRank))
    : sql`${isUnfinished} and ${inArray(cases.status, [...status])}`;
}

/** A reading in progress is visible only to the center; for others such a case has no severity. */
const readingShown = sql`(${cases.status_rank} = ${statusRank(finishedStatus)}
  or (${cases.status_rank} = ${statusRank(correctionStatus)} and ${cases.edit_saved_at} is null))`;

export const isAmong = (ids: readonly number[]): SQL =>
  sql`(${cases.case_id} = any(${`{${ids.join(',')}}`}::bigint[]))`;

/** A hidden severity is sorted and filtered like an empty one. */
function severitySql(
  severity: ListFilter['severity'],
  hides: boolean,
  hidden: readonly number[],
): SQL | undefined {
  if (severity === undefined) return undefined;
  const ofAll = inArray(cases.severity_rank, severity.map(severityRank));
  const isNone = severity.includes('none');
  const ofSeen = isNone ? sql`(${ofAll} or ${isAmong(hidden)})` : sql`(${ofAll} and not ${isAmong(hidden)})`;
  const stored = hidden.length === 0 ? ofAll : ofSeen;
  if (!hides) return stored;
  const shown = sql`(${readingShown} and ${stored})`;
  return isNone ? sql`(not ${readingShown} or ${stored})` : shown;
}

const isClinical = (outcome: ListFilter['outcome']): boolean =>
  clinicalOutcomes.some((clinical) => clinical === outcome);

const resultSorts: ReadonlySet<string> = new Set(['severity', 'af_share', 've_count', 'pause_count']);
export const isResult = (sort: string): boolean => resultSorts.has(sort.replace(/^-/, ''));

/** Returns whether the list is filtered or sorted by results of a reading. */
export const asksByResults = (sort: SortKey, { severity, outcome }: ListFilter): boolean =>
  isResult(sort) || severity !== undefined || isClinical(outcome);

function fieldsSql(
  filter: ListFilter,
  hidesReadings: boolean,
  hidden: readonly number[],
): (SQL | undefined)[] {
  const { status, priority, severity, hospital_id, tech_center_id, technician_id, confirmer_id, team_id } =
    filter;
  return [
    status && statusSql(status),
    priority && inArray(cases.priority_rank, priority.map(priorityRank)),
    severitySql(severity, hidesReadings, hidden),
    hidden.length > 0 && isClinical(filter.outcome) ? sql`not ${isAmong(hidden)}` : undefined,
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

const severityOf = (hides: boolean): SQL =>
  hides
    ? sql`(case when ${readingShown} then ${cases.severity_rank} else ${severityRank('none')} end)`
    : sql`${cases.severity_rank}`;

type Listing = {
  readonly caller: Asking;
  readonly grant: Grant;
  readonly language: Language;
  readonly hidden?: readonly number[];
};

export async function listQuery(
  db: Queryable,
  filter: ListFilter,
  { caller, grant, language, hidden = [] }: Listing,
): Promise<ListQuery> {
  if (filter.team_id !== undefined && !seesTeams(caller.actor))
    throw refuseField('input/masked-field', 'team_id');
  const period = periodOf(filter);
  const { q } = filter;
  const { time_zone } = caller.user_group;
  const months = period === null ? null : monthsOf(period, time_zone);
  const hides = readerOf(caller.actor.group_type) === 'hospital';
  const reach = conditionOf('case', caller.actor, grant);
  const sees_all = isEveryCase(reach);
  const named = months?.map(({ month }) => month) ?? null;
  const search = q === undefined || q === '' ? null : await searchSql(db, q, nameSearch(grant), named);
  const within = (plain: boolean) => (period === null ? undefined : periodSql(period, time_zone, plain));
  const reading = await readingOf(db, search, sees_all && months !== null, within(false));
  const fields = fieldsSql(filter, hides, hidden);
  const filters = [...fields, figureSql(filter, time_zone)];
  const narrowed = [viewSql(filter.view, caller), ...filters];
  /** Every case of the period is in the list, so each ordered scan ends with its page. */
  const isWhole =
    sees_all && months !== null && search === null && filter.view === 'all' && filters.every((each) => !each);
  const all = (...conditions: readonly (SQL | undefined)[]): SQL =>
    and(...narrowed, ...conditions) ?? sql`false`;
  const judged = (condition: SQL | undefined) => condition && notByIndex(condition);
  const scope = caseScopeSql(reach);
  const scopes = caseScopeParts(reach);
  return {
    from: caseRows(sees_all),
    where: all(scope, within(false), search?.row),
    walk: { among: all(), judged: judged(and(sees_all ? undefined : scope, search?.row)) },
    walks: scopes.map(({ where, of_center }) => ({
      among: all(where),
      judged: judged(search?.row),
      of_center,
    })),
    parts: scopes.flatMap(({ where }) =>
      reading.map(({ found, by_own_index }) => all(where, within(by_own_index), found)),
    ),
    months,
    within: within(false),
    severity: severityOf(hides),
    hides,
    hidden,
    first: filter.view === 'unassigned' ? othersShareSql(caller) : null,
    sees_all,
    counts_first: sees_all && search === null,
    language,
    expected: isWhole ? 'many' : expectedOf(search, sees_all, reading),
  };
}
