/**
 * Removes every second factor of a user who lost a phone or a key, after a confirmation. The factors themselves are
 * never shown.
 */
import Button from '@mui/material/Button';
import type { User } from '@rhythmdesk/contract/users';
import { ShieldSlashIcon } from '@phosphor-icons/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showToast } from '../../../ui/toasts/toast-queue.ts';

export type ResetFactorsProps = { user: Pick<User, 'id' | 'name' | 'user_id'>; onReset: () => void };

export function ResetFactors({ user: { id, name, user_id }, onReset }: ResetFactorsProps) {
  const { t } = useTranslation('users');
  const dialogs = useDialogs();
  const { mutate, isPending } = useMutation({
    meta: { about: 'user' },
    mutationFn: () => api.call('resetFactors', { id }),
    onSuccess: () => showToast(t('factors.done')),
    onSettled: onReset,
  });
  const ask = async () => {
    const yes = await dialogs.confirm({
      title: t('factors.title', { name }),
      message: t('factors.body', { user_id }),
      confirmText: t('factors.go'),
      destructive: true,
    });
    if (yes) mutate();
  };
  return (
    <Button
      variant="text"
      disabled={isPending}
      startIcon={<ShieldSlashIcon size={16} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      {t('factors.reset')}
    </Button>
  );
}
