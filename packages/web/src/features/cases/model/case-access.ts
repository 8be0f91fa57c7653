/**
 * Decides which of the page's calls this role can ever make. Other calls are not sent: their 403 would end the session.
 */
import { can } from '@rhythmdesk/domain/people/can';
import { useSessionUser } from '../../../platform/session/session-state.ts';

export type CaseAccess = { readonly talks: boolean; readonly reports: boolean };

export function useCaseAccess(): CaseAccess {
  const { user_role } = useSessionUser();
  const has = (permission: 'case.history' | 'file.report'): boolean => can(user_role, permission) !== 'never';
  return { talks: has('case.history'), reports: has('file.report') };
}
