/** Asks an administrator for a reason before the preview shows a patient. Moving down the list does not ask. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { caseQuery } from '../model/use-case.ts';

const Form = styled('form')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 10,
  padding: 16,
});

export function PreviewReason({ case_id }: { case_id: number }) {
  const { t } = useTranslation('case-list');
  const { t: say } = useTranslation('messages');
  const cache = useQueryClient();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } });
  const open = useMutation({
    mutationFn: ({ reason }: { reason: string }) => api.call('readCase', { case_id, reason: reason.trim() }),
    onSuccess: (detail) => cache.setQueryData(caseQuery(case_id).queryKey, detail),
  });
  const { ref, ...field } = register('reason', { validate: (reason) => reason.trim() !== '' });
  const submit = handleSubmit((draft) => open.mutate(draft));
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        {...field}
        inputRef={ref}
        label={t('preview.reason')}
        inputProps={{ maxLength: 200 }}
        required
        hint={t('preview.reason-note')}
        fault={formState.errors.reason ? say('alert.required') : undefined}
      />
      <Button type="submit" disabled={open.isPending}>
        {t('preview.reason-open')}
      </Button>
    </Form>
  );
}
