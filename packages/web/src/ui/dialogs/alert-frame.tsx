/** An alert dialog: a message and one button that closes it. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { RequestId } from '../states/request-id.tsx';
import type { AlertAsk } from './dialog-queue.ts';
import { SmallDialog } from './small-dialog.tsx';

export function AlertFrame({ ask, answer }: { ask: AlertAsk; answer: () => void }) {
  const { t } = useTranslation('dialogs');
  return (
    <SmallDialog
      title={ask.title ?? ask.message}
      message={ask.title ? ask.message : undefined}
      persistent={ask.persistent ?? false}
      onDismiss={answer}
      onSubmit={answer}
      actions={
        <Button type="submit" variant="contained" color="primary" autoFocus>
          {ask.confirmText ?? t('ok')}
        </Button>
      }
    >
      {ask.requestId ? <RequestId id={ask.requestId} /> : null}
    </SmallDialog>
  );
}
