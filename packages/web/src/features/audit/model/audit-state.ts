/** Defines the state of the audit log's page as stored in its address, and makes the server query from it. */
import { auditSortKeys, auditViews, type auditRoutes } from '@rhythmdesk/contract/audit';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { auditKinds } from '@rhythmdesk/domain/audit/acts';
import { z } from 'zod';
import { lastDays, type Period } from '../../../ui/list/period.ts';

const id = z.coerce.number().int().positive().optional().catch(undefined);
const word = z.string().min(1).max(64).optional().catch(undefined);
const day = z.iso.date().optional().catch(undefined);

export const auditSchema = z.object({
  view: z.enum(auditViews).catch('all'),
  q: z.string().max(80).catch(''),
  kind: z.enum(auditKinds).optional().catch(undefined),
  user_id: id,
  case_id: id,
  hospital_id: id,
  patient_id: word,
  request_id: word,
  from_time: day,
  to_time: day,
  sort: z.enum(auditSortKeys).catch('-at'),
  page: z.coerce.number().int().min(1).catch(1),
});
export type AuditState = z.output<typeof auditSchema>;

export type AuditQuery = ParsedOf<typeof auditRoutes.auditRows>;

const pageSize = 50;
const usualDays = 30;

/** Exact search parameters; with one of them the search covers the whole log. */
const exact = ['user_id', 'case_id', 'patient_id', 'request_id'] as const;

/** Returns the search period; null if all rows of a user or object are wanted. */
export function auditPeriodOf(state: AuditState, today: string): Period | null {
  const { from_time, to_time, q } = state;
  if (from_time !== undefined && to_time !== undefined) return { from: from_time, to: to_time };
  const isExact = q !== '' || exact.some((name) => state[name] !== undefined);
  return isExact ? null : lastDays(today, usualDays);
}

const given = <Value>(name: string, value: Value | undefined) =>
  value === undefined ? {} : { [name]: value };

export function auditQueryOf(state: AuditState, today: string): AuditQuery {
  const { view, q, sort, page } = state;
  const period = auditPeriodOf(state, today);
  return {
    view,
    sort,
    page,
    size: pageSize,
    ...(q === '' ? {} : { q }),
    ...given('kind', state.kind),
    ...given('user_id', state.user_id),
    ...given('case_id', state.case_id),
    ...given('hospital_id', state.hospital_id),
    ...given('patient_id', state.patient_id),
    ...given('request_id', state.request_id),
    ...(period === null ? {} : { from_time: period.from, to_time: period.to }),
  };
}

export const noFilters = {
  view: undefined,
  q: undefined,
  kind: undefined,
  user_id: undefined,
  case_id: undefined,
  hospital_id: undefined,
  patient_id: undefined,
  request_id: undefined,
  from_time: undefined,
  to_time: undefined,
  page: undefined,
} as const;
