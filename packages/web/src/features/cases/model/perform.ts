/** Performs one action of the lifecycle on one case and returns the row afterwards. */
import type { ActionInput } from '@rhythmdesk/contract/case-actions';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import type { AttemptKeys } from './attempt-key.ts';

/** The facts of its case that an action needs; both a list row and the case page have them. */
export type ActionTarget = Pick<
  CaseRow,
  | 'case_id'
  | 'version'
  | 'hn_id'
  | 'patient_first_name'
  | 'patient_last_name'
  | 'tech_center'
  | 'team'
  | 'technician'
>;

export type ActionDone = { action: CaseAction; case_id: number; version: number; status: CaseRow['status'] };

export async function perform(
  action: CaseAction,
  input: ActionInput,
  keys: AttemptKeys,
): Promise<ActionDone> {
  const idempotency_key = keys.keyFor({ action, ...input });
  try {
    const answer = await api.call(`case/${action}`, input, { idempotency_key });
    keys.answered();
    return { action, ...answer };
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) keys.answered();
    throw error;
  }
}

/** Returns the current row, whatever list it is in; null if the caller no longer sees it. */
export async function freshRow(case_id: number, signal?: AbortSignal): Promise<CaseRow | null> {
  const { items } = await api.call('cases', { case_id, size: 1 }, { signal });
  return items[0] ?? null;
}
