/** Creates or changes a system with which messages are exchanged; typed text stays through every failure. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Hl7Partner } from '@rhythmdesk/contract/partners';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { useFieldFaults } from '../../ui/faults/field-faults.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { draftOf, fieldsOf, isDraftField, type PartnerDraft } from './partner-draft.ts';
import { PartnerForm } from './partner-form.tsx';

function useSaving(
  partner: Hl7Partner | null,
  { setError }: UseFormReturn<PartnerDraft>,
  onClose: () => void,
) {
  const { t } = useTranslation('integration');
  const cache = useQueryClient();
  const wordsOf = useFieldFaults();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (draft: PartnerDraft) => {
      const fields = fieldsOf(draft, partner);
      if (partner !== null)
        return api.call('changePartner', {
          ...fields,
          partner_id: partner.partner_id,
          version: partner.version,
        });
      return api.call('createPartner', { ...fields, hospital_id: draft.hospital?.id ?? 0, channel: 'hl7' });
    },
    onSuccess: async () => {
      showToast(t('saved'));
      onClose();
      await cache.invalidateQueries({ queryKey: ['partners'] });
    },
    onError: async (error) => {
      const fields = error instanceof ApiError ? Object.entries(wordsOf(error.fields)) : [];
      const known = fields.map(([path, words]) => [path.split('.').at(-1) ?? '', words] as const);
      const shown = known.filter(([field]) => isDraftField(field));
      if (!(error instanceof ApiError) || shown.length === 0) return showFault(error);
      for (const [field, words] of shown) {
        if (isDraftField(field))
          setError(field, { message: shown.length === 1 ? error.detail : words }, { shouldFocus: true });
      }
    },
  });
}

export function PartnerDialog({ partner, onClose }: { partner: Hl7Partner | null; onClose: () => void }) {
  const { t } = useTranslation('integration');
  const { t: frame } = useTranslation('dialogs');
  const form = useForm<PartnerDraft>({ defaultValues: draftOf(partner) });
  const saving = useSaving(partner, form, onClose);
  const { isDirty } = form.formState;
  return (
    <Dialog
      open
      onClose={isDirty ? undefined : onClose}
      aria-labelledby="partner-title"
      fullWidth
      maxWidth="md"
    >
      <DialogTitle id="partner-title">{partner?.name ?? t('new')}</DialogTitle>
      <DialogContent>
        <FormProvider {...form}>
          <form
            id="partner-form"
            noValidate
            onSubmit={(event) => void form.handleSubmit((draft) => saving.mutate(draft))(event)}
          >
            <PartnerForm isNew={partner === null} />
          </form>
        </FormProvider>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{frame('cancel')}</Button>
        <Button type="submit" form="partner-form" variant="contained" disabled={saving.isPending}>
          {t('save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
