/**
 * Shows the notification settings: a table of categories and channels, quiet hours, how often mails are sent, and push
 * in this browser.
 */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { AccountCard } from './account-card.tsx';
import { BrowserPush } from './browser-push.tsx';
import { ChannelRows } from './channel-rows.tsx';
import { QuietAndMails } from './quiet-and-mails.tsx';
import type { Preferences, NotificationSettings } from './notification-settings.ts';

const query = callQuery('notificationPreferences', {});

const Part = styled('div')(({ theme }) => ({
  padding: '10px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  color: theme.vars.palette.text.secondary,
}));

/**
 * A choice is shown at once from the page's own state: the cache notifies its readers one task later, and a checkbox
 * that springs back for that moment looks refused. Each choice saves the whole settings, one after the other; a refused
 * one is reverted, and the server's text is shown.
 */
function useChoosing(kept: Preferences) {
  const { t } = useTranslation('notification-settings');
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<Preferences>();
  const { mutate } = useMutation({
    scope: { id: 'notification-preferences' },
    mutationFn: (preferences: Preferences) => api.call('changeNotificationPreferences', preferences),
    onSuccess: () => showToast(t('saved')),
    onSettled: async (_answer, _fault, saved) => {
      await cache.invalidateQueries({ queryKey: query.queryKey });
      setChosen((latest) => (latest === saved ? undefined : latest));
    },
  });
  const choose = (preferences: Preferences) => {
    setChosen(preferences);
    mutate(preferences);
  };
  return [chosen ?? kept, choose] as const;
}

function Choices({ preferences: kept, usual, has_email }: NotificationSettings) {
  const { t } = useTranslation('notification-settings');
  const [preferences, choose] = useChoosing(kept);
  const isUsual = JSON.stringify(preferences.channels) === JSON.stringify(usual);
  return (
    <>
      <ChannelRows
        channels={preferences.channels}
        onChange={(channels) => choose({ ...preferences, channels })}
      />
      <Part>
        {t('critical.note')} {has_email ? null : t('no-email')}
        {isUsual ? null : (
          <div>
            <Button variant="text" onClick={() => choose({ ...preferences, channels: usual })}>
              {t('usual')}
            </Button>
          </div>
        )}
      </Part>
      <QuietAndMails preferences={preferences} onChange={choose} />
      <BrowserPush />
    </>
  );
}

export function NotificationSection() {
  const { t } = useTranslation('notification-settings');
  const { data, error, refetch } = useQuery(query);
  return (
    <AccountCard part="notifications" title={t('title')} lead={t('lead')}>
      {data !== undefined ? (
        <Choices {...data} />
      ) : error === null ? (
        <Loading>
          <Skeleton height={280} sx={{ margin: '0 16px 16px' }} />
        </Loading>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </AccountCard>
  );
}
