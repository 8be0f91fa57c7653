/** Signs the user out after naming the work that exists only in this tab. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../platform/session/sign-in.ts';
import { unsentWork } from '../../platform/session/unsent-work.ts';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';

export function useLeave(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const dialogs = useDialogs();
  return useCallback(async () => {
    const [chosen, sending] = [unsentWork('chosen'), unsentWork('sending')];
    const message = sending > 0 ? t('leave.sending') : t('leave.body');
    const yes =
      chosen + sending === 0 ||
      (await dialogs.confirm({
        title: t('leave.title', { count: chosen + sending }),
        message,
        confirmText: t('account.logout'),
        cancelText: t('leave.stay'),
        destructive: true,
      }));
    if (yes) await signOut();
  }, [t, dialogs]);
}
