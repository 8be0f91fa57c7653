/**
 * The counts of the saved views in one statement of three passes, each through one covering index: the open cases, a
 * hundredth of all, which most views narrow; the last thirty days for the views with finished cases; today's.
 */
import { caseViews, type CaseView } from '@rhythmdesk/contract/cases';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { caseRows, caseScopeParts, caseScopeSql, isEveryCase } from '../../records/cases/case-scope.ts';
import { grantFor } from './case-list.ts';
import { openSql, openViews, otherViews } from './view-conditions.ts';

/** Days that the counts of the views with finished cases look back over. */
const countedDays = 30;

const countRow = z.record(z.enum([...caseViews, 'open_recent']), z.coerce.number());

function recentSql(time_zone: string): SQL {
  return sql`cases.listed_at >= ((now() at time zone ${time_zone})::date - ${countedDays - 1}::int)::timestamp
    at time zone ${time_zone}`;
}

const named = (view: CaseView): SQL => sql.raw(view);

function openCounts(caller: Caller, from: SQL, scope: SQL): SQL {
  const columns = Object.entries(openViews).map(
    ([view, narrow]) => sql`count(*) filter (where ${narrow(caller)}) as ${sql.raw(view)}`,
  );
  const recent = sql`count(*) filter (where ${recentSql(caller.user_group.time_zone)}) as open_recent`;
  return sql`select ${sql.join([...columns, recent], sql`, `)} from ${from} where ${scope} and ${openSql}`;
}

/** Each part of the scope through its own index; their counts add up. */
function recentCounts(caller: Caller, from: SQL, parts: readonly SQL[]): SQL {
  const recent = recentSql(caller.user_group.time_zone);
  const counted = parts.map(
    (part) => sql`select count(*) as n_all, count(*) filter (where ${otherViews.completed()}) as n_completed
      from ${from} where ${part} and ${recent}`,
  );
  return sql`select coalesce(sum(n_all), 0) as ${named('all')}, coalesce(sum(n_completed), 0) as completed
    from (${sql.join(counted, sql` union all `)}) counted`;
}

/** How many cases each saved view holds now, of all that the caller sees or of these hospitals. */
export async function countViews(db: Queryable, caller: Caller, hospitalIds: readonly number[] | undefined) {
  const reach = conditionOf('case', caller.actor, grantFor(caller, 'case.read'));
  const among = hospitalIds === undefined ? undefined : inArray(cases.hospital_id, [...hospitalIds]);
  const within = (scope: SQL): SQL => and(scope, among) ?? scope;
  const from = caseRows(isEveryCase(reach));
  const scope = within(caseScopeSql(reach));
  const parts = caseScopeParts(reach).map(within);
  const found = await db.execute(sql`select * from (${openCounts(caller, from, scope)}) open_cases,
    (${recentCounts(caller, from, parts.length === 0 ? [sql`false`] : parts)}) recent,
    (select count(*) as completed_today from ${from}
      where ${scope} and ${otherViews.completed_today(caller)}) today`);
  const { open_recent: open, ...counts } = countRow.parse(found.rows[0]);
  return { counts, open };
}
