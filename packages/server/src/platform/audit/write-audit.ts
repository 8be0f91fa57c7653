/**
 * Creates and writes the rows of the audit log for a call. The database adds the patient of a case, chains the row and
 * computes its hash (`continue_audit`). Rows are never changed afterwards.
 */
import { kindOfAct, writingOf, type AuditAct, type AuditOutcome } from '@rhythmdesk/domain/audit/acts';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { presentCall, type AuditedCall } from './audited-call.ts';

type Statements = Pick<NodePgDatabase, 'execute'>;

export type AuditRow = {
  readonly at: string;
  readonly user_id: number | null;
  readonly role_key: string | null;
  readonly user_group_id: number | null;
  readonly address: string | null;
  readonly user_agent: string;
  readonly kind: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: AuditOutcome;
  readonly code: string | null;
  readonly case_id: number | null;
  readonly case_ids: readonly number[] | null;
  readonly reason: string;
  readonly request_id: string;
};

type Ending = { readonly outcome: AuditOutcome; readonly code: RefusalCode | null };

export const actOf = ({ noted, act }: AuditedCall): AuditAct | 'none' => noted.act ?? act;

function rowOf(
  call: AuditedCall,
  action: AuditAct,
  { outcome, code }: Ending,
  changed: { readonly case_id: number; readonly target: string } | null,
): AuditRow {
  const { noted } = call;
  const { who = null } = noted;
  return {
    at: call.now().toISOString(),
    user_id: who?.user_id ?? null,
    role_key: who?.role_key ?? null,
    user_group_id: who?.user_group_id ?? null,
    address: call.address,
    user_agent: call.user_agent,
    kind: kindOfAct(action),
    action,
    target: changed?.target ?? noted.target ?? (outcome === 'refused' ? call.name : ''),
    outcome,
    code,
    case_id: changed?.case_id ?? noted.case_id ?? null,
    case_ids: noted.case_ids ?? null,
    reason: noted.reason ?? '',
    request_id: call.request_id,
  };
}

/**
 * Returns the rows of a finished call: one for each case that it changed, and one of its own if its act is not on a
 * case.
 */
export function auditRowsOf(call: AuditedCall, action: AuditAct, ending: Ending): AuditRow[] {
  const changed = ending.outcome === 'done' ? [...call.changed.values()] : [];
  const kind = kindOfAct(action);
  const isOfCase = kind === 'change' || kind === 'consent';
  const ofCases = changed.map((each) => rowOf(call, isOfCase ? action : 'case.change', ending, each));
  return isOfCase && ofCases.length > 0 ? ofCases : [rowOf(call, action, ending, null), ...ofCases];
}

const columns = `at, user_id, role_key, user_group_id, address, user_agent, kind, action, target, outcome, code, case_id,
  case_ids, reason, request_id`;
const shape = `at timestamptz, user_id bigint, role_key text, user_group_id bigint, address inet, user_agent text, kind text,
  action text, target text, outcome text, code text, case_id bigint, case_ids bigint[], reason text, request_id text`;

/**
 * Inserts rows. With `always` false a row is written only if the transaction has written something. The transaction
 * gets its number before a row gets its id, as the anchors require (`records/audit/anchors.ts`).
 */
export async function insertAudit(db: Statements, rows: readonly AuditRow[], always = true): Promise<void> {
  await db.execute(sql`insert into audit_log (${sql.raw(columns)})
    select ${sql.raw(columns)} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.raw(shape)})
    where ${sql.raw(always ? 'pg_current_xact_id()' : 'pg_current_xact_id_if_assigned()')} is not null`);
}

/**
 * Writes, as the last statement of a transaction, what the current call changed in it. Returns a function to call once
 * it is committed.
 */
export async function auditTransaction(tx: Statements): Promise<() => void> {
  const call = presentCall();
  if (call === null) return () => undefined;
  const action = actOf(call);
  if (action === 'none' || writingOf(action) !== 'transaction') return () => undefined;
  // An earlier transaction of the same call wrote the act.
  if (call.rows > 0 && call.changed.size === 0) return () => undefined;
  await insertAudit(tx, auditRowsOf(call, action, { outcome: 'done', code: null }), call.changed.size > 0);
  return () => {
    call.rows += Math.max(1, call.changed.size);
    call.changed.clear();
  };
}
