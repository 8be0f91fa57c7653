/** An administrator states why they open a patient before the preview shows any; nothing asks while they only look down the list. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
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
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const open = useMutation({
    mutationFn: () => api.call('readCase', { case_id, reason: reason.trim() }),
    onSuccess: (detail) => cache.setQueryData(caseQuery(case_id).queryKey, detail),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') open.mutate();
  };
  return (
    <Form onSubmit={submit} noValidate>
      <TextField
        label={t('preview.reason')}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setMissing(false);
        }}
        inputProps={{ maxLength: 200 }}
        required
        hint={t('preview.reason-note')}
        fault={missing ? say('alert.required') : undefined}
      />
      <Button type="submit" disabled={open.isPending}>
        {t('preview.reason-open')}
      </Button>
    </Form>
  );
}
