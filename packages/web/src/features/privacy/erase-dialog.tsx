/** Asks for the reason, the patient ID again and the password, or what replaces it, before a patient is erased. */
import Button from '@mui/material/Button';
import { UserMinusIcon } from '@phosphor-icons/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { SmallDialog } from '../../ui/dialogs/small-dialog.tsx';
import { useRefusalText } from '../../ui/states/error-state.tsx';
import { ProofButtons } from '../../ui/proof/proof-buttons.tsx';
import { proofInstead, type Proving, useProofs } from '../../ui/proof/use-proofs.ts';
import { useRefusedPassword } from '../../ui/proof/use-refused-password.ts';
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

type FieldsProps = { typed: Typed; onTyped: (typed: Typed) => void; error: Error | null };

function TypedFields({ typed, onTyped, error }: FieldsProps) {
  const { t } = useTranslation('privacy');
  const password = useRefusedPassword(error);
  const { hasPassword } = useProofs();
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
      {hasPassword ? (
        <TextField
          {...field('password')}
          label={t('password')}
          inputRef={password}
          type="password"
          autoComplete="current-password"
        />
      ) : null}
    </>
  );
}

type Erasing = {
  readonly typed: Typed;
  /** Verifies the user instead of the password. */
  readonly prove: Proving | null;
};

function useErasing({ patient, digest, onDone }: Omit<EraseProps, 'onClose'>) {
  const { t } = useTranslation('privacy');
  const cache = useQueryClient();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: async ({ typed: { password, ...written }, prove }: Erasing) => {
      const proof = prove === null ? { password } : await prove();
      if (proof === null) return null;
      return api.call('erasePatient', { ...patient, ...written, ...proof, digest });
    },
    onSuccess: (erasure) => {
      if (erasure === null) return;
      showToast(t('erase-begun'));
      onDone();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['erasures'] }),
  });
}

/** Holds what is typed, and erases with the password or with a proof that replaces it. */
function useEraseForm(props: Omit<EraseProps, 'onClose'>) {
  const [typed, setTyped] = useState(empty);
  const { mutate, error, isPending, reset } = useErasing(props);
  const proofs = useProofs();
  const instead = proofInstead(proofs);
  const isWritten = [typed.reason, typed.confirmed_id].every((text) => text.trim() !== '');
  const mayProve = isWritten && !isPending;
  const isReady = mayProve && (proofs.hasPassword ? typed.password !== '' : instead !== null);
  return {
    ...{ typed, error, isPending, mayProve, isReady },
    change: (changed: Typed) => {
      reset();
      setTyped(changed);
    },
    eraseBy: (prove: Proving | null) => mutate({ typed, prove }),
    submit: () => {
      if (isReady) mutate({ typed, prove: instead });
    },
  };
}

export function EraseDialog({ onClose, ...erasing }: EraseProps) {
  const { t } = useTranslation('privacy');
  const refusalText = useRefusalText();
  const { typed, error, isPending, mayProve, isReady, change, eraseBy, submit } = useEraseForm(erasing);
  return (
    <SmallDialog
      title={t('erase-title')}
      message={t('erase-body')}
      icon={<UserMinusIcon size={20} aria-hidden="true" />}
      destructive
      persistent={isPending}
      onDismiss={onClose}
      onSubmit={submit}
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
      <TypedFields typed={typed} onTyped={change} error={error} />
      <ProofButtons kind="confirm" disabled={!mayProve} onProve={eraseBy} />
      {error === null ? null : <NoticeBar tone="error" title={refusalText(error)} />}
    </SmallDialog>
  );
}
