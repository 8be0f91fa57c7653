/** Asks for the current password before a change of how one signs in; null where the user thinks better of it. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';

export function usePasswordAgain(): (message?: string) => Promise<string | null> {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  return useCallback(
    (message) =>
      dialogs.prompt({
        title: t('password.title'),
        ...(message === undefined ? {} : { message }),
        label: t('password'),
        type: 'password',
        required: true,
        confirmText: t('password.go'),
      }),
    [t, dialogs],
  );
}
