/** Shows the API keys of an institution, and creates, replaces and revokes them. */
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { ApiKey, ApiKeys } from '@rhythmdesk/contract/api-keys';
import { can } from '@rhythmdesk/domain/people/can';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Tag } from '../../../ui/tag.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { CreateKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';
import { Acts, Note } from './key-lines.tsx';
import { KeyList } from './key-list.tsx';
import { browserAddress } from '../../../platform/address/base-path.ts';

const dayMs = 86_400_000;
const tones = {
  valid: 'success',
  expiring: 'warning',
  expired: 'neutral',
  revoked: 'neutral',
  ended: 'neutral',
} as const;
const isOver = ({ state }: ApiKey): boolean => state !== 'valid' && state !== 'expiring';

function StateTag({ state, expires_at }: ApiKey) {
  const { t } = useTranslation('api-keys');
  const nowMs = useNow();
  const count = Math.max(0, Math.ceil((Date.parse(expires_at) - nowMs) / dayMs));
  return (
    <Tag tone={tones[state]}>
      {state === 'expiring' ? t('state.expiring', { count }) : t(`state.${state}`)}
    </Tag>
  );
}

function useTimes({ state, created_by, created_at, expires_at, last_used_at, ...ended }: ApiKey) {
  const { t } = useTranslation('api-keys');
  const format = useFormat();
  const end =
    ended.revoked_by === null || ended.revoked_at === null
      ? t(state === 'expired' ? 'ended' : 'until', {
          date: format.instant('date', expires_at),
        })
      : t('revoked', { name: ended.revoked_by.name, date: format.instant('date', ended.revoked_at) });
  return [
    t('created', { name: created_by.name, date: format.instant('date', created_at) }),
    // Nothing records when a session ended that nobody revoked as a key.
    ...(state === 'ended' ? [] : [end]),
    last_used_at === null ? t('unused') : t('used', { time: format.instant('dateTime', last_used_at) }),
  ].join(' · ');
}

function KeyLine({ apiKey, acts }: { apiKey: ApiKey; acts: React.ReactNode }) {
  const { t } = useTranslation('api-keys');
  const format = useFormat();
  const times = useTimes(apiKey);
  const { name, hint, scopes } = apiKey;
  return (
    <li>
      <div>
        <span className="name" lang={nameLanguage(name)}>
          {name}
        </span>
        <span className="hint">{hint}…</span>
        <StateTag {...apiKey} />
      </div>
      <span className="quiet">{format.list(scopes.map((scope) => t(`scope.${scope}`)))}</span>
      <span className="quiet">{times}</span>
      {acts}
    </li>
  );
}

function useRevoke(id: number) {
  const { t } = useTranslation('api-keys');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (key_id: number) => api.call('revokeApiKey', { id, key_id }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['apiKeys', { id }] }),
    onError: (error) => showFault(error),
  });
  const ask = async ({ key_id, name }: ApiKey): Promise<void> => {
    const isMeant = await dialogs.confirm({
      title: t('revoke.title', { name }),
      message: t('revoke.message'),
      confirmText: t('revoke'),
      destructive: true,
    });
    if (isMeant) mutate(key_id);
  };
  return { ask, isPending };
}

function Keys({ found }: { found: ApiKeys }) {
  const { t } = useTranslation('api-keys');
  const { institution, items, may_create } = found;
  const { ask, isPending } = useRevoke(institution.id);
  const create = () => openDialog((close) => <CreateKeyDialog keys={found} onClose={close} />);
  const rotate = (apiKey: ApiKey) =>
    openDialog((close) => <RotateKeyDialog id={institution.id} apiKey={apiKey} onClose={close} />);
  const actsOf = (apiKey: ApiKey) => (
    <Acts>
      {may_create ? (
        <Button size="small" onClick={() => rotate(apiKey)}>
          {t('rotate')}
        </Button>
      ) : null}
      <Button size="small" disabled={isPending} onClick={() => void ask(apiKey)}>
        {t('revoke')}
      </Button>
    </Acts>
  );
  return (
    <KeyList
      items={items}
      keyOf={({ key_id }) => key_id}
      isOver={isOver}
      line={(apiKey, isValid) => <KeyLine apiKey={apiKey} acts={isValid ? actsOf(apiKey) : null} />}
      note={t('note')}
      none={t('none')}
      above={
        <Note>
          <Link href={browserAddress('/try-api')}>{t('try')}</Link>
        </Note>
      }
      create={may_create ? { label: t('create'), onCreate: create } : null}
      earlier={(count) => t('earlier', { count })}
    />
  );
}

/** Shows the keys as a part of the institution's preview, for users who manage them. */
export function KeysSection({ id }: { id: number }) {
  const { t } = useTranslation('api-keys');
  const { user_role } = useSessionUser();
  const mayManage = can(user_role, 'institution.keys') !== 'never';
  const { data, error, refetch } = useQuery({
    ...callQuery('apiKeys', { id }),
    enabled: mayManage,
    staleTime: 0,
  });
  if (!mayManage || data?.role_key === null) return null;
  return (
    <Section title={t('title')}>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : <Keys found={data} />}
    </Section>
  );
}
