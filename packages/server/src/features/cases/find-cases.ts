/**
 * Finds cases for the search field of the top bar: the newest few of any age. For users who see every case, the search
 * indexes find rare texts; all other users search their own part from its newest case on. A text that no index finds,
 * one or two letters or digits, is searched only in as many days as a list shows at most.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { OutputOf } from '@rhythmdesk/contract/route';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { notByIndex } from '../../platform/db/search-sql.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { caseRows, caseScopeParts, isEveryCase } from '../../records/cases/case-scope.ts';
import { readListedCases } from '../../records/cases/listed-case.ts';
import { caseRowOf } from './case-answer.ts';
import { grantFor } from './case-list.ts';
import { nameSearch } from './list-filter.ts';
import { expectsFew, hasSearchIndex, isShortName, searchSql, type NameSearch } from './list-search.ts';

const foundLimit = 8;
const unindexedDays = 62;
const recentMonths = 3;

const idRow = z.object({ case_id: z.coerce.number() });
const monthRow = z.object({ first: z.coerce.number().nullable() });

/** Returns only the fields of a case that the search field shows. */
function foundRow(row: ReturnType<typeof caseRowOf>): OutputOf<typeof caseRoutes.findCases>['items'][number] {
  const { case_id, hn_id, status, closed, hospital, masked } = row;
  const { patient_id, patient_first_name, patient_last_name } = row;
  const patient = { patient_id, patient_first_name, patient_last_name };
  return { case_id, hn_id, status, closed, hospital, masked, ...patient };
}

/** Returns every `listed_month` since the first case. */
async function allMonths(db: Db, now: Date): Promise<number[]> {
  const found = await db.execute(sql`select min(listed_month) as first from every_case`);
  const last = now.getUTCFullYear() * 12 + now.getUTCMonth() + 2;
  const first = monthRow.parse(found.rows[0]).first ?? last;
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);
}

/** Returns all cases with one or two characters in a name, if these are rare in the last months; otherwise null. */
async function rareSql(db: Db, q: string, names: NameSearch, now: Date): Promise<SQL | null> {
  const months = await allMonths(db, now);
  const { hospitals, texts } = await searchSql(db, q, names, months.slice(-recentMonths));
  if (hospitals !== undefined || texts === null || !(await expectsFew(db, texts))) return null;
  const all = await searchSql(db, q, names, months);
  return sql`(with found as materialized (
    select case_id, listed_at from every_case cases where ${all.texts}) select * from found)`;
}

/** The matching cases. `days` is how many of the last days were searched; null if all were. */
type Matches = { readonly matches: SQL | null; readonly days: number | null };

async function matchesSql(db: Db, caller: Asking, q: string, now: Date, newest: SQL): Promise<Matches> {
  const grant = grantFor(caller, 'case.read');
  const names = nameSearch(grant);
  const reach = conditionOf('case', caller.actor, grant);
  const sees_all = isEveryCase(reach);
  const rare = sees_all && isShortName(q) ? await rareSql(db, q, names, now) : null;
  if (rare !== null) return { matches: rare, days: null };
  const { row } = await searchSql(db, q, names, null);
  const since = sql`listed_at > ${now.toISOString()}::timestamptz - make_interval(days => ${unindexedDays}::int)`;
  const days = hasSearchIndex(q) ? null : unindexedDays;
  const within = days === null ? undefined : since;
  const columns = sql`select case_id, listed_at`;
  if (sees_all)
    return { days, matches: sql`${columns} from ${caseRows(true)} where ${and(row, within)} ${newest}` };
  const parts = caseScopeParts(reach).map(
    ({ where }) => sql`(${columns} from (select * from cases where ${and(where, within)}
      order by listed_at desc offset 0) cases where ${notByIndex(row)} limit ${foundLimit + 1})`,
  );
  return { days, matches: parts.length === 0 ? null : sql.join(parts, sql` union all `) };
}

export async function findCases(db: Db, caller: Asking, q: string, now: Date) {
  const newest = sql`order by listed_at desc, case_id desc limit ${foundLimit + 1}`;
  const { matches, days } = await matchesSql(db, caller, q, now, newest);
  if (matches === null) return { items: [], more: false, days };
  const found = await db.execute(sql`select case_id from (${matches}) found ${newest}`);
  const ids = found.rows.map((row) => idRow.parse(row).case_id);
  const listed = await readListedCases(db, ids.slice(0, foundLimit));
  const more = ids.length > foundLimit;
  const items = listed.map((record) => foundRow(caseRowOf(record, caller, record.joined, now)));
  return { items, more, days };
}
