/** Requests the copy of a patient's data, with its reason. */
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { Fields, Lead, type PatientKey } from './page-parts.tsx';

export function CopyForm({ patient }: { patient: PatientKey }) {
  const { t } = useTranslation('privacy');
  const [reason, setReason] = useState('');
  const asking = useMutation({
    mutationFn: () => api.call('beginExport', { kind: 'exportPatient', input: { ...patient, reason } }),
    onSuccess: () => showToast(t('copy-begun')),
  });
  return (
    <>
      <Lead>{t('copy-lead')}</Lead>
      <Fields
        sx={{ marginBottom: '16px' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') asking.mutate();
        }}
      >
        <TextField
          label={t('reason')}
          value={reason}
          inputProps={{ maxLength: 2000 }}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={reason.trim() === '' || asking.isPending}
          sx={{ justifySelf: 'start' }}
        >
          {t('make-copy')}
        </Button>
      </Fields>
    </>
  );
}
