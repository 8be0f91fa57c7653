/** Shows `/activities/{user_id}`: a user's activities, by kind and period. */
import Button from '@mui/material/Button';
import { activityKinds } from '@rhythmdesk/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';
import { type QueryChange, useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { datedPageFields, datedPageSize, localBounds, useShownPeriod } from '../../../ui/list/dated-page.ts';
import { FilterBar } from '../../../ui/list/filter-bar.ts';
import { ListFill, ListRoom } from '../../../ui/list/list-room.ts';
import { CardSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ActivityRows } from './activity-rows.tsx';

const schema = z.object({
  kind: many(z.enum(activityKinds)),
  ...datedPageFields,
});
/** An address without a number matches no user: the server answers so. */
const address = z.object({ user_id: z.coerce.number().int().positive().catch(Number.MAX_SAFE_INTEGER) });
type State = z.output<typeof schema>;

type FiltersProps = { state: State; page: Parameters<typeof Pager>[0]['page']; onChange: QueryChange };

function Filters({ state, page, onChange }: FiltersProps) {
  const { t } = useTranslation('activities');
  const { today, period } = useShownPeriod(state);
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
      <Pager page={page} onPage={(next, how) => onChange({ page: next === 1 ? undefined : next }, how)} />
    </FilterBar>
  );
}

function useActivities(state: State) {
  const { user_id } = address.parse(useParams({ strict: false }));
  const { period } = useShownPeriod(state);
  const { kind, page } = state;
  const query = { user_id, kind, page, size: datedPageSize, ...localBounds(period) };
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
