/** Links from a case to its reading desk, for readers, if there is a recording. */
import Button from '@mui/material/Button';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import type { WorkTab } from '../model/work-tabs.ts';
import { deskPath } from '../model/list-trail.ts';
import { pageKeys } from './page-keys.ts';

/** Returns null if there is no recording, or this role does not read. */
export function useOpenDesk({ case_id, recording }: CaseDetail): ((tab?: WorkTab) => void) | null {
  const navigate = useNavigate();
  const { role_key } = useSessionUser().user_role;
  if (recording !== 'ready' || !hasPage(role_key, '/review/{case_id}')) return null;
  // The state keeps the list that the case was opened from, so that the way back is the same.
  return (tab) =>
    void navigate({ to: deskPath(case_id), search: tab === undefined ? {} : { tab }, state: true });
}

export function DeskLink({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('desk');
  const open = useOpenDesk(detail);
  if (open === null) return null;
  return (
    <Button size="small" variant="outlined" onClick={() => open()}>
      {t('title')}
      <KeyCap name={pageKeys['open-desk'].keys[0]} command="open-desk" />
    </Button>
  );
}
