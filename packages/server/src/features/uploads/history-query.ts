/**
 * Builds the SQL of the upload history: the scope of the permission, the period, the filters and the search. A complete
 * HN ID finds its uploads of any age; every other query is limited to a period, so that it reads part of an index and
 * never the whole table. Users who see masked names cannot search by name.
 */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { uploadRoutes, UploadSort } from '@rhythmdesk/contract/uploads';
import { searchForm } from '@rhythmdesk/domain/kit/search-form';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { duplicateCode, type UploadOutcome } from '@rhythmdesk/domain/case/upload-outcome';
import { addDays, calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { can } from '@rhythmdesk/domain/people/can';
import { mayAskBy } from '@rhythmdesk/domain/people/masking';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { refuseBadPeriod, withinPeriod, type SearchPeriod } from '../../platform/db/search-period.ts';
import { anyPart, storedNameForm } from '../../platform/db/search-sql.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type HistoryFilter = ParsedOf<typeof uploadRoutes.exportUploads>;
type Dates = Pick<HistoryFilter, 'from_time' | 'to_time'>;

/** `tables` joins `uploads`, its `hospital` and, for a search by name, the `cases` that the caller may see. */
export type HistoryQuery = {
  readonly tables: SQL;
  readonly where: SQL;
  /**
   * True for searches by text or complete HN ID, which find few rows: page and total come from one pass, never from an
   * ordered index scan.
   */
  readonly searched: boolean;
};

const usualDays = 30;

/** Returns today's date in a time zone; Swedish formats dates as ISO 8601. */
function todayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

function periodOf({ from_time, to_time }: Dates, timeZone: string, now: Date): SearchPeriod {
  if (from_time === undefined && to_time === undefined) {
    const today = calendarDate(todayIn(timeZone, now));
    return { from: addDays(today, 1 - usualDays), to: today };
  }
  if (from_time === undefined || to_time === undefined) {
    throw new Refusal('input/period-missing', { fields: { from_time: 'refusal.input.period-missing' } });
  }
  const period = { from: from_time, to: to_time };
  refuseBadPeriod(period);
  return period;
}

/** Returns the condition for the cases that this caller may see. */
export function visibleCases({ actor }: Asking): SQL {
  const grant = can(actor, 'case.read');
  return grant === 'never' ? sql`false` : scopeSql(conditionOf('case', actor, grant), cases);
}

function searchesNames({ actor }: Asking): boolean {
  const grant = can(actor, 'case.read');
  return grant !== 'never' && mayAskBy(grant, 'patient_last_name', true);
}

function outcomeSql(outcome: UploadOutcome): SQL {
  if (outcome === 'duplicate') return sql`(uploads.state = 'refused' and uploads.code = ${duplicateCode})`;
  if (outcome === 'refused') {
    return sql`(uploads.state = 'refused' and uploads.code is distinct from ${duplicateCode})`;
  }
  return sql`uploads.state = ${outcome}`;
}

/** The patient names sent with an upload, in the form of `cases.search_names`. */
const givenNames = sql`search_form(regexp_replace(concat(uploads.metadata #>> '{patient,patient_last_name}',
  uploads.metadata #>> '{patient,patient_first_name}', uploads.metadata #>> '{patient,patient_last_name}'),
  '\\s', '', 'g'))`;

function searchSql(q: string, byName: boolean): SQL {
  const part = anyPart(searchForm(q));
  const bare = searchForm(q).replaceAll('-', '');
  const name = searchForm(q.replace(/\s+/gu, ''));
  const found = or(
    sql`search_form(uploads.filename) like ${part}`,
    bare === '' ? undefined : sql`lower(uploads.hn_id) like ${anyPart(bare)}`,
    sql`${storedNameForm(sql`hospital.search_text`)} like ${part}`,
    byName && name !== ''
      ? sql`case when uploads.case_id is null then ${givenNames} else cases.search_names end
          like ${anyPart(name)}`
      : undefined,
  );
  return found ?? sql`false`;
}

/** Returns the condition for all uploads that the caller may see, without filters. */
function scopeOf({ actor }: Asking): SQL {
  const grant = can(actor, 'upload.history');
  if (grant === 'never') throw new Refusal('auth/role-never');
  return scopeSql(conditionOf('upload', actor, grant), {
    hospital_id: uploads.hospital_id,
    tech_center_id: sql`hospital.tech_center_id`,
    user_group_id: uploads.user_group_id,
  });
}

const plainTables = sql`uploads join user_groups hospital on hospital.id = uploads.hospital_id`;

export function sendersQuery(dates: Dates, caller: Asking, now: Date): HistoryQuery {
  const { time_zone } = caller.user_group;
  const within = withinPeriod(uploads.created_at, periodOf(dates, time_zone, now), time_zone);
  return { tables: plainTables, where: sql`${scopeOf(caller)} and ${within}`, searched: false };
}

export function historyQuery(filter: HistoryFilter, caller: Asking, now: Date): HistoryQuery {
  const { q, outcome, user_id } = filter;
  const { time_zone } = caller.user_group;
  const period = periodOf(filter, time_zone, now);
  const hnId = q === undefined ? null : normaliseHnId(q);
  const searched = hnId === null && q !== undefined && q !== '';
  const byName = searched && searchesNames(caller);
  const where = and(
    scopeOf(caller),
    hnId === null ? withinPeriod(uploads.created_at, period, time_zone) : eq(uploads.hn_id, hnId),
    outcome && outcome.length > 0 ? or(...outcome.map(outcomeSql)) : undefined,
    user_id && user_id.length > 0 ? inArray(uploads.user_id, user_id) : undefined,
    searched ? searchSql(q, byName) : undefined,
  );
  const tables = byName
    ? sql`${plainTables} left join cases on cases.case_id = uploads.case_id and ${visibleCases(caller)}`
    : plainTables;
  return { tables, where: where ?? sql`false`, searched: searched || hnId !== null };
}

const sortColumns = {
  created_at: 'uploads.created_at',
  size_bytes: 'uploads.size_bytes',
  filename: 'uploads.filename',
  hn_id: 'uploads.hn_id',
} as const satisfies Record<UploadSort, string>;

const isSort = (text: string): text is UploadSort => Object.hasOwn(sortColumns, text);

/** Rows with the same value are sorted by the time of sending, which is reversed with the sort order. */
export function orderOf(sort: HistoryFilter['sort']): SQL {
  const key = sort.replace(/^-/, '');
  const column = sql.raw(sortColumns[isSort(key) ? key : 'created_at']);
  const turned = sql.raw(sort.startsWith('-') ? ' desc' : '');
  return sql`${column}${turned}, uploads.created_at${turned}, uploads.upload_id${turned}`;
}
