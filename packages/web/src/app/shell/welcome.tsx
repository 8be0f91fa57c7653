/**
 * What meets a user after sign-in: a one-time password must be changed first, an overdue second step set up; then the notices that open by
 * themselves, once in each session. A failed fetch of them is silent.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { NoticePanels } from '../notices/notice-list.tsx';

const Profile = lazy(async () => ({
  default: (await import('../profile/profile-dialog.tsx')).ProfileDialog,
}));
const EnrolmentGate = lazy(async () => ({
  default: (await import('../../features/people/account/enrolment-gate.tsx')).EnrolmentGate,
}));
const FactorReminder = lazy(async () => ({
  default: (await import('../../features/people/account/factor-reminder.tsx')).FactorReminder,
}));
const seenKey = 'popup-notices-seen';

function PopupNotices() {
  const { t } = useTranslation('shell');
  const { t: frame } = useTranslation('dialogs');
  const title = useId();
  const [seen, setSeen] = useState(() => sessionStorage.getItem(seenKey) ?? '');
  const { data } = useQuery({
    ...callQuery('popupNotices', {}),
    staleTime: Infinity,
  });
  const items = data?.items ?? [];
  const ids = items.map(({ id }) => id).join();
  if (ids === '' || ids === seen) return null;
  const close = () => {
    sessionStorage.setItem(seenKey, ids);
    setSeen(ids);
  };
  return (
    <Dialog open onClose={close} aria-labelledby={title} slotProps={{ paper: { style: { maxWidth: 700 } } }}>
      <DialogTitle id={title}>{t('popup.title')}</DialogTitle>
      <DialogContent>
        <NoticePanels notices={items} open />
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          {frame('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function Welcome() {
  const { must_change_password, must_enrol, factor_due_at } = useSessionUser();
  if (must_change_password || must_enrol) {
    return <Suspense>{must_change_password ? <Profile /> : <EnrolmentGate />}</Suspense>;
  }
  return (
    <>
      <PopupNotices />
      {factor_due_at === null ? null : (
        <Suspense>
          <FactorReminder due_at={factor_due_at} />
        </Suspense>
      )}
    </>
  );
}
