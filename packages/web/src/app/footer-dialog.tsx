/**
 * Shows the licence agreement, the privacy policy, the notices or the release notes in a dialog with a close button; it
 * is at most 700 px wide.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { lazy, Suspense, useId } from 'react';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import { useSession } from '../platform/session/session-state.ts';
import type { FooterSubject } from './footer-subject.ts';
import { LegalText } from './legal-text.tsx';
import { ReleaseNotes } from './release-notes.tsx';

const NoticeList = lazy(() => import('../features/notices/panels/notice-list.tsx'));

function Body({ subject }: { subject: FooterSubject }) {
  const { t } = useTranslation('footer');
  const session = useSession();
  if (subject === 'releases') return <ReleaseNotes />;
  if (subject !== 'notices') return <LegalText document={subject} />;
  if (session.kind !== 'signed-in') return <p>{t('notices.sign-in-first')}</p>;
  return (
    <Suspense fallback={null}>
      <NoticeList />
    </Suspense>
  );
}

export default function FooterDialog({ subject, onClose }: { subject: FooterSubject; onClose: () => void }) {
  const { t } = useTranslation('footer');
  const { t: say } = useTranslation('dialogs');
  const title = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 700 } } }}
    >
      <DialogTitle id={title}>{t(subject)}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Body subject={subject} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {say('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
