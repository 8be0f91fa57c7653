/**
 * Chooses the case after the one that was just finished: the first case of the caller's day that waits for them;
 * without one, the first case of the pool, if this role takes cases.
 */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { DayCase } from '@rhythmdesk/contract/work';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { OwedGuard } from '@rhythmdesk/domain/case/next-step';
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

/** The reader can meet these guards: look at more of the recording, or make the report. */
const readersGuards: readonly string[] = ['coverage', 'report', 'new-report'] satisfies OwedGuard[];

export type NextCase = { readonly from: 'own' | 'pool'; readonly row: CaseRow };

/** Returns whether this action ends the work of a user who has a queue of cases. */
export function endsOwnWork(action: CaseAction, { user_role }: Pick<SessionUser, 'user_role'>): boolean {
  return endsWork[action] && can(user_role, 'case.assign_to_me') !== 'never';
}

/** Returns the first case that waits for the caller, without the current case; a reading that was begun waits too. */
export const firstWaiting = (items: readonly DayCase[], case_id: number): DayCase | undefined =>
  items.find(
    ({ case_id: id, next_step: step }) =>
      id !== case_id && (step.kind === 'act' || (step.kind === 'owed' && readersGuards.includes(step.guard))),
  );

export async function findNextCase(case_id: number): Promise<NextCase | null> {
  const { items } = await api.call('day', {});
  const own = firstWaiting(items, case_id);
  if (own !== undefined) return { from: 'own', row: own };
  const pool = await api.call('nextCase', {});
  const row = pool.case_id === null || pool.case_id === case_id ? null : await freshRow(pool.case_id);
  return row === null ? null : { from: 'pool', row };
}
