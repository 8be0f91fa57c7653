/** The case lists: a page with its total, the search field, the next case to take. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import type { Grant, Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseRowOf } from './case-answer.ts';
import { readListedCases } from '../../records/cases/listed-case.ts';
import { caseRows, caseScopeSql, isEveryCase } from '../../records/cases/case-scope.ts';
import { listQuery, nameSearch, refuseMaskedSort } from './list-filter.ts';
import { readPage } from './list-query.ts';
import { searchSql } from './list-search.ts';
import { othersShareSql, viewSql } from './view-conditions.ts';

export function grantFor(caller: Asking, permission: Permission): Grant {
  const grant = can(caller.actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  return grant;
}

type ListInput = ParsedOf<typeof caseRoutes.cases>;

export async function listCases(db: Db, caller: Asking, input: ListInput, now: Date) {
  const { page, size, sort, ...filter } = input;
  const grant = grantFor(caller, 'case.read');
  refuseMaskedSort(sort, filter, grant);
  const query = await listQuery(db, filter, caller, grant);
  const { total, rows } = await readPage(db, query, sort, { page, size }, async (ids) => {
    const listed = await readListedCases(db, ids);
    return listed.map((record) => caseRowOf(record, caller, record.joined, now));
  });
  return { items: rows, total, page, size };
}

const foundLimit = 8;
const idRow = z.object({ case_id: z.coerce.number() });

/** What the search field shows of a case, and nothing more of its row. */
function foundRow(row: ReturnType<typeof caseRowOf>): OutputOf<typeof caseRoutes.findCases>['items'][number] {
  const { case_id, hn_id, status, closed, hospital, masked } = row;
  const { patient_id, patient_first_name, patient_last_name } = row;
  const patient = { patient_id, patient_first_name, patient_last_name };
  return { case_id, hn_id, status, closed, hospital, masked, ...patient };
}

/** The newest few matches of any age. */
export async function findCases(db: Db, caller: Asking, q: string, now: Date) {
  const grant = grantFor(caller, 'case.read');
  const search = await searchSql(db, q, nameSearch(grant), null);
  const reach = conditionOf('case', caller.actor, grant);
  const found = await db.execute(sql`select case_id from ${caseRows(isEveryCase(reach))}
    where ${caseScopeSql(reach)} and ${search.row}
    order by listed_at desc, case_id desc limit ${foundLimit}`);
  const listed = await readListedCases(
    db,
    found.rows.map((row) => idRow.parse(row).case_id),
  );
  return { items: listed.map((record) => foundRow(caseRowOf(record, caller, record.joined, now))) };
}

const nextRow = z.object({ case_id: z.coerce.number(), version: z.number() });

export async function nextCase(db: Queryable, caller: Asking) {
  const grant = grantFor(caller, 'case.assign_to_me');
  const others = othersShareSql(caller) ?? sql`false`;
  const found = await db.execute(sql`select case_id, version from cases
    where ${caseScopeSql(conditionOf('case', caller.actor, grant))} and ${viewSql('unassigned', caller)}
      and (not ${others} or (select g.takes_others_share from user_groups g where g.id = cases.tech_center_id))
    order by (${others}) is true, priority_rank desc, report_due_date, case_id limit 1`);
  const [row] = found.rows;
  return row === undefined ? { case_id: null, version: null } : nextRow.parse(row);
}
