/** Counts the reports whose notification the caller has not read, and those with critical findings among them. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { reportCodes } from '@rhythmdesk/domain/notice/critical-findings';
import { seesClinical } from '@rhythmdesk/domain/people/masking';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { caseScopeSql } from '../../records/cases/case-scope.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import { grantFor } from './case-list.ts';
import { readCaseRows } from './hide-results.ts';
import { severityRank } from './list-ranks.ts';
import { viewSql } from './view-conditions.ts';

const unreadRow = z.object({ case_id: z.coerce.number(), is_critical: z.boolean() });

type Newest = OutputOf<typeof caseRoutes.unreadReports>['newest_critical'];

async function nameOf(db: Db, caller: Asking, case_id: number | undefined, now: Date): Promise<Newest> {
  const [found] = case_id === undefined ? [] : await readCaseRows(db, caller, [case_id], now);
  if (found === undefined) return null;
  const { hn_id, patient_first_name, patient_last_name } = found.row;
  return { case_id: found.row.case_id, hn_id, patient_first_name, patient_last_name };
}

export async function readUnreadReports(
  db: Db,
  caller: Asking,
  { hospital_id }: ParsedOf<typeof caseRoutes.unreadReports>,
  now: Date,
): Promise<OutputOf<typeof caseRoutes.unreadReports>> {
  const grant = grantFor(caller, 'case.read');
  const of = hospital_id === undefined ? sql`true` : eq(cases.hospital_id, hospital_id);
  const found = await db.execute(sql`select cases.case_id,
      ${cases.severity_rank} = ${severityRank('critical')} and ${viewSql('completed', caller)} as is_critical
    from (select patch_id, max(id) as latest from notifications
      where user_id = ${caller.id} and status = 'N' and code in ${[...reportCodes]}
      group by patch_id) unread
    join cases on cases.case_id = unread.patch_id
    where ${caseScopeSql(conditionOf('case', caller.actor, grant))} and ${of}
    order by unread.latest desc`);
  const rows = found.rows.map((row) => unreadRow.parse(row));
  const critical = seesClinical(grant) ? rows.filter((row) => row.is_critical).map((row) => row.case_id) : [];
  const hidden = await hiddenCases(db, caller.actor, critical);
  const shown = critical.filter((case_id) => !hidden.includes(case_id));
  return {
    total: rows.length,
    newest: rows[0]?.case_id ?? null,
    critical: shown.length,
    newest_critical: await nameOf(db, caller, shown[0], now),
  };
}
