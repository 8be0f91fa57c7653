/** Creates or changes a receiver of webhooks. A new secret is shown once; typed text stays through every failure. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { WebhookPartner } from '@rhythmdesk/contract/partners';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { useFieldFaults } from '../../ui/faults/field-faults.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { useNow } from '../../ui/use-now.ts';
import { isWebhookField, webhookDraftOf, webhookInput, type WebhookDraft } from './webhook-draft.ts';
import { WebhookForm } from './webhook-form.tsx';
import { TestButton, WebhookSecret } from './webhook-secret.tsx';

type DialogProps = { webhook: WebhookPartner | null; onClose: () => void };

function useSaving(
  { webhook, onClose }: DialogProps,
  { setError }: UseFormReturn<WebhookDraft>,
  onSecret: (secret: string) => void,
) {
  const { t } = useTranslation('integration');
  const cache = useQueryClient();
  const wordsOf = useFieldFaults();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: async (draft: WebhookDraft) => {
      const input = webhookInput(draft);
      if (webhook === null)
        return api.call('createWebhook', { ...input, hospital_id: draft.hospital?.id ?? 0 });
      const { partner_id, version } = webhook;
      return { ...(await api.call('changeWebhook', { ...input, partner_id, version })), secret: null };
    },
    onSuccess: async ({ secret }) => {
      showToast(t('saved'));
      if (secret === null) onClose();
      else onSecret(secret);
      await cache.invalidateQueries({ queryKey: ['partners'] });
    },
    onError: (error) => {
      const faults = error instanceof ApiError ? Object.entries(wordsOf(error.fields)) : [];
      const shown = faults.map(([path, words]) => [path.split('.')[1] ?? path, words] as const);
      if (!(error instanceof ApiError) || !shown.some(([field]) => isWebhookField(field)))
        return showFault(error);
      for (const [field, words] of shown) {
        if (isWebhookField(field))
          setError(field, { message: shown.length === 1 ? error.detail : words }, { shouldFocus: true });
      }
    },
  });
}

/** Says that the receiver accepts nothing, or why the product has switched it off. */
function Trouble({ webhook: { off_reason, failing_since } }: { webhook: WebhookPartner }) {
  const { t } = useTranslation('integration');
  const format = useFormat();
  const nowMs = useNow();
  if (off_reason === null && failing_since === null) return null;
  const title =
    off_reason === null
      ? t('failing', { at: format.moment(failing_since ?? '', nowMs) })
      : t(`off-body.${off_reason}`);
  return (
    <div style={{ marginBottom: 16 }}>
      <NoticeBar tone="warning" title={title} />
    </div>
  );
}

export function WebhookDialog({ webhook, onClose }: DialogProps) {
  const { t } = useTranslation('integration');
  const { t: frame } = useTranslation('dialogs');
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<WebhookDraft>({ defaultValues: webhookDraftOf(webhook) });
  const saving = useSaving({ webhook, onClose }, form, setSecret);
  const { isDirty } = form.formState;
  if (secret !== null)
    return (
      <SecretDialog
        title={t('secret-title', { name: form.getValues('name') })}
        message={t('secret-body')}
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={isDirty ? undefined : onClose}
      aria-labelledby="webhook-title"
      fullWidth
      maxWidth="md"
    >
      <DialogTitle id="webhook-title">{webhook?.name ?? t('new-webhook')}</DialogTitle>
      <DialogContent>
        {webhook === null ? null : <Trouble webhook={webhook} />}
        <FormProvider {...form}>
          <form
            id="webhook-form"
            noValidate
            onSubmit={(event) => void form.handleSubmit((draft) => saving.mutate(draft))(event)}
          >
            <WebhookForm isNew={webhook === null} />
          </form>
        </FormProvider>
        {webhook === null ? null : <WebhookSecret webhook={webhook} onSecret={setSecret} />}
      </DialogContent>
      <DialogActions>
        {webhook === null ? null : <TestButton webhook={webhook} />}
        <Button onClick={onClose}>{frame('cancel')}</Button>
        <Button type="submit" form="webhook-form" variant="contained" disabled={saving.isPending}>
          {t('save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
