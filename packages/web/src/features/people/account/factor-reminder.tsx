/** Reminds the user once per session, during the grace period, by when the second factor has to be set up. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { tabStorage } from '../../../platform/own-storage.ts';
import { shownPath } from '../../../platform/address/base-path.ts';

const saidKey = 'factor-reminder-said';

export function FactorReminder({ due_at }: { due_at: string }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const remind = useEffectEvent(async () => {
    if (tabStorage.getItem(saidKey) === due_at || shownPath() === '/account') return;
    tabStorage.setItem(saidKey, due_at);
    const now = await dialogs.confirm({
      title: t('remind.title'),
      message: t('remind.body', { time: format.instant('dateTime', due_at) }),
      confirmText: t('remind.now'),
      cancelText: t('remind.later'),
    });
    if (now) await navigate({ to: '/account' });
  });
  useEffect(() => void remind(), []);
  return null;
}
