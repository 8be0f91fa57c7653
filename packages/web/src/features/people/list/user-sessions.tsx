/** Lists a user's sessions as seen by an administrator above them, who may end them. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Session } from '@rhythmdesk/contract/sessions';
import type { User } from '@rhythmdesk/contract/users';
import { DesktopIcon } from '@phosphor-icons/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Section } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useDeviceName } from '../account/sessions-section.tsx';

const Rows = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: '0 0 8px',
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'center', gap: 12 },
  '& li > svg': { flex: 'none', color: theme.vars.palette.text.secondary },
  '& li > div': { flex: 1, minWidth: 0 },
  '& .facts': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

function useEnding(id: number) {
  const cache = useQueryClient();
  return useMutation({
    meta: { about: 'user' },
    mutationFn: (session_id: number | null) =>
      api.call('endUserSessions', { id, ...(session_id === null ? {} : { session_id }) }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['userSessions', { id }] }),
  });
}

export function UserSessions({ user: { id } }: { user: Pick<User, 'id'> }) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation('users');
  const format = useFormat();
  const nowMs = useNow();
  const deviceOf = useDeviceName();
  const { data } = useQuery(callQuery('userSessions', { id }));
  const { mutate, isPending } = useEnding(id);
  if (data === undefined) return null;
  const line = ({ address, last_seen_at }: Session) =>
    [address, format.moment(last_seen_at, nowMs)].filter((part) => part !== '').join(' · ');
  return (
    <Section title={words('sessions')} note={format.number(data.items.length)}>
      {data.items.length === 0 ? words('sessions.none') : null}
      <Rows>
        {data.items.map((session) => (
          <li key={session.session_id}>
            <DesktopIcon size={16} aria-hidden="true" />
            <div>
              <div>{deviceOf(session)}</div>
              <div className="facts">{line(session)}</div>
            </div>
            <Button
              size="small"
              disabled={isPending}
              aria-label={t('end-one', { device: deviceOf(session) })}
              onClick={() => mutate(session.session_id)}
            >
              {t('end')}
            </Button>
          </li>
        ))}
      </Rows>
      {data.items.length < 2 ? null : (
        <Button size="small" variant="text" disabled={isPending} onClick={() => mutate(null)}>
          {words('sessions.end-all')}
        </Button>
      )}
    </Section>
  );
}
