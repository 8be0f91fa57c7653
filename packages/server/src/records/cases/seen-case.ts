/** Checks a user's access to a case: a case out of scope is not found, an ADMIN must state a reason. */
import { can, has, reaches } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Asking, Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readCaseRecord, type CaseRecord } from './case-record.ts';

const reasonRow = z.object({ reason: z.string() });

/** The user who reads. Reasons belong to sessions, so a job that reads for a user has none. */
export type Viewer = Asking & Partial<Pick<Caller, 'session'>>;

/** Returns the reason that this user gave for this case in the present session; null if none was given. */
async function reasonGiven(db: Queryable, caller: Viewer, case_id: number): Promise<string | null> {
  if (caller.session === undefined) return null;
  const found = await db.execute(sql`
    select a.reason from audit_log a join sessions s on s.token_hash = ${caller.session.token_hash}
    where a.case_id = ${case_id} and a.user_id = ${caller.id} and a.reason <> '' and a.outcome = 'done'
      and a.at >= s.created_at order by a.at desc, a.audit_id desc limit 1`);
  return found.rows.length === 0 ? null : reasonRow.parse(found.rows[0]).reason;
}

/** Returns whether the caller needs a reason to open a case; the same applies to everything that belongs to the case. */
function owesReason({ actor }: Asking): boolean {
  const reading = can(actor, 'case.read');
  return reading !== 'never' && has(reading, 'reason');
}

/**
 * Returns the case if this permission covers it for the caller; otherwise refuses with 404, or with 422 if a reason is
 * missing. A reason applies to the case and the session; it is written to the audit log of every call that it allows.
 */
export async function seenCase(
  db: Queryable,
  caller: Viewer,
  case_id: number,
  permission: Permission,
  stated?: string,
): Promise<CaseRecord> {
  const grant = can(caller.actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const record = await readCaseRecord(db, case_id);
  if (record === null || !reaches('case', caller.actor, grant, record.facts)) {
    throw new Refusal('object/not-found');
  }
  noteAudit({ case_id });
  if (record.row.erased_at !== null && can(caller.actor, 'patient.erase') === 'never') {
    throw new Refusal('patient/erased');
  }
  if (!owesReason(caller)) return record;
  const reason = stated ?? (await reasonGiven(db, caller, case_id));
  if (reason === null) {
    throw new Refusal('input/reason-missing', { fields: { reason: 'refusal.input.reason-missing' } });
  }
  noteAudit({ reason });
  return record;
}
