/** Approves a waiting user, or rejects them with a reason; both remove the user from the list of waiting users. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';

/** A user about whom another administrator has decided meanwhile also disappears from the lists. */
export function useDecision() {
  const { t } = useTranslation('people');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const onSettled = async () => {
    for (const name of ['waitingUsers', 'users', 'userCounts', 'user'])
      await cache.invalidateQueries({ queryKey: [name] });
  };
  const approve = useMutation({
    meta: { about: 'user' },
    mutationFn: (id: number) => api.call('approveUser', { id }),
    onSettled,
  });
  const refuse = useMutation({
    meta: { about: 'user' },
    mutationFn: (decided: { id: number; reason: string }) => api.call('refuseUser', decided),
    onSettled,
  });
  const askReason = async ({ id, name }: { id: number; name: string }) => {
    const reason = await dialogs.prompt({
      title: t('refuse.title', { name }),
      message: t('refuse.body'),
      label: t('refuse.reason'),
      required: true,
      maxLength: 500,
      confirmText: t('refuse.confirm'),
      destructive: true,
    });
    if (reason !== null && reason.trim() !== '') refuse.mutate({ id, reason: reason.trim() });
  };
  return {
    approve: (id: number) => approve.mutate(id),
    refuse: (person: { id: number; name: string }) => void askReason(person),
    deciding: approve.isPending || refuse.isPending,
  };
}
