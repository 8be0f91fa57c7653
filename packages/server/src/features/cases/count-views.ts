/**
 * Counts the saved views in one statement of three passes, each over covering indexes: the open cases (a hundredth of
 * all), which most views filter; the last thirty days for the views with finished cases; today's. In the first two,
 * each part of the caller's scope is read from its own index, and the counts of the parts are added up.
 */
import { caseViews } from '@rhythmdesk/contract/cases';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { caseRows, caseScopeParts, caseScopeSql, isEveryCase } from '../../records/cases/case-scope.ts';
import { grantFor } from './case-list.ts';
import { notByIndex } from '../../platform/db/search-sql.ts';
import { openSql, openViews, otherViews } from './view-conditions.ts';

/** Number of past days that the counts of views with finished cases include. */
const countedDays = 30;

const countRow = z.record(z.enum([...caseViews, 'open_recent']), z.coerce.number());

function recentSql(time_zone: string): SQL {
  return sql`cases.listed_at >= ((now() at time zone ${time_zone})::date - ${countedDays - 1}::int)::timestamp
    at time zone ${time_zone}`;
}

const named = (column: string): SQL => sql.raw(`"${column}"`);

type Counted = { readonly from: SQL; readonly parts: readonly SQL[] };

/** Returns one row of counts: each column is counted in every part, and the parts are added up. */
function counted(columns: Readonly<Record<string, SQL>>, { from, parts }: Counted, where: SQL): SQL {
  const names = Object.keys(columns).map(named);
  const counts = Object.entries(columns).map(
    ([name, narrow]) => sql`count(*) filter (where ${narrow}) as ${named(name)}`,
  );
  const each = parts.map(
    (part) => sql`select ${sql.join(counts, sql`, `)} from ${from} where ${part} and ${where}`,
  );
  const sums = names.map((name) => sql`coalesce(sum(${name}), 0) as ${name}`);
  return sql`(select ${sql.join(sums, sql`, `)} from (${sql.join(each, sql` union all `)}) counted)`;
}

/** Returns the current number of cases in each saved view, of all that the caller sees or of these hospitals. */
export async function countViews(db: Queryable, caller: Caller, hospitalIds: readonly number[] | undefined) {
  const reach = conditionOf('case', caller.actor, grantFor(caller, 'case.read'));
  const among = hospitalIds === undefined ? undefined : inArray(cases.hospital_id, [...hospitalIds]);
  const within = (scope: SQL): SQL => and(scope, among) ?? scope;
  const parts = caseScopeParts(reach).map(({ where }) => within(where));
  const from = caseRows(isEveryCase(reach));
  const scope = { from, parts: parts.length === 0 ? [sql`false`] : parts };
  const recent = recentSql(caller.user_group.time_zone);
  const open = Object.entries(openViews).map(([view, narrow]) => [view, narrow(caller)] as const);
  const found = await db.execute(sql`select * from
    ${counted({ ...Object.fromEntries(open), open_recent: recent }, scope, openSql)} open_cases,
    ${counted({ all: sql`true`, completed: otherViews.completed() }, scope, recent)} recent,
    (select count(*) as completed_today from ${from}
      where ${otherViews.completed_today(caller)} and ${notByIndex(within(caseScopeSql(reach)))}) today`);
  const { open_recent, ...counts } = countRow.parse(found.rows[0]);
  return { counts, open: open_recent };
}
