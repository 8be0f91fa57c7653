/**
 * Finishes a second reading: after everything is saved and the user has confirmed, with the number of this page's last
 * edit.
 */
import type { SecondDetail } from '@rhythmdesk/contract/second-readings';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useReadingOfPage } from '../reading/reading-context.tsx';
import { secondQuery } from './second-gate.tsx';
import { secondPath } from './second-paths.ts';

type Second = Pick<SecondDetail, 'second_id' | 'hn_id'>;

/** `open`: findings that nobody has judged; the question names them, since a finished reading cannot be changed. */
export function useFinishSecond({ second_id, hn_id }: Second, open: number) {
  const { t } = useTranslation('second');
  const format = useFormat();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const session = useReadingOfPage();
  const [busy, setBusy] = useState(false);
  const finish = async (): Promise<void> => {
    if (session === null) return;
    const isSure = await dialogs.confirm({
      title: t('finish.title', { hn_id }),
      message:
        open === 0
          ? t('finish.message')
          : `${t('finish.open', { count: open, value: format.number(open) })} ${t('finish.message')}`,
      focusesCancel: open > 0,
      confirmText: t('desk.finish'),
    });
    if (!isSure) return;
    setBusy(true);
    try {
      if ((await session.settled()) > 0) {
        await dialogs.alert({ message: t('finish.unsent') });
        return;
      }
      const sequence = session.state.get().log.at(-1)?.sequence ?? 0;
      const finished = await api.call('finishSecondReading', { second_id, sequence });
      await navigate({ to: secondPath(second_id), replace: true });
      cache.setQueryData(secondQuery(second_id).queryKey, finished);
      void cache.invalidateQueries();
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, finish: () => void finish() };
}
