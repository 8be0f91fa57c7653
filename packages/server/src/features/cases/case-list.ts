/** Answers the case lists: a page with its total, and the next case to take. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Grant } from '@rhythmdesk/domain/people/permission-cells';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readCaseRows } from './hide-results.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import { caseScopeSql } from '../../records/cases/case-scope.ts';
import { asksByResults, listQuery, refuseMaskedSort, type ListFilter, type SortKey } from './list-filter.ts';
import { readPage } from './list-query.ts';
import { othersShareSql, viewSql } from './view-conditions.ts';

export function grantFor(caller: Asking, permission: Permission): Grant {
  const grant = can(caller.actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  return grant;
}

/**
 * Returns the cases whose results are hidden from the caller, if a list or spreadsheet is filtered or sorted by
 * results.
 */
export const hiddenFrom = async (db: Db, caller: Asking, sort: SortKey, filter: ListFilter) =>
  asksByResults(sort, filter) ? hiddenCases(db, caller.actor) : [];

type ListInput = ParsedOf<typeof caseRoutes.cases>;

export async function listCases(
  db: Db,
  caller: Asking,
  input: ListInput,
  { language, now }: { readonly language: Language; readonly now: Date },
) {
  const { page, size, sort, ...filter } = input;
  const grant = grantFor(caller, 'case.read');
  refuseMaskedSort(sort, filter, grant);
  const query = await listQuery(db, filter, {
    caller,
    grant,
    language,
    hidden: await hiddenFrom(db, caller, sort, filter),
  });
  const { total, rows } = await readPage(db, query, sort, { page, size }, async (ids) => {
    const found = await readCaseRows(db, caller, ids, now);
    return found.map(({ row }) => row);
  });
  return { items: rows, total, page, size };
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
