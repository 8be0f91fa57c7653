/** Adjusts one case in a dialog: its report was voided, or it has another price; a reason is always required. */
import MenuItem from '@mui/material/MenuItem';
import type { InvoiceDetail } from '@rhythmdesk/contract/invoices';
import { currencies } from '@rhythmdesk/contract/prices';
import { isCurrency } from '@rhythmdesk/domain/billing/money';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { draftMoney, type AdjustmentDraft } from '../model/invoice-view.ts';
import { InvoiceDialog, useInvoicesAnew } from './invoice-dialog.tsx';

type PartProps = { draft: AdjustmentDraft; isUnpriced: boolean; onDraft: (draft: AdjustmentDraft) => void };

function Price({ draft, isUnpriced, onDraft }: PartProps) {
  const { t } = useTranslation('invoices');
  const isFaulty = draft.amount !== '' && draftMoney(draft) === null;
  return (
    <>
      {isUnpriced ? (
        <SelectField
          label={t('adjust.currency')}
          required
          value={draft.currency}
          onChange={(currency) => isCurrency(currency) && onDraft({ ...draft, currency })}
        >
          {currencies.map((currency) => (
            <MenuItem key={currency} value={currency}>
              {currency}
            </MenuItem>
          ))}
        </SelectField>
      ) : null}
      <TextField
        label={t('adjust.amount')}
        required
        value={draft.amount}
        fault={isFaulty ? t('adjust.amount.fault') : undefined}
        endAdornment={draft.currency}
        inputProps={{ inputMode: 'decimal', maxLength: 16 }}
        onChange={({ target }) => onDraft({ ...draft, amount: target.value })}
      />
    </>
  );
}

async function book(case_id: number, draft: AdjustmentDraft) {
  const facts = { case_id, reason: draft.reason.trim() };
  if (draft.kind === 'credit') return api.call('adjustInvoice', { ...facts, kind: 'credit' });
  const money = draftMoney(draft);
  if (money === null) throw new Error('an amount that is none');
  return api.call('adjustInvoice', { ...facts, kind: 'price', ...money });
}

function useAdjustment(row: InvoiceDetail, onDone: () => void) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const anew = useInvoicesAnew();
  const [draft, setDraft] = useState<AdjustmentDraft>({
    kind: row.currency === null ? 'price' : 'credit',
    currency: row.currency ?? 'KRW',
    amount: '',
    reason: '',
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => book(row.case_id, draft),
    onSuccess: ({ month, currency, amount_minor }) => {
      const name = format.instant('month', `${month}-01T00:00:00Z`, 'UTC');
      showToast(t('adjusted.toast', { month: name, amount: format.money(amount_minor, currency) }));
      anew();
      onDone();
    },
  });
  const isReady = draft.reason.trim() !== '' && (draft.kind === 'credit' || draftMoney(draft) !== null);
  return { draft, setDraft, book: () => mutate(), disabled: isPending || !isReady };
}

export function AdjustDialog({ row, onClose }: { row: InvoiceDetail; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const isUnpriced = row.currency === null;
  const { draft, setDraft, book: onAct, disabled } = useAdjustment(row, onClose);
  return (
    <InvoiceDialog
      title={t('adjust.title', { hn: row.hn_id })}
      act={t('adjust.book')}
      disabled={disabled}
      onAct={onAct}
      onClose={onClose}
    >
      {isUnpriced ? null : (
        <SelectField
          label={t('adjust.kind')}
          required
          value={draft.kind}
          onChange={(kind) => setDraft({ ...draft, kind: kind === 'price' ? 'price' : 'credit' })}
        >
          <MenuItem value="credit">{t('adjust.credit')}</MenuItem>
          <MenuItem value="price">{t('adjust.price')}</MenuItem>
        </SelectField>
      )}
      {draft.kind === 'price' ? <Price draft={draft} isUnpriced={isUnpriced} onDraft={setDraft} /> : null}
      <TextField
        label={t('reason')}
        required
        multiline
        minRows={2}
        hint={t('reason.note')}
        value={draft.reason}
        inputProps={{ maxLength: 500 }}
        onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
      />
    </InvoiceDialog>
  );
}
