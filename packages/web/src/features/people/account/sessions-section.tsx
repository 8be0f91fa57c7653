/** Lists the user's sessions: device, address and type of network, last use; each can be ended. */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { DesktopIcon, DeviceMobileIcon } from '@phosphor-icons/react';
import type { Session } from '@rhythmdesk/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { useNow } from '../../../ui/use-now.ts';
import { AccountCard, AccountRow, AccountRows, RowName } from './account-card.tsx';

const sessionsQuery = callQuery('mySessions', {});
const handheld: readonly string[] = ['iPad', 'iPhone', 'Android'];

export function useDeviceName(): (session: Session) => string {
  const { t } = useTranslation('account');
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('device', { browser, system });
    return browser ?? system ?? t('device.unknown');
  };
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (() => void) | null }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const nowMs = useNow();
  const name = useDeviceName()(session);
  const Icon = handheld.includes(session.system ?? '') ? DeviceMobileIcon : DesktopIcon;
  const facts = [
    session.address === '' ? null : session.address,
    t(`network.${session.network}`),
    t('signed-in', { time: format.moment(session.created_at, nowMs) }),
    session.current ? null : t('last-used', { time: format.moment(session.last_seen_at, nowMs) }),
  ];
  return (
    <AccountRow aria-label={name}>
      <Icon size={20} aria-hidden="true" />
      <div>
        <RowName>
          <strong>{name}</strong>
          {session.current ? <Tag tone="primary">{t('current')}</Tag> : null}
        </RowName>
        <div className="facts">{facts.filter((fact) => fact !== null).join(' · ')}</div>
      </div>
      {onEnd === null ? null : (
        <Button onClick={onEnd} aria-label={t('end-one', { device: name })}>
          {t('end')}
        </Button>
      )}
    </AccountRow>
  );
}

function useEndings() {
  const { t } = useTranslation('account');
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const one = useMutation({
    mutationFn: (session_id: number) => api.call('endMySession', { session_id }),
    onSuccess: () => showToast(t('ended', { count: 1 })),
    onSettled,
  });
  const others = useMutation({
    mutationFn: () => api.call('endOtherSessions', {}),
    onSuccess: ({ ended }) => showToast(t('ended', { count: ended })),
    onSettled,
  });
  return { one, others };
}

function Waiting() {
  return (
    <Loading>
      <div style={{ padding: '8px 16px 16px' }}>
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
    </Loading>
  );
}

export function SessionsSection() {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const { data, error, refetch } = useQuery({ ...sessionsQuery, staleTime: 0 });
  const { one, others } = useEndings();
  const items = data?.items ?? [];
  const count = items.filter(({ current }) => !current).length;
  const endOthers = async () => {
    const yes = await dialogs.confirm({
      title: t('end-others.title'),
      message: t('end-others.body', { count }),
      confirmText: t('end-others.confirm'),
      destructive: true,
    });
    if (yes) others.mutate();
  };
  const acts =
    count === 0 ? null : (
      <Button variant="outlined" onClick={() => void endOthers()} disabled={others.isPending}>
        {t('end-others')}
      </Button>
    );
  return (
    <AccountCard part="sessions" title={t('sessions')} lead={t('sessions.lead')} acts={acts}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <AccountRows>
          {items.map((session) => (
            <SessionRow
              key={session.session_id}
              session={session}
              onEnd={session.current ? null : () => one.mutate(session.session_id)}
            />
          ))}
        </AccountRows>
      )}
    </AccountCard>
  );
}
