/** Signs the user out after sending what is not saved yet, and naming the work that exists only in this tab. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../platform/session/sign-in.ts';
import { allSent, unsentWork } from '../../platform/session/unsent-work.ts';
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
    if (!yes) return;
    const stays =
      !(await allSent()) &&
      !(await dialogs.confirm({
        title: t('leave.unsaved.title'),
        message: t('leave.unsaved'),
        confirmText: t('account.logout'),
        cancelText: t('leave.stay'),
        destructive: true,
      }));
    if (!stays) await signOut();
  }, [t, dialogs]);
}
