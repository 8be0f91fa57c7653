/** Shows the current toast; its timer stops while the pointer or the focus is on it. */
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { styled } from '@mui/material/styles';
import { XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { dismissToast, toastMs, useToast } from './toast-queue.ts';

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '4px 6px 4px 14px',
  borderRadius: 8,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s4,
  boxShadow: theme.vars.palette.shadow.menu,
}));

export function ToastHost() {
  const { t } = useTranslation('dialogs');
  const toast = useToast();
  if (!toast) return null;
  const close = () => dismissToast(toast.id);
  const undo = () => {
    toast.undo?.();
    close();
  };
  return (
    <Snackbar
      key={toast.id}
      open
      autoHideDuration={toastMs}
      onClose={(_, reason) => {
        if (reason !== 'clickaway') close();
      }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      <Frame role="status">
        {toast.message}
        {toast.undo ? (
          <Button variant="text" color="primary" onClick={undo}>
            {t('undo')}
          </Button>
        ) : null}
        <IconButton name={t('dismiss')} size="small" onClick={close}>
          <XIcon size={14} aria-hidden="true" />
        </IconButton>
      </Frame>
    </Snackbar>
  );
}
