/**
 * Asks for the current password before a sign-in method changes; users without a password verify at their provider or
 * by a passkey instead. Null if the user cancels.
 */
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { type Proof, proofInstead, useProofs } from '../../../ui/proof/use-proofs.ts';

export type PasswordAgain = { readonly current_password: string } | Proof;

/** Verifies a user without a password; null if there is no proof. */
export function useProofAgain(): (message?: string) => Promise<Proof | null> {
  const { t } = useTranslation('providers');
  const dialogs = useDialogs();
  const proofs = useProofs();
  const prove = proofInstead(proofs);
  const body =
    proofs.provider === null ? t('again.passkey') : t('again.body', { name: proofs.provider.name });
  return async (message) => {
    if (prove === null) {
      await dialogs.alert({ message: t('again.none') });
      return null;
    }
    const goes = await dialogs.confirm({
      title: t('again.title'),
      message: message === undefined ? body : `${message} ${body}`,
      confirmText: t('again.go'),
    });
    if (!goes) return null;
    try {
      return await prove();
    } catch (error) {
      await showFault(error);
      return null;
    }
  };
}

export function usePasswordAgain(): (message?: string) => Promise<PasswordAgain | null> {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const { hasPassword } = useProofs();
  const askProof = useProofAgain();
  return async (message) => {
    if (!hasPassword) return askProof(message);
    const current_password = await dialogs.prompt({
      title: t('password.title'),
      ...(message === undefined ? {} : { message }),
      label: t('password'),
      type: 'password',
      required: true,
      maxLength: 256,
      confirmText: t('password.go'),
    });
    return current_password === null ? null : { current_password };
  };
}
