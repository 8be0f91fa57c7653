/** Links from a case to its reading desk, for readers, if there is a recording. */
import Button from '@mui/material/Button';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { preloadTextsOf } from '../../../platform/texts/texts.ts';
import { whenIdle } from '../../../platform/when-idle.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import type { WorkTab } from '../model/work-tabs.ts';
import { deskPath } from '../model/list-trail.ts';
import { pageKeys } from './page-keys.ts';

/** Tells whether there is a recording, and this role reads. */
function useHasDesk({ recording }: Pick<CaseDetail, 'recording'>): boolean {
  const { role_key } = useSessionUser().user_role;
  return recording === 'ready' && hasPage(role_key, '/review/{case_id}');
}

/** Fetches the code and the texts of the desk while its user looks at the case. */
export function useDeskAhead(detail: Pick<CaseDetail, 'case_id' | 'recording'>): void {
  const router = useRouter();
  const hasDesk = useHasDesk(detail);
  const { case_id } = detail;
  useEffect(() => {
    if (!hasDesk) return undefined;
    return whenIdle(() => {
      preloadTextsOf(['measuring', 'practice']);
      void router.preloadRoute({ to: deskPath(case_id) });
    });
  }, [router, hasDesk, case_id]);
}

/** Returns null if there is no desk to open. */
export function useOpenDesk(detail: CaseDetail): ((tab?: WorkTab) => void) | null {
  const navigate = useNavigate();
  const { case_id } = detail;
  if (!useHasDesk(detail)) return null;
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
