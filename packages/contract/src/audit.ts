/**
 * Defines the routes of the audit log for administrators: its rows, their spreadsheet, and all accesses to the patients
 * of one hospital.
 */
import { auditKinds, auditOutcomes } from '@rhythmdesk/domain/audit/acts';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { calendarDate, instant, noInput, pageFields, pageOf, rowId, text } from './fields.ts';
import { defineRoutes } from './route.ts';

export const auditViews = ['all', 'patients', 'refused', 'exports', 'people'] as const;
export type AuditView = (typeof auditViews)[number];

export const auditSortKeys = ['-at', 'at'] as const;

/** Rows are counted up to this number; for a longer list the response says that there are more. */
export const mostAuditRowsCounted = 10_000;

const filter = {
  view: z.enum(auditViews).default('all'),
  kind: z.enum(auditKinds).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  user_id: rowId.optional(),
  case_id: rowId.optional(),
  hospital_id: rowId.optional(),
  patient_id: text(64).optional(),
  request_id: text(64).optional(),
  /** An HN ID, patient ID, user ID or request id, as an exact match. */
  q: z.string().trim().max(80).optional(),
  from_time: calendarDate.optional(),
  to_time: calendarDate.optional(),
  sort: z.enum(auditSortKeys).default('-at'),
};

const named = z.object({ id: z.number().int(), name: z.string() });
const auditRow = z.object({
  audit_id: z.number().int(),
  at: instant,
  user: named.extend({ user_id: z.string() }).nullable(),
  role_key: z.enum(roleKeys).nullable(),
  user_group: named.nullable(),
  address: z.string().nullable(),
  user_agent: z.string(),
  kind: z.enum(auditKinds),
  /** The name of an act; old rows have other names. */
  action: z.string(),
  target: z.string(),
  outcome: z.enum(auditOutcomes),
  code: z.string().nullable(),
  case: z.object({ case_id: z.number().int(), hn_id: z.string() }).nullable(),
  hospital: named.nullable(),
  patient_id: z.string().nullable(),
  /** Masked, as everywhere in this log; opening the case itself requires a reason. */
  patient_name: z.string(),
  /** The number of cases that a list or an export showed. */
  shown: z.number().int().nullable(),
  reason: z.string(),
  request_id: z.string(),
  chain: z.number().int(),
  position: z.number().int(),
  previous_hash: z.string(),
  hash: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

const spreadsheet = { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

/** The place of a broken chain: the history of a case, the audit log, or an anchor of one of them. */
const chainFault = z.object({
  chain: z.enum(['history', 'audit', 'anchor']),
  case_id: z.number().int().nullable(),
  audit_id: z.number().int().nullable(),
  fault: z.enum(['changed', 'missing', 'cut', 'forged', 'report', 'recording']),
});
export type ChainFault = z.output<typeof chainFault>;

const chainProof = z.object({
  ended_at: instant,
  ms: z.number().int(),
  cases: z.number().int(),
  history_rows: z.number().int(),
  audit_rows: z.number().int(),
  /** Rows of the audit log written since then. */
  rows_since: z.number().int(),
  anchors: z.number().int(),
  anchored_at: instant.nullable(),
  fault_count: z.number().int(),
  faults: z.array(chainFault),
});
export type ChainProof = z.output<typeof chainProof>;

const proofState = z.object({
  /** The last finished verification. */
  proof: chainProof.nullable(),
  /** When the verification in progress was requested. */
  asked_at: instant.nullable(),
});

export const auditRoutes = defineRoutes({
  auditRows: {
    method: 'GET',
    path: 'audit/rows',
    allow: 'audit.read',
    audit: 'audit.read',
    summary:
      'Returns rows of the audit log. The total is counted up to 10,000; `more` says that there are others.',
    input: z.strictObject({ ...pageFields, ...filter }),
    output: pageOf(auditRow).extend({ more: z.boolean() }),
  },
  chainProof: {
    method: 'GET',
    path: 'audit/proof',
    allow: 'audit.read',
    audit: 'audit.read',
    summary:
      'Returns the result of the last verification of the chains (case histories, audit log, anchors), and whether one is running.',
    input: noInput,
    output: proofState,
  },
  proveChains: {
    method: 'POST',
    path: 'audit/proof',
    allow: 'audit.read',
    audit: 'audit.prove',
    summary:
      'Starts the verification of all chains in the background. A running one is not started a second time.',
    input: noInput,
    output: proofState,
  },
  exportAudit: {
    method: 'GET',
    path: 'audit/export',
    allow: 'audit.read',
    audit: 'audit.export',
    summary: 'Returns the filtered rows of the audit log as a spreadsheet.',
    input: z.strictObject(filter),
    output: spreadsheet,
  },
  exportAccesses: {
    method: 'GET',
    path: 'audit/accesses',
    allow: 'audit.read',
    audit: 'audit.accesses',
    summary:
      'Returns every access to the patients of one hospital in a period, including lists and exports, one row per case.',
    input: z.strictObject({ hospital_id: rowId, from_time: calendarDate, to_time: calendarDate }),
    output: spreadsheet,
  },
});
