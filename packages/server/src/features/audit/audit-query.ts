/**
 * Builds the SQL of the audit log's list. Every filter has an index that ends in the time, so that a page reads only
 * the rows that it shows; the total is counted up to a limit. Search terms (HN ID, patient, user, request) are looked
 * up first and replaced by ids.
 */
import { mostAuditRowsCounted, type AuditView, type auditRoutes } from '@rhythmdesk/contract/audit';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { auditKinds, kindViews } from '@rhythmdesk/domain/audit/acts';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { refuseBadPeriod, withinPeriod } from '../../platform/db/search-period.ts';
import type { Asking } from '../../platform/http/caller.ts';

export type AuditFilter = Omit<ParsedOf<typeof auditRoutes.exportAudit>, 'sort'>;
export type AuditSort = ParsedOf<typeof auditRoutes.exportAudit>['sort'];

const idRow = z.object({ id: z.coerce.number() });

async function idsOf(db: Queryable, query: SQL): Promise<number[]> {
  return (await db.execute(query)).rows.map((row) => idRow.parse(row).id);
}

const anyOf = (column: SQL, ids: readonly number[]): SQL =>
  sql`${column} = any (${`{${ids.join(',')}}`}::bigint[])`;

/** Returns the condition for rows of this case, patient, user or request, whichever the text matches. */
async function searchSql(db: Queryable, q: string): Promise<SQL> {
  const cases = await idsOf(
    db,
    sql`select case_id as id from cases where hn_id = ${q.toUpperCase()}
      union select case_id from cases c join user_groups g on g.id = c.hospital_id
        where g.type = 'hospital' and c.patient_id = ${q}`,
  );
  const users = await idsOf(db, sql`select users_called(${q.toLowerCase()}) as id`);
  const parts = [
    sql`a.request_id = ${q}`,
    ...(cases.length > 0 ? [anyOf(sql`a.case_id`, cases)] : []),
    ...(users.length > 0 ? [anyOf(sql`a.user_id`, users)] : []),
  ];
  return sql`(${sql.join(parts, sql` or `)})`;
}

function viewSql(view: AuditView): SQL[] {
  if (view === 'all') return [];
  if (view === 'refused') return [sql`a.outcome = 'refused'`];
  const kinds = auditKinds.filter((kind) => kindViews[kind] === view);
  return [sql`a.kind = any (${`{${kinds.join(',')}}`}::text[])`];
}

export async function whereSql(db: Queryable, filter: AuditFilter, { user_group }: Asking): Promise<SQL> {
  const { view, kind, outcome, user_id, case_id, hospital_id, patient_id, request_id, q } = filter;
  const { from_time: from, to_time: to } = filter;
  const parts = viewSql(view);
  if (kind !== undefined) parts.push(sql`a.kind = ${kind}`);
  if (outcome !== undefined) parts.push(sql`a.outcome = ${outcome}`);
  if (user_id !== undefined) parts.push(sql`a.user_id = ${user_id}`);
  if (case_id !== undefined) parts.push(sql`a.case_id = ${case_id}`);
  if (hospital_id !== undefined) parts.push(sql`a.hospital_id = ${hospital_id}`);
  if (patient_id !== undefined) parts.push(sql`a.patient_id = ${patient_id}`);
  if (request_id !== undefined) parts.push(sql`a.request_id = ${request_id}`);
  if (q !== undefined && q !== '') parts.push(await searchSql(db, q));
  if (from !== undefined || to !== undefined) {
    const period = { from: from ?? '', to: to ?? '' };
    refuseBadPeriod(period);
    parts.push(withinPeriod(sql`a.at`, period, user_group.time_zone));
  }
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

const countRow = z.object({ total: z.coerce.number() });

export async function countRows(db: Queryable, where: SQL, most = mostAuditRowsCounted): Promise<number> {
  const found = await db.execute(
    sql`select count(*) as total from (select 1 from audit_log a where ${where} limit ${most + 1}) counted`,
  );
  return countRow.parse(found.rows[0]).total;
}

export async function rowIds(
  db: Queryable,
  where: SQL,
  sort: AuditSort,
  { size, offset }: { readonly size: number; readonly offset: number },
): Promise<number[]> {
  const order = sort === 'at' ? sql`a.at, a.audit_id` : sql`a.at desc, a.audit_id desc`;
  return idsOf(
    db,
    sql`select a.audit_id as id from audit_log a where ${where} order by ${order} limit ${size} offset ${offset}`,
  );
}
