/**
 * The newest notifications: time, category, content, and a red N while unread. A click opens that patch, which
 * reads its items; on the case page they are not clickable.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Notification } from '@rhythmdesk/contract/notices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { Loading } from '../../ui/states/after-delay.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';

const Head = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  padding: '10px 14px',
  fontWeight: 600,
  backgroundColor: theme.vars.palette.surface.s4,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));
const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });
const Item = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gap: '2px 12px',
  width: '100%',
  padding: '8px 14px',
  border: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  font: 'inherit',
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  background: 'none',
  '&:enabled': { cursor: 'pointer' },
  '&:enabled:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& strong': { fontWeight: 600 },
  '& time': { fontSize: '.75rem', color: theme.vars.palette.gray },
  '& p': { margin: 0, overflowWrap: 'anywhere', color: theme.vars.palette.text.secondary },
}));
const Unread = styled('span')(({ theme }) => ({
  justifySelf: 'end',
  alignSelf: 'start',
  padding: '0 5px',
  borderRadius: 4,
  fontSize: '.6875rem',
  lineHeight: '16px',
  fontWeight: 600,
  color: theme.vars.palette.error.contrastText,
  backgroundColor: theme.vars.palette.error.main,
}));

type RowProps = { item: Notification; clickable: boolean; onOpen: () => void };

function Row({ item, clickable, onOpen }: RowProps) {
  const { t } = useTranslation('shell');
  const { t: frame } = useTranslation('dialogs');
  const format = useFormat();
  return (
    <li>
      <Item type="button" disabled={!clickable || item.patch_id === null} onClick={onOpen}>
        <strong>{t(`category.${item.category}`)}</strong>
        <time dateTime={item.create_time}>{format.stamp(item.create_time)}</time>
        <p>{item.content}</p>
        {item.status === 'N' ? (
          <Unread role="img" aria-label={frame('unread')}>
            N
          </Unread>
        ) : null}
      </Item>
    </li>
  );
}

export function NotificationList({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const query = callQuery('notifications', {});
  const { data, error, refetch } = useQuery(query);
  const read = useMutation({
    mutationFn: (patch_id: number) => api.call('markRead', { patch_id }),
    meta: { faults: 'in-place' },
    onSuccess: () => cache.invalidateQueries({ queryKey: query.queryKey }),
  });
  const open = (patch_id: number | null) => {
    if (patch_id === null) return;
    onDone();
    read.mutate(patch_id);
    void navigate({ to: `/detail/${patch_id}` });
  };
  return (
    <>
      <Head>{t('notifications')}</Head>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : (
        <Loading>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={36} sx={{ margin: '10px 14px' }} />
          ))}
        </Loading>
      )}
      {data?.items.length === 0 ? (
        <Typography color="textSecondary" sx={{ padding: '16px 14px' }}>
          {t('notifications.empty')}
        </Typography>
      ) : null}
      <List>
        {data?.items.map((item) => (
          <Row
            key={item.id}
            item={item}
            clickable={!pathname.startsWith('/detail')}
            onOpen={() => open(item.patch_id)}
          />
        ))}
      </List>
    </>
  );
}
