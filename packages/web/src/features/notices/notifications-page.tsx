/**
 * Shows `/notifications`: the user's notifications by category, period and whether they were read; a click opens the
 * patch.
 */
import Button from '@mui/material/Button';
import { notificationCategories } from '@rhythmdesk/domain/notice/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { many } from '../../platform/address/many.ts';
import { type QueryChange, useQueryState } from '../../platform/address/use-query-state.ts';
import { api } from '../../platform/client/api.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../platform/live/use-live-event.ts';
import { ChoiceChip } from '../../ui/list/choice-chip.tsx';
import { datedPageFields, datedPageSize, localBounds, useShownPeriod } from '../../ui/list/dated-page.ts';
import { FilterBar } from '../../ui/list/filter-bar.ts';
import { ListFill, ListRoom } from '../../ui/list/list-room.ts';
import { CardSkeleton } from '../../ui/list/list-skeleton.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { PeriodChip } from '../../ui/list/period-chip.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NotificationRows } from './panels/notification-rows.tsx';

const schema = z.object({
  category: many(z.enum(notificationCategories)),
  unread: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  ...datedPageFields,
});
type State = z.output<typeof schema>;

type FiltersProps = { state: State; page: Parameters<typeof Pager>[0]['page']; onChange: QueryChange };

function Filters({ state, page, onChange }: FiltersProps) {
  const { t } = useTranslation('notification-settings');
  const { t: shell } = useTranslation('shell');
  const { today, period } = useShownPeriod(state);
  return (
    <FilterBar>
      <PeriodChip
        name={t('page.came')}
        period={period}
        today={today}
        onChange={({ from, to }) => onChange({ from, to, page: undefined })}
      />
      <ChoiceChip
        name={t('kind')}
        options={notificationCategories.map((value) => ({ value, label: shell(`category.${value}`) }))}
        chosen={state.category}
        onChange={(category) => onChange({ category, page: undefined })}
      />
      <Button
        size="small"
        aria-pressed={state.unread}
        variant={state.unread ? 'contained' : 'outlined'}
        onClick={() => onChange({ unread: state.unread ? undefined : true, page: undefined })}
      >
        {t('page.unread')}
      </Button>
      <span className="space" />
      <Pager page={page} onPage={(next, how) => onChange({ page: next === 1 ? undefined : next }, how)} />
    </FilterBar>
  );
}

function useNotificationPage(state: State) {
  const cache = useQueryClient();
  const { period } = useShownPeriod(state);
  const { category, unread, page } = state;
  const query = callQuery('notificationPage', {
    ...{ category, unread, page, size: datedPageSize },
    ...localBounds(period),
  });
  const [name] = query.queryKey;
  useLiveEvent(({ type }) => {
    if (type === 'notification' || type === 'badge') void cache.invalidateQueries({ queryKey: [name] });
  });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

/** The bell's count updates by the live event that the server sends after each reading. */
function useReading() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const onSettled = () =>
    Promise.all(
      (['notifications', 'notificationPage'] as const).map((name) =>
        cache.invalidateQueries({ queryKey: [name] }),
      ),
    );
  const one = useMutation({
    mutationFn: (patch_id: number) => api.call('markRead', { patch_id }),
    meta: { faults: 'in-place' },
    onSettled,
  });
  const all = useMutation({ mutationFn: () => api.call('markAllRead', {}), onSettled });
  const open = (patch_id: number) => {
    one.mutate(patch_id);
    void navigate({ to: `/detail/${String(patch_id)}` });
  };
  return { open, readAll: () => all.mutate() };
}

export function Page() {
  const { t } = useTranslation('notification-settings');
  const { t: lists } = useTranslation('lists');
  const [state, change] = useQueryState(schema);
  const { data, error, refetch, isPlaceholderData } = useNotificationPage(state);
  const { open, readAll } = useReading();
  const none = {
    ...{ category: undefined, unread: undefined },
    from: undefined,
    to: undefined,
    page: undefined,
  };
  const hasUnread = data?.items.some(({ status }) => status === 'N') === true;
  return (
    <>
      <PageHeader
        title={t('page.title')}
        actions={
          <>
            <Button component={Link} to="/account">
              {t('title')}
            </Button>
            {hasUnread ? <Button onClick={readAll}>{t('page.read-all')}</Button> : null}
          </>
        }
      />
      <Filters state={state} page={data ?? null} onChange={change} />
      <ListRoom aria-busy={isPlaceholderData}>
        <ListFill>
          {data === undefined ? (
            error === null ? (
              <CardSkeleton />
            ) : (
              <ErrorState error={error} onRetry={() => void refetch()} />
            )
          ) : data.items.length === 0 ? (
            <EmptyState
              title={t('page.empty')}
              body={t('page.empty-body')}
              action={<Button onClick={() => change(none)}>{lists('filters.clear')}</Button>}
            />
          ) : (
            <NotificationRows items={data.items} onOpen={open} />
          )}
        </ListFill>
      </ListRoom>
    </>
  );
}
