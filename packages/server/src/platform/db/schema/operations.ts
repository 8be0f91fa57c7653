/** Defines the tables of the installation's id, of repeated calls and of the audit log. */
import type { ChainFault } from '@rhythmdesk/contract/audit';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { users } from './people.ts';

const nothing = Buffer.alloc(0);

/** A single row: the id that the database shares with the folders of its installation. */
export const installation = pgTable(
  'installation',
  {
    is_only: boolean('is_only').primaryKey().default(true),
    installation_id: uuid('installation_id').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (t) => [check('installation_is_only_check', sql`${t.is_only}`)],
);

/** The first response to a call with an `Idempotency-Key`. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    route: text('route').notNull(),
    body_sha256: bytes('body_sha256').notNull(),
    status: integer('status').notNull(),
    answer: jsonb('answer').notNull(),
    /** Role and group of the user at the time of the call. */
    standing: text('standing'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.key] }), index('idempotency_keys_age').on(t.created_at)],
);

export const chainProofs = pgTable('chain_proofs', {
  proof_id: identity('proof_id').primaryKey(),
  asked_at: instant('asked_at').notNull(),
  begun_at: instant('begun_at'),
  ended_at: instant('ended_at'),
  cases: bigint('cases', { mode: 'number' }),
  history_rows: bigint('history_rows', { mode: 'number' }),
  audit_rows: bigint('audit_rows', { mode: 'number' }),
  anchors: integer('anchors'),
  anchored_at: instant('anchored_at'),
  fault_count: integer('fault_count'),
  faults: jsonb('faults').$type<ChainFault[]>(),
});

export const auditLog = pgTable(
  'audit_log',
  {
    audit_id: identity('audit_id').primaryKey(),
    at: instant('at').notNull().defaultNow(),
    user_id: rowRef('user_id'),
    role_key: text('role_key'),
    action: text('action').notNull(),
    target: text('target').notNull(),
    reason: text('reason').notNull().default(''),
    request_id: text('request_id').notNull(),
    address: inet('address'),
    user_group_id: rowRef('user_group_id'),
    user_agent: text('user_agent').notNull().default(''),
    kind: text('kind').notNull().default('operation'),
    outcome: text('outcome').notNull().default('done'),
    /** The code of a refusal. */
    code: text('code'),
    case_id: rowRef('case_id'),
    hospital_id: rowRef('hospital_id'),
    patient_id: text('patient_id'),
    /** The cases that a list or an export contained. */
    case_ids: rowRef('case_ids').array(),
    /** The chain, the position in it and the hashes, set by the database. */
    chain: smallint('chain').notNull().default(0),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    previous_hash: bytes('previous_hash').notNull().default(nothing),
    hash: bytes('hash').notNull().default(nothing),
  },
  (t) => [
    index('audit_log_at').on(t.at.desc(), t.audit_id.desc()),
    index('audit_log_user').on(t.user_id, t.at.desc(), t.audit_id.desc()),
    index('audit_log_kind').on(t.kind, t.at.desc(), t.audit_id.desc()),
    index('audit_log_case')
      .on(t.case_id, t.at.desc(), t.audit_id.desc())
      .where(sql`case_id is not null`),
    index('audit_log_patient')
      .on(t.hospital_id, t.patient_id, t.at.desc(), t.audit_id.desc())
      .where(sql`hospital_id is not null`),
    index('audit_log_refused')
      .on(t.at.desc(), t.audit_id.desc())
      .where(sql`outcome = 'refused'`),
    index('audit_log_request').on(t.request_id),
    uniqueIndex('audit_log_place').on(t.chain, t.position),
  ],
);
