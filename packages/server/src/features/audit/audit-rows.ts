/** Reads rows of the audit log with the current names of their ids; patients' names are masked. */
import { mostAuditRowsCounted, type AuditRow, type auditRoutes } from '@rhythmdesk/contract/audit';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { auditKinds, auditOutcomes } from '@rhythmdesk/domain/audit/acts';
import { maskName } from '@rhythmdesk/domain/people/masking';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { countRows, rowIds, whereSql } from './audit-query.ts';

const text = z.string().nullable();
const number = z.coerce.number();
const foundShape = z.object({
  audit_id: number,
  at: z.string(),
  user_id: number.nullable(),
  user_name: text,
  login_id: text,
  role_key: z.enum(roleKeys).nullable().catch(null),
  user_group_id: number.nullable(),
  group_name: text,
  address: text,
  user_agent: z.string(),
  kind: z.enum(auditKinds).catch('operation'),
  action: z.string(),
  target: z.string(),
  outcome: z.enum(auditOutcomes),
  code: text,
  case_id: number.nullable(),
  hn_id: text,
  hospital_id: number.nullable(),
  hospital_name: text,
  patient_id: text,
  patient_name: text,
  shown: number.nullable(),
  reason: z.string(),
  request_id: z.string(),
  chain: number,
  position: number,
  previous_hash: z.string(),
  hash: z.string(),
});

const named = (id: number | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

function rowOf(found: z.output<typeof foundShape>): AuditRow {
  const { at, user_id, user_name, login_id, user_group_id, group_name, case_id, hn_id, hospital_id } = found;
  const { hospital_name, patient_name, ...rest } = found;
  const user = named(user_id, user_name);
  return {
    audit_id: rest.audit_id,
    at: new Date(at).toISOString(),
    user: user === null ? null : { ...user, user_id: login_id ?? '' },
    role_key: rest.role_key,
    user_group: named(user_group_id, group_name),
    address: rest.address,
    user_agent: rest.user_agent,
    kind: rest.kind,
    action: rest.action,
    target: rest.target,
    outcome: rest.outcome,
    code: rest.code,
    case: case_id === null || hn_id === null ? null : { case_id, hn_id },
    hospital: named(hospital_id, hospital_name),
    patient_id: rest.patient_id,
    patient_name: patient_name === null ? '' : maskName(patient_name),
    shown: rest.shown,
    reason: rest.reason,
    request_id: rest.request_id,
    chain: rest.chain,
    position: rest.position,
    previous_hash: rest.previous_hash,
    hash: rest.hash,
  };
}

/** Returns the rows of these ids in the given order. */
export async function readAuditRows(db: Queryable, ids: readonly number[]): Promise<AuditRow[]> {
  if (ids.length === 0) return [];
  const found = await db.execute(sql`
    select a.audit_id, a.at::text as at, a.user_id, u.name as user_name, u.user_id as login_id, a.role_key, a.user_group_id,
      g.name as group_name, host(a.address) as address, a.user_agent, a.kind, a.action, a.target, a.outcome, a.code,
      a.case_id, c.hn_id, a.hospital_id, h.name as hospital_name, a.patient_id,
      coalesce(nullif(c.patient_last_name, ''), c.patient_first_name) as patient_name,
      cardinality(a.case_ids) as shown, a.reason, a.request_id, a.chain, a.position,
      encode(a.previous_hash, 'hex') as previous_hash, encode(a.hash, 'hex') as hash
    from audit_log a left join users u on u.id = a.user_id left join user_groups g on g.id = a.user_group_id
      left join cases c on c.case_id = a.case_id left join user_groups h on h.id = a.hospital_id
    where a.audit_id = any (${`{${ids.join(',')}}`}::bigint[])`);
  const byId = new Map(
    found.rows.map((row) => {
      const made = rowOf(foundShape.parse(row));
      return [made.audit_id, made];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listAudit(db: Db, caller: Caller, input: ParsedOf<typeof auditRoutes.auditRows>) {
  const { page, size, sort, ...filter } = input;
  const where = await whereSql(db, filter, caller);
  const window = { size, offset: (page - 1) * size };
  const [counted, items] = await Promise.all([
    countRows(db, where),
    rowIds(db, where, sort, window).then((ids) => readAuditRows(db, ids)),
  ]);
  // Includes rows that were added between the two statements.
  const known = Math.max(counted, items.length === 0 ? 0 : window.offset + items.length);
  return {
    items,
    total: Math.min(known, mostAuditRowsCounted),
    more: known > mostAuditRowsCounted,
    page,
    size,
  };
}
