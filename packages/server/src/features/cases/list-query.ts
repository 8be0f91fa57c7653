/**
 * Reads one page of a case list and its exact total, over a million cases.
 *
 * Few matches are collected from covering indexes alone, one for each part of the caller's scope, then fetched by their
 * ids and sorted; their number is the total. For many matches, the page is found soon by an ordered index scan: one per
 * calendar month (`cases_by_*` begin with `listed_month`), merged and cut after the page, while the covering indexes
 * count the matches. The planner cannot choose between the two by itself: it assumes that the sort key and the period
 * are independent, and scans a whole month for one row. A list without a search, for a caller who sees all cases, is
 * counted from the start, because counting takes longest. `list-plans.test.ts` checks the plans of PostgreSQL for every
 * sort and search.
 * Order: the sort key, then `listed_at` and `case_id`; missing values come last, or first in descending order.
 */
import type { CaseSort } from '@rhythmdesk/contract/cases';
import { and, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { nameOrder } from '../../platform/db/name-order.ts';
import { isAmong, isResult, type ListQuery, type SortKey } from './list-filter.ts';
import { severityRank } from './list-ranks.ts';

const sortColumns = {
  hn_id: 'hn_id',
  patient_name: 'patient_name',
  hospital: 'hospital_name',
  recording_start: 'recording_start',
  recording_seconds: 'recording_seconds',
  status: 'status_rank',
  priority: 'priority_rank',
  severity: 'severity_rank',
  technician: 'technician_name',
  requested_date: 'requested_date',
  report_due_date: 'report_due_date',
  confirmed_date: 'confirmed_date',
  created_at: 'created_at',
  edit_started_at: 'edit_started_at',
  af_share: 'af_share',
  ve_count: 've_count',
  pause_count: 'pause_count',
} as const satisfies Record<CaseSort, string>;

function isSort(text: string): text is CaseSort {
  return Object.hasOwn(sortColumns, text);
}

const sortFieldOf = (sort: SortKey): string => sort.replace(/^-/, '');

/** Returns the sort order. `merged` is the order among rows that contain the sort key as `sort_key`. */
function orderOf(
  sort: SortKey,
  { severity, hidden, first: leading, language }: ListQuery,
): { column: SQL; leadColumn: SQL; order: SQL; merged: SQL } {
  const key = sortFieldOf(sort);
  const named = sql.raw(isSort(key) ? sortColumns[key] : sortColumns.report_due_date);
  const inOrder = key === 'patient_name' ? nameOrder(named, language) : named;
  const stored = key === 'severity' ? severity : inOrder;
  const ofHidden = key === 'severity' ? sql`${severityRank('none')}::int` : sql`null`;
  const column =
    hidden.length > 0 && isResult(key)
      ? sql`(case when ${isAmong(hidden)} then ${ofHidden} else ${stored} end)`
      : stored;
  const by = (first: SQL, before: SQL): SQL =>
    sort.startsWith('-')
      ? sql`${before}${first} desc, listed_at desc, case_id desc`
      : sql`${before}${first}, listed_at, case_id`;
  const nothing = sql.raw('');
  const leads = leading === null ? null : { column: sql`, ${leading} as lead`, whole: sql`${leading}, ` };
  return {
    column,
    leadColumn: leads?.column ?? nothing,
    order: by(column, leads?.whole ?? nothing),
    merged: by(sql`sort_key`, leads === null ? nothing : sql`lead, `),
  };
}

const idRow = z.object({ case_id: z.coerce.number() });
const countRow = z.object({ total: z.coerce.number() });
const fewRow = z.object({ total: z.coerce.number(), case_ids: z.array(z.coerce.number()) });

type Window = { readonly size: number; readonly offset: number };

/** Up to this number of matches are fetched and sorted; if there are more, an ordered scan finds enough soon. */
const fewAtMost = 3_000;

/** Collects the matches and fetches them if they are few; of many it collects one more than that limit, or all. */
function fewSql(query: ListQuery, sort: SortKey, { size, offset }: Window): SQL {
  const { order } = orderOf(sort, query);
  const { parts, expected } = query;
  const matches = parts.map((part) => sql`(select case_id from ${query.from} where ${part})`);
  const most = expected === 'few' ? sql`` : sql`limit ${fewAtMost + 1}`;
  return sql`with found as materialized (${sql.join(matches, sql` union all `)} ${most})
    select (select count(*) from found) as total, array(
      select case_id from ${query.from}
      where case_id = any(array(select case_id from found)) and (select count(*) from found) <= ${fewAtMost}
      order by ${order} limit ${size} offset ${offset}) as case_ids`;
}

/**
 * `total` is null if there are more matches than were collected, `case_ids` if there are too many to fetch and sort.
 */
type Looked = { readonly total: number | null; readonly case_ids: readonly number[] | null };

async function readFew(db: Queryable, query: ListQuery, sort: SortKey, window: Window): Promise<Looked> {
  if (query.parts.length === 0) return { total: 0, case_ids: [] };
  if (query.expected === 'many') return { total: null, case_ids: null };
  const rows = await db.execute(fewSql(query, sort, window));
  const few = fewRow.parse(rows.rows[0]);
  if (few.total <= fewAtMost) return few;
  return { total: query.expected === 'few' ? few.total : null, case_ids: null };
}

/**
 * Sort keys whose names belong to a center: in the order of all cases, those of other centers may come first. A
 * center's own cases have indexes in these orders (`cases_of_center_by_*`); the caller's other cases are read
 * completely.
 */
const ownOrder: ReadonlySet<string> = new Set(['hospital', 'technician']);

type Walk = ListQuery['walk'];

/**
 * Builds one ordered scan for each month. Conditions that are checked row by row are in an outer query, in the order of
 * the rows: if PostgreSQL expects few matches, it would otherwise read and sort the whole month. The outer query has no
 * order, because PostgreSQL would then plan the inner query for all its rows instead of the first ones.
 */
function walksInOrder(
  query: ListQuery,
  columns: SQL,
  order: SQL,
  { among, judged }: Walk,
  length: number,
): SQL[] {
  return (query.months ?? []).map(({ month, within }) => {
    const met = sql`from ${query.from} where cases.listed_month = ${month} and ${and(within, among)} order by ${order}`;
    return judged === undefined
      ? sql`(select ${columns} ${met} limit ${length})`
      : sql`(select ${columns} from (select * ${met} offset 0) cases where ${judged} limit ${length})`;
  });
}

/**
 * Builds the ordered scans of a page. Without a period there are no months to scan, and the matches are an open view: a
 * hundredth of all cases.
 */
function walkSql(query: ListQuery, sort: SortKey, { size, offset }: Window): SQL {
  const { column, leadColumn, order, merged } = orderOf(sort, query);
  const { from, where, within, months, sees_all, walk, walks, hides, hidden } = query;
  const columns = sql`case_id, listed_at, ${column} as sort_key${leadColumn}`;
  const inOrder = (each: Walk) => walksInOrder(query, columns, order, each, offset + size);
  const whole = ({ among, judged }: Walk) =>
    sql`select ${columns} from ${from} where ${and(among, within, judged)}`;
  const key = sortFieldOf(sort);
  const met = ((): SQL[] => {
    if (months === null) return [sql`select ${columns} from ${from} where ${where}`];
    // No index has the order of the values that this caller sees.
    if ((hides && key === 'severity') || (hidden.length > 0 && isResult(key))) return walks.map(whole);
    if (sees_all || !ownOrder.has(key)) return inOrder(walk);
    return walks.flatMap((each) => (each.of_center ? inOrder(each) : [whole(each)]));
  })();
  return sql`with walks as materialized (${sql.join(met, sql` union all `)})
    select case_id from walks order by ${merged} limit ${size} offset ${offset}`;
}

async function walkIds(db: Queryable, query: ListQuery, sort: SortKey, window: Window) {
  const rows = await db.execute(walkSql(query, sort, window));
  return rows.rows.map((row) => idRow.parse(row).case_id);
}

export async function countCases(db: Queryable, { parts, from }: ListQuery): Promise<number> {
  const counts = parts.map((part) => sql`(select count(*) from ${from} where ${part})`);
  const rows = await db.execute(sql`select ${sql.join([sql`0`, ...counts], sql` + `)} as total`);
  return countRow.parse(rows.rows[0]).total;
}

/** Returns the ids of a page in order. */
export async function pageIds(
  db: Queryable,
  query: ListQuery,
  sort: SortKey,
  window: Window,
): Promise<readonly number[]> {
  const { case_ids } = await readFew(db, query, sort, window);
  return case_ids ?? walkIds(db, query, sort, window);
}

/** Returns a page, made by `read` from its ids, with the total. */
export async function readPage<Rows>(
  db: Db,
  query: ListQuery,
  sort: SortKey,
  { page, size }: { readonly page: number; readonly size: number },
  read: (ids: readonly number[]) => Promise<Rows>,
): Promise<{ total: number; rows: Rows }> {
  const window = { size, offset: (page - 1) * size };
  const looking = readFew(db, query, sort, window);
  const counting =
    query.counts_first || query.expected === 'many'
      ? countCases(db, query)
      : looking.then((few) => few.total ?? countCases(db, query));
  const reading = looking.then(async (few) => read(few.case_ids ?? (await walkIds(db, query, sort, window))));
  const [total, rows] = await Promise.all([counting, reading]);
  return { total, rows };
}
