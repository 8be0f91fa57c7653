/**
 * Sends an invoice by mail; the confirmation names the recipient's address, and says so if the invoice is already paid.
 */
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { EnvelopeSimpleIcon } from '@phosphor-icons/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { useInvoicesAnew } from './invoice-dialog.tsx';
import type { IssuedInvoice } from './state-tag.tsx';

function useMailing({ invoice_id, number, state, state_on, mail_to }: IssuedInvoice) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const dialogs = useDialogs();
  const anew = useInvoicesAnew();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('mailInvoice', { invoice_id, to: mail_to }),
    onSuccess: ({ to }) => showToast(t('mail.toast', { to })),
    onError: anew,
  });
  const paid = state === 'paid' ? [t('mail.paid', { date: format.calendarDate(state_on) })] : [];
  const ask = async (): Promise<void> => {
    const agreed = await dialogs.confirm({
      title: t('mail.ask', { number }),
      message: [...paid, t('mail.ask-body', { to: mail_to })].join('\n'),
      confirmText: t('mail'),
    });
    if (agreed) mutate();
  };
  return { ask, isPending };
}

export function MailButton({ invoice }: { invoice: IssuedInvoice }) {
  const { t } = useTranslation('invoices');
  const { ask, isPending } = useMailing(invoice);
  const lacksAddress = invoice.mail_to === '';
  const button = (
    <Button
      size="small"
      disabled={isPending || lacksAddress}
      startIcon={<EnvelopeSimpleIcon size={16} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      {t('mail')}
    </Button>
  );
  return lacksAddress ? (
    <Tooltip title={t('mail.none')}>
      <span>{button}</span>
    </Tooltip>
  ) : (
    button
  );
}
