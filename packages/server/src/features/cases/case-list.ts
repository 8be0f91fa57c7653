/** The case lists: a page with its total, the counts of the saved views, the search field, the next case to take. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { caseViews, type CaseView } from '@rhythmdesk/contract/cases';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import type { Grant, Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseRowOf, readBeside } from './case-answer.ts';
import { readCaseRecords } from './case-record.ts';
import { caseScopeSql } from './case-scope.ts';
import { listQuestion, nameSearch, refuseMaskedSort } from './list-filter.ts';
import { countCases, pageIds } from './list-query.ts';
import { searchSql } from './list-search.ts';
import { viewNeedsPeriod, viewSql } from './view-conditions.ts';

export function grantFor(caller: Caller, permission: Permission): Grant {
  const grant = can(caller.actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  return grant;
}

type ListInput = ParsedOf<typeof caseRoutes.cases>;

export async function listCases(db: Db, caller: Caller, input: ListInput, now: Date) {
  const { page, size, sort, ...filter } = input;
  const grant = grantFor(caller, 'case.read');
  refuseMaskedSort(sort, filter, grant);
  const question = await listQuestion(db, filter, caller, grant);
  const total = await countCases(db, question);
  const ids = await pageIds(db, question, sort, { page, size }, total);
  const [records, besides] = await Promise.all([readCaseRecords(db, ids), readBeside(db, ids)]);
  const items = records.map((record) => caseRowOf(record, caller, besides.get(record.row.case_id), now));
  return { items, total, page, size };
}

const countRow = z.record(z.string(), z.coerce.number());
/** Days that the counts of the views with finished cases look back over. */
const countedDays = 30;

/** All views that need no period in one pass over the open cases, the others over the last thirty days. */
export async function countViews(db: Queryable, caller: Caller, hospitalIds: readonly number[] | undefined) {
  const grant = grantFor(caller, 'case.read');
  const scope = and(
    caseScopeSql(conditionOf('case', caller.actor, grant)),
    hospitalIds === undefined ? undefined : inArray(cases.hospital_id, [...hospitalIds]),
  );
  const { time_zone } = caller.user_group;
  const recent = sql`cases.listed_at >= ((now() at time zone ${time_zone})::date - ${countedDays - 1}::int)::timestamp
    at time zone ${time_zone}`;
  const columns = caseViews.map((view: CaseView) => {
    const bound = viewNeedsPeriod[view] ? sql` and ${recent}` : sql``;
    return sql`(select count(*) from cases where ${scope} and ${viewSql(view, caller)}${bound}) as ${sql.raw(view)}`;
  });
  const found = await db.execute(sql`select ${sql.join(columns, sql`, `)}`);
  return { counts: countRow.parse(found.rows[0]) };
}

const foundLimit = 8;
const idRow = z.object({ case_id: z.coerce.number() });

/** The newest few matches of any age. */
export async function findCases(db: Db, caller: Caller, q: string, now: Date) {
  const grant = grantFor(caller, 'case.read');
  const search = await searchSql(db, q, nameSearch(grant), null);
  const found = await db.execute(sql`select case_id from cases
    where ${caseScopeSql(conditionOf('case', caller.actor, grant))} and ${search.indexed}
    order by listed_at desc, case_id desc limit ${foundLimit}`);
  const records = await readCaseRecords(
    db,
    found.rows.map((row) => idRow.parse(row).case_id),
  );
  return { items: records.map((record) => caseRowOf(record, caller, undefined, now)) };
}

const nextRow = z.object({ case_id: z.coerce.number(), version: z.number() });

export async function nextCase(db: Queryable, caller: Caller) {
  const grant = grantFor(caller, 'case.assign_to_me');
  const found = await db.execute(sql`select case_id, version from cases
    where ${caseScopeSql(conditionOf('case', caller.actor, grant))} and ${viewSql('unassigned', caller)}
    order by priority_rank desc, report_due_date, case_id limit 1`);
  const [row] = found.rows;
  return row === undefined ? { case_id: null, version: null } : nextRow.parse(row);
}
