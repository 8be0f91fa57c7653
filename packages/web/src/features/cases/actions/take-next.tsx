/**
 * Offers "Take next case", which assigns the unassigned case that is due first to the caller. If another user took it
 * meanwhile, the one after is tried.
 */
import { can } from '@rhythmdesk/domain/people/can';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { makeAttemptKeys } from '../model/attempt-key.ts';
import { perform } from '../model/perform.ts';

export type TakeNext = { take: () => void; busy: boolean };

/** Number of cases that are tried before the conflict is reported. */
const attempts = 3;

async function takeOne(): Promise<number | null | 'lost'> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { case_id, version } = await api.call('nextCase', {});
    if (case_id === null || version === null) return null;
    try {
      await perform('assign-to-me', { case_id, version }, makeAttemptKeys());
      return case_id;
    } catch (error) {
      const lost = error instanceof ApiError && (error.status === 409 || error.status === 406);
      if (!lost) throw error;
    }
  }
  return 'lost';
}

/** Returns `null` if this role takes no cases. `onTaken` is called with the case that was assigned. */
export function useTakeNext(onTaken: (case_id: number) => void): TakeNext | null {
  const { t } = useTranslation('actions');
  const dialogs = useDialogs();
  const { user_role } = useSessionUser();
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const taken = await takeOne();
      if (taken === null) await dialogs.alert({ title: t('next.none.title'), message: t('next.none') });
      else if (taken !== 'lost') onTaken(taken);
      else if (await dialogs.confirm({ message: t('next.taken'), confirmText: t('next') })) await take();
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  if (can(user_role, 'case.assign_to_me') === 'never') return null;
  // The key also reaches this while a request is running.
  return { take: () => (busy ? undefined : void take()), busy };
}
