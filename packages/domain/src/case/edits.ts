/**
 * Decides who may change a case without changing its status: patient fields, the hospital's own files, the reading
 * (severity, technician's comment, files, review edits), a new report version, comments and answers to pinned comments.
 * A change of the reading or the report cancels a verification and counts as a save of the correction in progress.
 * Source: decisions, sections 2 and 3.
 */
import type { RefusalCode } from '../kit/refusal.ts';
import { refuse } from '../kit/result.ts';
import type { Refused } from '../kit/result.ts';
import { can, has, reaches } from '../people/can.ts';
import type { Permission } from '../people/permissions.ts';
import type { Actor } from '../people/scope.ts';
import type { CaseFacts } from './facts.ts';
import { isUnassigned, correctionStatus } from './status.ts';
import type { CaseStatus } from './status.ts';

export type CaseEdit = 'patient' | 'reading' | 'report' | 'user-file' | 'comment' | 'pin-answer';

const editPermissions = {
  patient: 'case.edit_patient',
  reading: 'case.edit_reading',
  report: 'case.edit_reading',
  'user-file': 'file.add_user',
  comment: 'case.comment',
  'pin-answer': 'case.answer_pin',
} as const satisfies Record<CaseEdit, Permission>;

export type EditEffect = 'clear-verified' | 'mark-edit-saved';

const workingStatuses: readonly CaseStatus[] = ['start', 'review', 'edit'];

/** Returns whether a user works on the case, so that its reading may change. */
export const isInWork = ({ closed, status }: Pick<CaseFacts, 'closed' | 'status'>): boolean =>
  !closed && workingStatuses.includes(status);

function editFault(facts: CaseFacts, edit: CaseEdit, actor: Actor): RefusalCode | null {
  const grant = can(actor, editPermissions[edit]);
  if (grant === 'never') return 'auth/role-never';
  const read = can(actor, 'case.read');
  if (read === 'never' || !reaches('case', actor, read, facts)) return 'object/not-found';
  if (facts.closed) return 'case/closed';
  if (has(grant, 'until-assigned') && !isUnassigned(facts.status)) return 'case/wrong-state';
  if (has(grant, 'while-working') && !workingStatuses.includes(facts.status)) return 'case/wrong-state';
  return reaches('case', actor, grant, facts) ? null : 'case/not-yours';
}

function effectsOf(facts: CaseFacts, edit: CaseEdit): readonly EditEffect[] {
  if (edit !== 'reading' && edit !== 'report') return [];
  const cleared: readonly EditEffect[] = facts.verified ? ['clear-verified'] : [];
  return facts.status === correctionStatus ? [...cleared, 'mark-edit-saved'] : cleared;
}

/** Decides whether the caller may make the change and what else changes with it. A comment has no version. */
export function judgeEdit(
  facts: CaseFacts,
  edit: CaseEdit,
  actor: Actor,
  version: number | null,
): { readonly ok: true; readonly effects: readonly EditEffect[] } | Refused {
  const fault = editFault(facts, edit, actor);
  if (fault === 'auth/role-never' || fault === 'object/not-found') return refuse(fault);
  if (version !== null && version !== facts.version) return refuse('case/stale-version');
  return fault === null ? { ok: true, effects: effectsOf(facts, edit) } : refuse(fault);
}

export function mayEdit(facts: CaseFacts, edit: CaseEdit, actor: Actor): boolean {
  return editFault(facts, edit, actor) === null;
}
