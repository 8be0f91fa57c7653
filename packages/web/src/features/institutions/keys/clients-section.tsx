/** Shows the programs of an institution that sign in to FHIR with keys of their own; registers and revokes them. */
import Button from '@mui/material/Button';
import type { SmartClient, SmartClients } from '@rhythmdesk/contract/smart-clients';
import { can } from '@rhythmdesk/domain/people/can';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { openDialog } from '../../../ui/dialogs/open-dialog.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { Section } from '../../../ui/panel.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ChangeKeysDialog, CreateClientDialog } from './client-dialogs.tsx';
import { Acts, Note } from './key-lines.tsx';
import { KeyList } from './key-list.tsx';
import { useScopeName } from './scope-name.ts';

function useTimes({ created_by, created_at, last_used_at, revoked_by, revoked_at }: SmartClient) {
  const { t } = useTranslation('smart-clients');
  const format = useFormat();
  return [
    t('created', { name: created_by.name, date: format.instant('date', created_at) }),
    ...(revoked_by === null || revoked_at === null
      ? []
      : [t('revoked', { name: revoked_by.name, date: format.instant('date', revoked_at) })]),
    last_used_at === null ? t('unused') : t('used', { time: format.instant('dateTime', last_used_at) }),
  ].join(' · ');
}

function ClientLine({ client, acts }: { client: SmartClient; acts: ReactNode }) {
  const { t } = useTranslation('smart-clients');
  const format = useFormat();
  const scopeName = useScopeName();
  const times = useTimes(client);
  const { name, client_id, scopes, key_ids } = client;
  return (
    <li>
      <span className="name" lang={nameLanguage(name)}>
        {name}
      </span>
      <span className="quiet">
        {t('client-id')} <span className="hint">{client_id}</span>
      </span>
      <span className="quiet">{format.list(scopes.map(scopeName))}</span>
      <span className="quiet">{t('kid', { names: format.list(key_ids) })}</span>
      <span className="quiet">{times}</span>
      {acts}
    </li>
  );
}

function useRevoke(id: number) {
  const { t } = useTranslation('smart-clients');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (smart_client_id: number) => api.call('revokeSmartClient', { id, smart_client_id }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['smartClients', { id }] }),
    onError: (error) => showFault(error),
  });
  const ask = async ({ smart_client_id, name }: SmartClient): Promise<void> => {
    const isMeant = await dialogs.confirm({
      title: t('revoke.title', { name }),
      message: t('revoke.message'),
      confirmText: t('revoke'),
      destructive: true,
    });
    if (isMeant) mutate(smart_client_id);
  };
  return { ask, isPending };
}

function Endpoint({ address }: { address: string }) {
  const { t } = useTranslation('smart-clients');
  return (
    <Note>
      {t('endpoint')} <code>{address}</code>
    </Note>
  );
}

function Clients({ found }: { found: SmartClients }) {
  const { t } = useTranslation('smart-clients');
  const { institution, items, may_create, token_endpoint } = found;
  const { ask, isPending } = useRevoke(institution.id);
  const create = () => openDialog((close) => <CreateClientDialog clients={found} onClose={close} />);
  const change = (client: SmartClient) =>
    openDialog((close) => <ChangeKeysDialog id={institution.id} client={client} onClose={close} />);
  const actsOf = (client: SmartClient) => (
    <Acts>
      <Button size="small" onClick={() => change(client)}>
        {t('change')}
      </Button>
      <Button size="small" disabled={isPending} onClick={() => void ask(client)}>
        {t('revoke')}
      </Button>
    </Acts>
  );
  return (
    <KeyList
      items={items}
      keyOf={({ smart_client_id }) => smart_client_id}
      isOver={({ revoked_at }) => revoked_at !== null}
      line={(client, isValid) => <ClientLine client={client} acts={isValid ? actsOf(client) : null} />}
      note={t('note')}
      none={t('none')}
      above={token_endpoint === null ? null : <Endpoint address={token_endpoint} />}
      create={may_create ? { label: t('create'), onCreate: create } : null}
      earlier={(count) => t('earlier', { count })}
    />
  );
}

/** Shows the programs as a part of the institution's preview, for users who manage its keys. */
export function ClientsSection({ id }: { id: number }) {
  const { t } = useTranslation('smart-clients');
  const { user_role } = useSessionUser();
  const mayManage = can(user_role, 'institution.keys') !== 'never';
  const { data, error, refetch } = useQuery({
    ...callQuery('smartClients', { id }),
    enabled: mayManage,
    staleTime: 0,
  });
  if (!mayManage || data?.role_key === null) return null;
  // Without its own address the installation issues no tokens.
  if (data?.token_endpoint === null && data.items.length === 0) return null;
  return (
    <Section title={t('title')}>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : <Clients found={data} />}
    </Section>
  );
}
