/** Chooses among the three dialog frames, 400 px wide, with the parts that the specification defines. */
import type { OpenDialog, AlertAsk } from './dialog-queue.ts';
import { ConfirmFrame } from './confirm-frame.tsx';
import { PromptFrame } from './prompt-frame.tsx';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { RequestId } from '../states/request-id.tsx';
import { SmallDialog } from './small-dialog.tsx';

/** Shows an alert dialog: a message and one button that closes it. */
function AlertFrame({ ask, answer }: { ask: AlertAsk; answer: () => void }) {
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

export default function DialogFrames({ open }: { open: OpenDialog }) {
  if (open.kind === 'alert') return <AlertFrame ask={open.ask} answer={open.answer} />;
  if (open.kind === 'confirm') return <ConfirmFrame ask={open.ask} answer={open.answer} />;
  return <PromptFrame ask={open.ask} answer={open.answer} />;
}
