/**
 * Chooses the case after the one that was just finished: the caller's own case that waits for them, by its due time;
 * without one, the first case of the pool, if this role takes cases.
 */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { can } from '@rhythmdesk/domain/people/can';
import { api } from '../../../platform/client/api.ts';
import type { SessionUser } from '@rhythmdesk/contract/people';
import { freshRow } from './perform.ts';

/** The actions that end a user's work on a case: it is passed to another user, or is done. */
const endsWork: Readonly<Record<CaseAction, boolean>> = {
  complete: true,
  'complete-editing': true,
  'review-request': true,
  'request-verification': true,
  verify: true,
  return: true,
  reject: true,
  unassign: true,
  reassign: true,
  'take-back': true,
  close: true,
  request: false,
  'cancel-request': false,
  'assign-to-me': false,
  assign: false,
  start: false,
  'change-team': false,
  'request-editing': false,
  'cancel-editing': false,
};

/** The steps of reading and checking; a case that offers one of them waits for the user to whom it is offered. */
const steps: ReadonlySet<CaseAction> = new Set<CaseAction>([
  'start',
  'review-request',
  'request-verification',
  'verify',
  'complete',
  'complete-editing',
]);

export type NextCase = { readonly from: 'own' | 'pool'; readonly row: CaseRow };

/** Returns whether this action ends the work of a user who has a queue of cases. */
export function endsOwnWork(action: CaseAction, { user_role }: Pick<SessionUser, 'user_role'>): boolean {
  return endsWork[action] && can(user_role, 'case.assign_to_me') !== 'never';
}

/** Returns the first row that waits for the caller, without the current case; rows are sorted by their due time. */
export function firstWaiting(rows: readonly CaseRow[], case_id: number): CaseRow | undefined {
  return rows.find((row) => row.case_id !== case_id && row.actions.some((action) => steps.has(action)));
}

const pageSize = 20;

/** Reads the caller's own cases page by page, since the first ones may all wait for other users. */
async function findOwnCase(case_id: number): Promise<CaseRow | undefined> {
  for (let page = 1; ; page += 1) {
    const query = { view: 'mine' as const, sort: 'report_due_date' as const, page, size: pageSize };
    const { items, total, size } = await api.call('cases', query);
    const own = firstWaiting(items, case_id);
    if (own !== undefined || page * size >= total) return own;
  }
}

export async function findNextCase(case_id: number): Promise<NextCase | null> {
  const own = await findOwnCase(case_id);
  if (own !== undefined) return { from: 'own', row: own };
  const pool = await api.call('nextCase', {});
  const row = pool.case_id === null || pool.case_id === case_id ? null : await freshRow(pool.case_id);
  return row === null ? null : { from: 'pool', row };
}
