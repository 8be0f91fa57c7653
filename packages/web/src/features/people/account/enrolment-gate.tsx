/** Shows the page for an overdue second factor: the user sets it up here; signing out is the only alternative. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../../platform/session/sign-in.ts';
import { FactorsSection } from './factors-section.tsx';

export function EnrolmentGate() {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <Dialog
      open
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      slotProps={{ paper: { style: { maxWidth: 640 } } }}
    >
      <DialogTitle id={`${id}-title`}>{t('gate.title')}</DialogTitle>
      <DialogContent>
        <p id={`${id}-words`} style={{ margin: '0 0 16px' }}>
          {t('gate.body')}
        </p>
        <FactorsSection />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void signOut()}>{t('gate.out')}</Button>
      </DialogActions>
    </Dialog>
  );
}
