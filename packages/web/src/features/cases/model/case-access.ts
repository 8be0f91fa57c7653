/** Which of the page's calls this role ever has. What it never has is not asked: the answer would end the session. */
import { can } from '@rhythmdesk/domain/people/can';
import { useSessionUser } from '../../../platform/session/session-state.ts';

export type CaseAccess = { readonly talks: boolean; readonly reports: boolean };

export function useCaseAccess(): CaseAccess {
  const { user_role } = useSessionUser();
  const has = (permission: 'case.history' | 'file.report'): boolean => can(user_role, permission) !== 'never';
  return { talks: has('case.history'), reports: has('file.report') };
}
