/** `/activities/{user_id}`: what a user did, by kind and period. */
import Button from '@mui/material/Button';
import { activityKinds } from '@rhythmdesk/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type QueryChange, useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { FilterBar } from '../../../ui/list/filter-bar.ts';
import { ListFill, ListRoom } from '../../../ui/list/list-room.ts';
import { CardSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { lastDays, localToday } from '../../../ui/list/period.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { ActivityRows } from './activity-rows.tsx';

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .catch(null);
const schema = z.object({
  kind: z
    .preprocess(
      (value): unknown => (typeof value === 'string' ? [value] : value),
      z.array(z.enum(activityKinds)),
    )
    .catch([]),
  from: date,
  to: date,
  page: z.coerce.number().int().min(1).catch(1),
});
/** An address without a number is about nobody: the server says so. */
const address = z.object({ user_id: z.coerce.number().int().positive().catch(Number.MAX_SAFE_INTEGER) });
type State = z.output<typeof schema>;

const usualDays = 30;
const pageSize = 50;
const dayMs = 86_400_000;

function usePeriod({ from, to }: State) {
  const today = localToday(new Date(useNow()));
  const usual = lastDays(today, usualDays);
  return { today, period: { from: from ?? usual.from, to: to ?? usual.to } };
}

/** Both days of the period count. */
const bounds = ({ from, to }: { from: string; to: string }) => ({
  from_time: new Date(`${from}T00:00:00`).toISOString(),
  to_time: new Date(new Date(`${to}T00:00:00`).getTime() + dayMs).toISOString(),
});

type FiltersProps = { state: State; page: Parameters<typeof Pager>[0]['page']; onChange: QueryChange };

function Filters({ state, page, onChange }: FiltersProps) {
  const { t } = useTranslation('activities');
  const { today, period } = usePeriod(state);
  return (
    <FilterBar>
      <PeriodChip
        name={t('period')}
        period={period}
        today={today}
        onChange={({ from, to }) => onChange({ from, to, page: undefined })}
      />
      <ChoiceChip
        name={t('kind')}
        options={activityKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        chosen={state.kind}
        onChange={(kind) => onChange({ kind, page: undefined })}
      />
      <span className="space" />
      <Pager page={page} onPage={(next) => onChange({ page: next === 1 ? undefined : next }, 'push')} />
    </FilterBar>
  );
}

function useActivities(state: State) {
  const { user_id } = address.parse(useParams({ strict: false }));
  const { period } = usePeriod(state);
  const { kind, page } = state;
  const query = { user_id, kind, page, size: pageSize, ...bounds(period) };
  return useQuery({ ...callQuery('activities', query), placeholderData: keepPreviousData });
}

export function Page() {
  const { t } = useTranslation('activities');
  const { t: lists } = useTranslation('lists');
  const [state, change] = useQueryState(schema);
  const { data, error, refetch, isPlaceholderData } = useActivities(state);
  const none = { kind: undefined, from: undefined, to: undefined, page: undefined };
  return (
    <>
      <PageHeader title={data === undefined ? t('title') : t('title.of', { name: data.user.name })} />
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
              title={t('empty')}
              body={t('empty.body')}
              action={<Button onClick={() => change(none)}>{lists('filters.clear')}</Button>}
            />
          ) : (
            <ActivityRows roomy items={data.items} />
          )}
        </ListFill>
      </ListRoom>
    </>
  );
}
