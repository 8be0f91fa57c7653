/**
 * One page of a case list and its exact total, over a million cases.
 *
 * The total comes first, from a covering index or a search index, and decides how the page is read. Few matches are
 * gathered through their index and sorted. Many are met soon on an ordered walk, one per calendar month
 * (`cases_by_*` lead with `listed_month`), merged and cut after the page. The planner cannot choose between the
 * two by itself: it takes the sort key and the period for independent, and walks a whole month for one row.
 * Order: the sort key, then `listed_at` and `case_id`; missing values come last, and first when turned round.
 */
import type { CaseSort } from '@rhythmdesk/contract/cases';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListQuestion, SortKey } from './list-filter.ts';

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
  af_share: 'af_share',
  ve_count: 've_count',
  pause_count: 'pause_count',
} as const satisfies Record<CaseSort, string>;

function isSort(text: string): text is CaseSort {
  return Object.hasOwn(sortColumns, text);
}

function orderOf(sort: SortKey): { column: SQL; order: SQL } {
  const key = sort.replace(/^-/, '');
  const column = sql.raw(isSort(key) ? sortColumns[key] : sortColumns.report_due_date);
  const order = sort.startsWith('-')
    ? sql`${column} desc, listed_at desc, case_id desc`
    : sql`${column}, listed_at, case_id`;
  return { column, order };
}

const idRow = z.object({ case_id: z.coerce.number() });
const countRow = z.object({ total: z.coerce.number() });

type Slice = { readonly page: number; readonly size: number };

/** Up to this many matches are gathered and sorted; a walk meets more than these soon enough. */
const gatherLimit = 3_000;

function gatherSql({ indexed }: ListQuestion, sort: SortKey, limit: number, offset: number): SQL {
  const { column, order } = orderOf(sort);
  return sql`with found as materialized (select case_id, listed_at, ${column} from cases where ${indexed})
    select case_id from found order by ${order} limit ${limit} offset ${offset}`;
}

function walkSql({ where, months }: ListQuestion, sort: SortKey, limit: number, offset: number): SQL {
  const { column, order } = orderOf(sort);
  const walks = (months ?? [null]).map((month) => {
    const inMonth = month === null ? sql`true` : sql`cases.listed_month = ${month}`;
    return sql`(select case_id, listed_at, ${column} from cases where ${inMonth} and ${where}
      order by ${order} limit ${offset + limit})`;
  });
  return sql`select case_id from (${sql.join(walks, sql` union all `)}) walks
    order by ${order} limit ${limit} offset ${offset}`;
}

export async function countCases(db: Queryable, { indexed }: ListQuestion): Promise<number> {
  const rows = await db.execute(sql`select count(*) as total from cases where ${indexed}`);
  return countRow.parse(rows.rows[0]).total;
}

/** The ids of a page in order, given how many cases match. */
export async function pageIds(
  db: Queryable,
  question: ListQuestion,
  sort: SortKey,
  { page, size }: Slice,
  total: number,
): Promise<number[]> {
  const offset = (page - 1) * size;
  if (offset >= total) return [];
  const build = total <= gatherLimit || question.months === null ? gatherSql : walkSql;
  const rows = await db.execute(build(question, sort, size, offset));
  return rows.rows.map((row) => idRow.parse(row).case_id);
}
