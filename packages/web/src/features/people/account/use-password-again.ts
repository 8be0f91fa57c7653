/**
 * Asks for the current password before a sign-in method changes; users without a password verify at their provider
 * instead. Null if the user cancels.
 */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { proveByProvider } from '../../../platform/session/provider-return.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';

export type PasswordAgain = { readonly current_password: string } | { readonly provider_proof: string };

/** Requests the provider's proof first; null if there is none. */
export function useProviderAgain(): (message?: string) => Promise<string | null> {
  const { t } = useTranslation('providers');
  const dialogs = useDialogs();
  const { provider } = useSessionUser();
  return useCallback(
    async (message) => {
      const body = t('again.body', { name: provider ?? '' });
      const goes = await dialogs.confirm({
        title: t('again.title'),
        message: message === undefined ? body : `${message} ${body}`,
        confirmText: t('again.go'),
      });
      if (!goes) return null;
      try {
        const proof = await proveByProvider();
        if (proof === 'blocked') await dialogs.alert({ message: t('blocked') });
        return typeof proof === 'object' && proof !== null ? proof.provider_proof : null;
      } catch (error) {
        await showFault(error);
        return null;
      }
    },
    [t, dialogs, provider],
  );
}

export function usePasswordAgain(): (message?: string) => Promise<PasswordAgain | null> {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const { has_password } = useSessionUser();
  const askProvider = useProviderAgain();
  return useCallback(
    async (message) => {
      if (!has_password) {
        const provider_proof = await askProvider(message);
        return provider_proof === null ? null : { provider_proof };
      }
      const current_password = await dialogs.prompt({
        title: t('password.title'),
        ...(message === undefined ? {} : { message }),
        label: t('password'),
        type: 'password',
        required: true,
        confirmText: t('password.go'),
      });
      return current_password === null ? null : { current_password };
    },
    [t, dialogs, has_password, askProvider],
  );
}
