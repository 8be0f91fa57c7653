/** Creates or changes a PACS. Typed text stays through every failure. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { PacsPartner } from '@rhythmdesk/contract/partners';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { useFieldFaults } from '../../ui/faults/field-faults.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { isPacsField, pacsDraftOf, pacsInput, type PacsDraft } from './pacs-draft.ts';
import { PacsForm } from './pacs-form.tsx';

type DialogProps = { pacs: PacsPartner | null; onClose: () => void };

function useSaving({ pacs, onClose }: DialogProps, { setError }: UseFormReturn<PacsDraft>) {
  const { t } = useTranslation('integration');
  const cache = useQueryClient();
  const wordsOf = useFieldFaults();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (draft: PacsDraft) => {
      const input = pacsInput(draft);
      if (pacs === null) return api.call('createPacs', { ...input, hospital_id: draft.hospital?.id ?? 0 });
      const { partner_id, version } = pacs;
      return api.call('changePacs', { ...input, partner_id, version });
    },
    onSuccess: async () => {
      showToast(t('saved'));
      onClose();
      await cache.invalidateQueries({ queryKey: ['partners'] });
    },
    onError: (error) => {
      const faults = error instanceof ApiError ? Object.entries(wordsOf(error.fields)) : [];
      const shown = faults.map(([path, words]) => [path.split('.').at(-1) ?? path, words] as const);
      if (!(error instanceof ApiError) || !shown.some(([field]) => isPacsField(field)))
        return showFault(error);
      for (const [field, words] of shown) {
        if (isPacsField(field))
          setError(field, { message: shown.length === 1 ? error.detail : words }, { shouldFocus: true });
      }
    },
  });
}

export function PacsDialog({ pacs, onClose }: DialogProps) {
  const { t } = useTranslation('integration');
  const { t: frame } = useTranslation('dialogs');
  const form = useForm<PacsDraft>({ defaultValues: pacsDraftOf(pacs) });
  const saving = useSaving({ pacs, onClose }, form);
  const { isDirty } = form.formState;
  return (
    <Dialog open onClose={isDirty ? undefined : onClose} aria-labelledby="pacs-title" fullWidth maxWidth="md">
      <DialogTitle id="pacs-title">{pacs?.name ?? t('new-pacs')}</DialogTitle>
      <DialogContent>
        <FormProvider {...form}>
          <form
            id="pacs-form"
            noValidate
            onSubmit={(event) => void form.handleSubmit((draft) => saving.mutate(draft))(event)}
          >
            <PacsForm isNew={pacs === null} />
          </form>
        </FormProvider>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{frame('cancel')}</Button>
        <Button type="submit" form="pacs-form" variant="contained" disabled={saving.isPending}>
          {t('save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
