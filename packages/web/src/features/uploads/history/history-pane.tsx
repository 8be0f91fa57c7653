/** Every upload ever made in the caller's scope: searched, filtered, paged at the server, live. */
import { styled } from '@mui/material/styles';
import Skeleton from '@mui/material/Skeleton';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { historyAddress, historySize } from './history-address.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryTable } from './history-table.tsx';

const Body = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto' });

function Waiting() {
  return (
    <Loading>
      {Array.from({ length: 12 }, (_, at) => (
        <div key={at} style={{ padding: '11px 24px' }}>
          <Skeleton variant="rounded" height={16} />
        </div>
      ))}
    </Loading>
  );
}

/** `J`, `K` move, Enter opens; the mark goes with the page that it was set on. */
function useRowKeys(caseIds: readonly (number | null)[]): number {
  const { t } = useTranslation('uploads');
  const navigate = useNavigate();
  const [current, setCurrent] = useState(-1);
  const at = Math.min(current, caseIds.length - 1);
  const open = () => {
    const case_id = caseIds[at] ?? null;
    if (case_id !== null) void navigate({ to: `/detail/${String(case_id)}` });
  };
  useShortcuts([
    { keys: ['J'], label: t('key.next'), group: 'page', footer: true, run: () => setCurrent(at + 1) },
    { keys: ['K'], label: t('key.previous'), group: 'page', run: () => setCurrent(Math.max(0, at - 1)) },
    { keys: ['⏎'], label: t('key.open'), group: 'page', footer: true, run: open },
  ]);
  return at;
}

export function HistoryPane({ several }: { several: boolean }) {
  const { t } = useTranslation('uploads');
  const [filter, change] = useQueryState(historyAddress);
  const cache = useQueryClient();
  const { page, q, state } = filter;
  const query = callQuery('uploadHistory', {
    page,
    size: historySize,
    ...(q ? { q } : {}),
    ...(state ? { state } : {}),
  });
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    meta: { faults: 'mine' },
  });
  const current = useRowKeys((data?.items ?? []).map(({ case_id }) => case_id));
  useLiveEvent((event) => {
    if (event.type === 'upload') void cache.invalidateQueries({ queryKey: ['uploadHistory'] });
  });
  const isFiltered = q !== '' || state !== undefined;
  const empty = isFiltered
    ? { title: t('history.none-found'), body: t('history.none-found-body') }
    : { title: t('history.empty'), body: t('history.empty-body') };
  return (
    <>
      <HistoryFilters filter={filter} total={data?.total} onChange={change} />
      <Body tabIndex={0} role="region" aria-label={t('tab.history')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <Waiting /> : null}
        {data?.items.length === 0 ? <EmptyState {...empty} /> : null}
        {data && data.items.length > 0 ? (
          <HistoryTable rows={data.items} several={several} current={current} nowMs={dataUpdatedAt} />
        ) : null}
      </Body>
    </>
  );
}
