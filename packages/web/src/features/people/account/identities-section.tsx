/**
 * Shows the institution's own sign-in provider: whether it is linked to this account, and how to change that. Hidden if
 * there is no provider.
 */
import Button from '@mui/material/Button';
import { BuildingsIcon } from '@phosphor-icons/react';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { leaveFor } from '../../../platform/session/provider-return.ts';
import { refreshUser } from '../../../platform/session/sign-in.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { useNow } from '../../../ui/use-now.ts';
import { AccountCard, AccountRow, AccountRows } from './account-card.tsx';
import { usePasswordAgain, type PasswordAgain } from './use-password-again.ts';

const identitiesQuery = callQuery('identities', {});
type Identities = OutputOf<Routes['identities']>;
type Identity = Identities['items'][number];

function IdentityRow({ identity }: { identity: Identity }) {
  const { t } = useTranslation('providers');
  const format = useFormat();
  const nowMs = useNow();
  const cache = useQueryClient();
  const askPassword = usePasswordAgain();
  const { identity_id, name, email, created_at, last_used_at, removable } = identity;
  const unlink = useMutation({
    mutationFn: (again: PasswordAgain) => api.call('removeIdentity', { identity_id, ...again }),
    onSuccess: () => showToast(t('unlinked')),
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: identitiesQuery.queryKey });
      await refreshUser();
    },
  });
  const ask = async () => {
    const again = await askPassword(t('unlink-body', { name }));
    if (again !== null) unlink.mutate(again);
  };
  const facts = [
    email === '' ? null : email,
    t('since', { time: format.moment(created_at, nowMs) }),
    last_used_at === null ? null : t('used', { time: format.moment(last_used_at, nowMs) }),
    removable ? null : t('only'),
  ];
  return (
    <AccountRow aria-label={name}>
      <BuildingsIcon size={20} aria-hidden="true" />
      <div>
        <strong>{name}</strong>
        <div className="facts">{facts.filter((fact) => fact !== null).join(' · ')}</div>
      </div>
      {removable ? (
        <Button onClick={() => void ask()} disabled={unlink.isPending} aria-label={t('unlink-one', { name })}>
          {t('unlink')}
        </Button>
      ) : null}
    </AccountRow>
  );
}

function ProviderRow({ provider, name }: Identities['providers'][number]) {
  const { t } = useTranslation('providers');
  const askPassword = usePasswordAgain();
  const link = useMutation({
    mutationFn: async (again: PasswordAgain) => {
      leaveFor(await api.call('beginIdentity', { provider, ...again }), 'link', '/account');
    },
  });
  const ask = async () => {
    const again = await askPassword();
    if (again !== null) link.mutate(again);
  };
  return (
    <AccountRow aria-label={name}>
      <BuildingsIcon size={20} aria-hidden="true" />
      <div>
        <strong>{name}</strong>
      </div>
      <Button onClick={() => void ask()} disabled={link.isPending} aria-label={t('link-one', { name })}>
        {t('link')}
      </Button>
    </AccountRow>
  );
}

export function IdentitiesSection() {
  const { t } = useTranslation('providers');
  const { data } = useQuery({ ...identitiesQuery, staleTime: 0 });
  if (data === undefined || data.items.length + data.providers.length === 0) return null;
  return (
    <AccountCard title={t('title')} lead={t('lead')}>
      <AccountRows>
        {data.items.map((identity) => (
          <IdentityRow key={identity.identity_id} identity={identity} />
        ))}
        {data.providers.map((provider) => (
          <ProviderRow key={provider.provider} {...provider} />
        ))}
      </AccountRows>
    </AccountCard>
  );
}
