/** Frames the invoice dialogs: a title, the inputs, and one button for the action. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedInput } from '../../../ui/dialogs/use-unsaved-input.ts';

const Form = styled('form')({ display: 'contents' });
const Body = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, paddingTop: 4 });

/** Refetches all queries about invoices. */
export function useInvoicesAnew(): () => void {
  const cache = useQueryClient();
  return () => {
    for (const name of ['invoices', 'invoice', 'invoiceRows', 'invoiceChecklist'])
      void cache.invalidateQueries({ queryKey: [name] });
  };
}

export type InvoiceDialogProps = {
  title: string;
  act: string;
  /** The action is not possible now: an input is missing, or a request is running. */
  disabled: boolean;
  onAct: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function InvoiceDialog({ title, act, disabled, onAct, onClose, children }: InvoiceDialogProps) {
  const { t } = useTranslation('dialogs');
  const id = useId();
  const { leave, onTyped } = useUnsavedInput();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!disabled) onAct();
  };
  return (
    <Dialog
      open
      onClose={() => leave(onClose)}
      aria-labelledby={id}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: 560 } } }}
    >
      <Form onSubmit={onSubmit} onInput={onTyped} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Body>{children}</Body>
        </DialogContent>
        <DialogActions>
          <Button size="large" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="large" type="submit" variant="contained" color="primary" disabled={disabled}>
            {act}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
