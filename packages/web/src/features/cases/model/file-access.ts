/** Whether this role can ever download this kind of file; the server decides about each download. */
import type { CaseFile } from '@rhythmdesk/contract/cases';
import { can } from '@rhythmdesk/domain/people/can';
import { useSessionUser } from '../../../platform/session/session-state.ts';

const signalKinds: readonly CaseFile['kind'][] = ['signal', 'view', 'summary', 'events'];

export function useMayDownload(): (file: CaseFile) => boolean {
  const { user_role } = useSessionUser();
  return ({ kind, purged }) =>
    !purged && can(user_role, signalKinds.includes(kind) ? 'file.signal' : 'file.report') !== 'never';
}

export const isPdf = ({ media_type }: Pick<CaseFile, 'media_type'>): boolean =>
  media_type === 'application/pdf';
