/**
 * Lists the notifications by time, a hundred at once: time, category, content, and a red N while unread. A click opens
 * that patch, which marks its notifications as read; on the case page they cannot be clicked.
 */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Notification } from '@rhythmdesk/contract/notices';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { Loading } from '../../ui/states/after-delay.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useNow } from '../../ui/use-now.ts';

const PushEntry = lazy(async () => ({ default: (await import('./push-entry.tsx')).PushEntry }));

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 44,
  padding: '4px 6px 4px 14px',
  fontWeight: 600,
  backgroundColor: theme.vars.palette.surface.s4,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));
/** Between head and foot, so that neither covers a row. */
const Scroll = styled('div')({ flex: 1, minHeight: 0, overflowY: 'auto' });
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
  '& time': { fontSize: textSize.small, color: theme.vars.palette.gray },
  '& p': { margin: 0, overflowWrap: 'anywhere', color: theme.vars.palette.text.secondary },
}));
/** Stays in view below, however many notifications there are. */
const Foot = styled('div')(({ theme }) => ({
  flex: 'none',
  backgroundColor: theme.vars.palette.surface.s4,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
}));
const Unread = styled('span')(({ theme }) => ({
  justifySelf: 'end',
  alignSelf: 'start',
  padding: '0 5px',
  borderRadius: 4,
  fontSize: textSize.micro,
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
  const nowMs = useNow();
  return (
    <li>
      <Item type="button" disabled={!clickable || item.patch_id === null} onClick={onOpen}>
        <strong>{t(`category.${item.category}`)}</strong>
        <time dateTime={item.create_time}>{format.moment(item.create_time, nowMs)}</time>
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

type Page = OutputOf<Routes['notifications']>;

/** The page below which older ones are wanted, and the last notification of it. */
type Asked = { readonly before: number; readonly shown: Page };

/** Returns the newest page from the shared cache, with the older pages that were fetched below it. */
function useNotifications() {
  const newest = useQuery(callQuery('notifications', {}));
  const [older, setOlder] = useState<readonly Page[]>([]);
  const pages = newest.data === undefined ? [] : [newest.data, ...older];
  const last = pages.at(-1);
  const next = useMutation({
    mutationFn: ({ before }: Asked) => api.call('notifications', { before }),
    // With a new notification the newest page loses its last one: the page that was shown here keeps it.
    onSuccess: (page, { shown }) => setOlder((now) => [...(now.length === 0 ? [shown] : now), page]),
  });
  const before = last?.items.at(-1)?.id;
  const ids = new Set<number>();
  const items = pages.flatMap((page) => page.items).filter(({ id }) => (ids.has(id) ? false : ids.add(id)));
  return {
    newest,
    items,
    more:
      last?.more === true && before !== undefined ? () => next.mutate({ before, shown: last }) : undefined,
    busy: next.isPending,
    forgetOlder: () => setOlder([]),
  };
}

type HeadLineProps = { unread: number; onReadAll: () => void };

function HeadLine({ unread, onReadAll }: HeadLineProps) {
  const { t } = useTranslation('shell');
  return (
    <Head>
      <span>{unread === 0 ? t('notifications') : t('notifications.unread-items', { count: unread })}</span>
      {unread === 0 ? null : (
        <Button size="small" variant="text" onClick={onReadAll}>
          {t('notifications.read-all')}
        </Button>
      )}
    </Head>
  );
}

function Waiting() {
  return (
    <Loading>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={36} sx={{ margin: '10px 14px' }} />
      ))}
    </Loading>
  );
}

function useReading(forgetOlder: () => void) {
  const cache = useQueryClient();
  const { queryKey } = callQuery('notifications', {});
  const onSuccess = () => {
    forgetOlder();
    return cache.invalidateQueries({ queryKey });
  };
  const one = useMutation({
    mutationFn: (patch_id: number) => api.call('markRead', { patch_id }),
    meta: { faults: 'in-place' },
    onSuccess,
  });
  const all = useMutation({ mutationFn: () => api.call('markAllRead', {}), onSuccess });
  return { one: one.mutate, all: all.mutate };
}

/** Opens the patch of a notification, which marks its notifications as read. */
function useOpening(onOpen: (patch_id: number) => void) {
  const navigate = useNavigate();
  return (patch_id: number | null) => {
    if (patch_id === null) return;
    onOpen(patch_id);
    void navigate({ to: `/detail/${patch_id}` });
  };
}

function None() {
  const { t } = useTranslation('shell');
  return (
    <Typography color="textSecondary" sx={{ padding: '16px 14px' }}>
      {t('notifications.empty')}
    </Typography>
  );
}

export function NotificationList({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { newest, items, more, busy, forgetOlder } = useNotifications();
  const read = useReading(forgetOlder);
  const { data, error, refetch } = newest;
  const open = useOpening((patch_id) => {
    onDone();
    read.one(patch_id);
  });
  return (
    <>
      <HeadLine unread={data?.unread ?? 0} onReadAll={() => read.all()} />
      <Scroll role="group" tabIndex={0} aria-label={t('notifications')}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Waiting />}
        {data?.items.length === 0 ? <None /> : null}
        <List>
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              clickable={!pathname.startsWith('/detail')}
              onOpen={() => open(item.patch_id)}
            />
          ))}
        </List>
        {more === undefined ? null : (
          <Button variant="text" disabled={busy} sx={{ width: '100%', height: 44 }} onClick={more}>
            {t('notifications.older')}
          </Button>
        )}
      </Scroll>
      <Foot>
        <Suspense fallback={null}>
          <PushEntry />
        </Suspense>
        <Button
          component={Link}
          to="/notifications"
          variant="text"
          sx={{ width: '100%', height: 44 }}
          onClick={onDone}
        >
          {t('notifications.all')}
        </Button>
      </Foot>
    </>
  );
}
