/** Asks for the reason, the patient ID again and the password before a patient is erased. */
import Button from '@mui/material/Button';
import { UserMinusIcon } from '@phosphor-icons/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { SmallDialog } from '../../ui/dialogs/small-dialog.tsx';
import { useRefusalText } from '../../ui/states/error-state.tsx';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import type { PatientKey } from './page-parts.tsx';

type EraseProps = {
  readonly patient: PatientKey;
  readonly digest: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

const empty = { reason: '', confirmed_id: '', password: '' };
type Typed = typeof empty;

function TypedFields({ typed, onTyped }: { typed: Typed; onTyped: (typed: Typed) => void }) {
  const { t } = useTranslation('privacy');
  const field = (name: keyof Typed) => ({
    value: typed[name],
    required: true,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onTyped({ ...typed, [name]: target.value }),
  });
  return (
    <>
      <TextField
        {...field('reason')}
        label={t('reason')}
        hint={t('reason-hint')}
        autoFocus
        inputProps={{ maxLength: 2000 }}
      />
      <TextField
        {...field('confirmed_id')}
        label={t('repeat')}
        autoComplete="off"
        inputProps={{ maxLength: 64 }}
      />
      <TextField
        {...field('password')}
        label={t('password')}
        type="password"
        autoComplete="current-password"
      />
    </>
  );
}

function useErasing({ patient, digest, onDone }: Omit<EraseProps, 'onClose'>) {
  const { t } = useTranslation('privacy');
  const cache = useQueryClient();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (typed: Typed) => api.call('erasePatient', { ...patient, ...typed, digest }),
    onSuccess: () => {
      showToast(t('erase-begun'));
      onDone();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['erasures'] }),
  });
}

export function EraseDialog({ onClose, ...erasing }: EraseProps) {
  const { t } = useTranslation('privacy');
  const refusalText = useRefusalText();
  const [typed, setTyped] = useState(empty);
  const { mutate, error, isPending, reset } = useErasing(erasing);
  const isReady = Object.values(typed).every((text) => text.trim() !== '') && !isPending;
  return (
    <SmallDialog
      title={t('erase-title')}
      message={t('erase-body')}
      icon={<UserMinusIcon size={20} aria-hidden="true" />}
      destructive
      persistent={isPending}
      onDismiss={onClose}
      onSubmit={() => {
        if (isReady) mutate(typed);
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={!isReady}>
            {t('erase-act')}
          </Button>
        </>
      }
    >
      <TypedFields
        typed={typed}
        onTyped={(changed) => {
          reset();
          setTyped(changed);
        }}
      />
      {error === null ? null : <NoticeBar tone="error" title={refusalText(error)} />}
    </SmallDialog>
  );
}
