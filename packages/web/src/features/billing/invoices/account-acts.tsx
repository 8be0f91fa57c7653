/**
 * Provides the dialogs for the actions on one account's invoice: mark it as sent or paid on a day, or reopen its month.
 */
import Typography from '@mui/material/Typography';
import type { InvoiceAccount } from '@rhythmdesk/contract/invoices';
import type { InvoiceState } from '@rhythmdesk/domain/billing/invoice-states';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { InvoiceDialog, useInvoicesAnew } from './invoice-dialog.tsx';
import type { IssuedInvoice } from './state-tag.tsx';

export type MarkDialogProps = {
  invoice: IssuedInvoice;
  state: InvoiceState;
  today: string;
  onClose: () => void;
};

export function MarkDialog({ invoice, state, today, onClose }: MarkDialogProps) {
  const { t } = useTranslation('invoices');
  const anew = useInvoicesAnew();
  const [on, setOn] = useState(today);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('setInvoiceState', { invoice_id: invoice.invoice_id, state, on }),
    onSuccess: () => {
      anew();
      onClose();
    },
  });
  const act = t(`mark.${state}`);
  return (
    <InvoiceDialog
      title={t('mark.title', { number: invoice.number, act })}
      act={t('save')}
      disabled={isPending || on === ''}
      onAct={() => mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('mark.day')}
        type="date"
        required
        autoFocus
        value={on}
        inputProps={{ min: invoice.issued_on, max: today }}
        onChange={({ target }) => setOn(target.value)}
      />
    </InvoiceDialog>
  );
}

export type ReopenDialogProps = {
  account: InvoiceAccount;
  month: string;
  monthName: string;
  onClose: () => void;
};

export function ReopenDialog({ account, month, monthName, onClose }: ReopenDialogProps) {
  const { t } = useTranslation('invoices');
  const anew = useInvoicesAnew();
  const [reason, setReason] = useState('');
  const { hospital, issuer } = account;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call('reopenInvoiceMonth', {
        month,
        hospital_id: hospital.id,
        issuer_id: issuer.id,
        reason: reason.trim(),
      }),
    onSuccess: () => {
      anew();
      onClose();
    },
  });
  return (
    <InvoiceDialog
      title={t('reopen.title', { month: monthName, hospital: hospital.name })}
      act={t('reopen')}
      disabled={isPending || reason.trim() === ''}
      onAct={() => mutate()}
      onClose={onClose}
    >
      <Typography color="textSecondary">{t('reopen.lead')}</Typography>
      <TextField
        label={t('reason')}
        required
        autoFocus
        multiline
        minRows={2}
        value={reason}
        inputProps={{ maxLength: 500 }}
        onChange={({ target }) => setReason(target.value)}
      />
    </InvoiceDialog>
  );
}
