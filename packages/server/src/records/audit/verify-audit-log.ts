/**
 * Verifies every row of the audit log in one snapshot, read by its owner. Each row must match its hash and the previous
 * row of its chain, and each chain must end at its head. Returns at most one fault per chain, the oldest row first.
 */
import { auditHash } from '@rhythmdesk/domain/audit/audit-chain';
import { firstPreviousHash } from '@rhythmdesk/domain/kit/chained-fields';
import { z } from 'zod';
import type { Snapshot } from '../../platform/db/snapshot.ts';
import { sha256Hex } from '../cases/case-history.ts';

/**
 * The same kinds as in case histories: `changed`, rows before it `missing`, the end `cut`, or never accepted
 * (`forged`).
 */
export type AuditFault = {
  readonly chain: number;
  readonly position: number;
  /** Null if the row no longer exists. */
  readonly audit_id: number | null;
  readonly fault: 'changed' | 'missing' | 'cut' | 'forged';
};

export type AuditLogVerdict = { readonly rows: number; readonly faults: readonly AuditFault[] };

const text = z.string();
const number = z.number();
const rowShape = z.object({
  audit_id: number,
  chain: number,
  position: number,
  previous_hash: text,
  hash: text,
  at_ms: number,
  user_id: number.nullable(),
  role_key: text.nullable(),
  user_group_id: number.nullable(),
  address: text.nullable(),
  user_agent: text,
  kind: text,
  action: text,
  target: text,
  outcome: text,
  code: text.nullable(),
  case_id: number.nullable(),
  hospital_id: number.nullable(),
  patient_id: text.nullable(),
  case_ids: text.nullable(),
  reason: text,
  request_id: text,
});
type Line = z.output<typeof rowShape>;

const rowsQuery = `
  select audit_id::float8, chain, position::float8, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash,
    (extract(epoch from at) * 1000)::float8 as at_ms, user_id::float8, role_key, user_group_id::float8,
    host(address) as address, user_agent, kind, action, target, outcome, code, case_id::float8, hospital_id::float8,
    patient_id, case_ids::text as case_ids, reason, request_id
  from audit_log order by chain, position`;

const headsQuery = `select chain, rows::float8 as rows, encode(hash, 'hex') as hash from audit_heads order by chain`;
const headShape = z.object({ chain: number, rows: number, hash: text });
type Head = z.output<typeof headShape>;

/** Checks one chain from its first row; reports at most one fault, the first. */
class Chain {
  readonly #chain: number;
  #previous = firstPreviousHash;
  #rows = 0;
  #fault: AuditFault | null = null;

  constructor(chain: number) {
    this.#chain = chain;
  }

  add(line: Line): void {
    this.#rows += 1;
    const { audit_id, position } = line;
    if (line.hash !== auditHash(line, sha256Hex)) this.#note({ audit_id, position, fault: 'changed' });
    else if (line.previous_hash !== this.#previous || position !== this.#rows)
      this.#note({ audit_id, position, fault: 'missing' });
    this.#previous = line.hash;
  }

  #note(found: Omit<AuditFault, 'chain'>): void {
    this.#fault ??= { chain: this.#chain, ...found };
  }

  end(head: Head | undefined): AuditFault | null {
    if (head !== undefined && this.#rows < head.rows)
      this.#note({ audit_id: null, position: this.#rows + 1, fault: 'cut' });
    else if (head?.rows !== this.#rows || head.hash !== this.#previous)
      this.#note({ audit_id: null, position: this.#rows, fault: 'forged' });
    return this.#fault;
  }
}

export async function verifyAuditLog(snapshot: Snapshot): Promise<AuditLogVerdict> {
  const heads = new Map<number, Head>();
  for await (const given of snapshot.rows(headsQuery)) {
    const head = headShape.parse(given);
    heads.set(head.chain, head);
  }
  const chains = new Map<number, Chain>([...heads.keys()].map((chain) => [chain, new Chain(chain)]));
  let rows = 0;
  for await (const batch of snapshot.batches(rowsQuery)) {
    for (const given of batch) {
      const line = rowShape.parse(given);
      const chain = chains.get(line.chain) ?? new Chain(line.chain);
      chains.set(line.chain, chain);
      chain.add(line);
      rows += 1;
    }
  }
  const faults = [...chains].flatMap(([number, chain]) => chain.end(heads.get(number)) ?? []);
  return { rows, faults: faults.toSorted((a, b) => (a.audit_id ?? Infinity) - (b.audit_id ?? Infinity)) };
}
