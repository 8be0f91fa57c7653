/**
 * Provides the actions on a second reading in the list: taking it, after a notice of what that hides, and giving it
 * back or, if nobody can read it, cancelling it, after a confirmation.
 */
import type { SecondReading } from '@rhythmdesk/contract/second-readings';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { secondDeskPath } from './second-paths.ts';

export function useSecondActs() {
  const { t } = useTranslation('second');
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  /** The page's cached data of the case is refetched: the second reader may no longer see the case. */
  const renew = () => cache.invalidateQueries();
  const tried = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
      void renew();
    }
  };
  const take = async ({ second_id, hn_id }: SecondReading): Promise<void> => {
    const isSure = await dialogs.confirm({
      title: t('take.title', { hn_id }),
      message: t('take.message'),
      confirmText: t('take'),
    });
    if (!isSure) return;
    await tried(async () => {
      await api.call('takeSecondReading', { second_id });
      void navigate({ to: secondDeskPath(second_id) });
    });
  };
  /** Gives the second reading back, or cancels it if nobody can read it. */
  const giveBack = async ({ second_id, hn_id, no_reader }: SecondReading): Promise<void> => {
    const act = no_reader ? 'let-go' : 'give-back';
    const isSure = await dialogs.confirm({
      title: t(`${act}.name`, { hn_id }),
      message: t(`${act}.message`),
      confirmText: t(act),
      destructive: true,
    });
    if (isSure) await tried(async () => void (await api.call('giveBackSecondReading', { second_id })));
  };
  return {
    busy,
    take: (one: SecondReading) => void take(one),
    giveBack: (one: SecondReading) => void giveBack(one),
  };
}
