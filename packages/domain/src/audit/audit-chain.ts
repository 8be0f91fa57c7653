/**
 * Computes the hash of an audit log row. The log consists of many parallel chains: a row continues whichever chain was
 * free when it was written, so that writers do not wait for one another. A database trigger computes the stored hash;
 * `audit:verify` uses this second implementation to verify it.
 */
import { chainedText, type HexHash } from '../kit/chained-fields.ts';

export type AuditChainRow = {
  readonly chain: number;
  readonly position: number;
  readonly previous_hash: string;
  readonly at_ms: number;
  readonly user_id: number | null;
  readonly role_key: string | null;
  readonly user_group_id: number | null;
  readonly address: string | null;
  readonly user_agent: string;
  readonly kind: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: string;
  readonly code: string | null;
  readonly case_id: number | null;
  readonly hospital_id: number | null;
  readonly patient_id: string | null;
  /** The cases that a list or an export contained, in PostgreSQL array notation; null for any other row. */
  readonly case_ids: string | null;
  readonly reason: string;
  readonly request_id: string;
};

export function auditHash(row: AuditChainRow, hexHashOf: HexHash): string {
  return hexHashOf(
    chainedText('audit-1', [
      row.previous_hash,
      row.chain,
      row.position,
      row.at_ms,
      row.user_id,
      row.role_key,
      row.user_group_id,
      row.address,
      row.user_agent,
      row.kind,
      row.action,
      row.target,
      row.outcome,
      row.code,
      row.case_id,
      row.hospital_id,
      row.patient_id,
      row.case_ids,
      row.reason,
      row.request_id,
    ]),
  );
}
