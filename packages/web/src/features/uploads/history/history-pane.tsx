/** Lists every upload in the caller's scope: the server searches, filters, sorts and pages; live. */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled, type Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type UIEvent, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryState, type QueryChange } from '../../../platform/address/use-query-state.ts';
import { keepScroll, type ListPlace } from '../../../ui/list/list-place.ts';
import { ChangedHint, ListNotices } from '../../../ui/list/list-notices.tsx';
import { localToday, periodFault } from '../../../ui/list/period.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ListRoom } from '../../../ui/list/list-room.ts';
import { useNow } from '../../../ui/use-now.ts';
import { HistoryCards } from './history-cards.tsx';
import { HistoryFilters } from './history-filters.tsx';
import {
  historyQueryOf,
  historySchema,
  type HistoryState,
  isFiltered,
  noFilters,
  noHistory,
  historyPeriodOf,
  usesPeriod,
} from './history-state.ts';
import { HistoryTable } from './history-table.tsx';
import { useHistory, useRowKeys } from './use-history.ts';

const Body = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto' });
const noRows = [] as const;

function Waiting() {
  return (
    <Loading>
      {Array.from({ length: 12 }, (_, at) => (
        <div key={at} style={{ padding: '11px 16px' }}>
          <Skeleton variant="rounded" height={16} />
        </div>
      ))}
    </Loading>
  );
}

function HistoryEmpty({ state, onChange }: { state: HistoryState; onChange: QueryChange }) {
  const { t } = useTranslation('uploads');
  const { t: lists } = useTranslation('lists');
  if (isFiltered(state)) {
    return (
      <EmptyState
        title={t('history.none-found')}
        body={t('history.none-found-body')}
        action={<Button onClick={() => onChange(noFilters)}>{lists('filters.clear')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t('history.empty')}
      body={t('history.empty-body')}
      action={
        <Button onClick={() => onChange({ ...noHistory, tab: undefined }, 'push')}>
          {t('history.empty-act')}
        </Button>
      }
    />
  );
}

/** Restores the scroll position once the rows are shown. */
function useScrolled(place: ListPlace) {
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => keepScroll(place, currentTarget.scrollTop);
  const ref = useCallback(
    (body: HTMLElement | null) => {
      body?.scrollTo({ top: place.top });
    },
    [place],
  );
  return { ref, onScroll };
}

/** Returns the state of the pane: its address, query, rows and current row. */
function useHistoryPane() {
  const [state, change] = useQueryState(historySchema);
  const nowMs = useNow();
  const today = localToday(new Date(nowMs));
  const query = useMemo(() => historyQueryOf(state, today), [state, today]);
  const fault = usesPeriod(state) ? periodFault(historyPeriodOf(state, today)) : null;
  const list = useHistory(query, fault === null);
  const rows = list.page?.items ?? noRows;
  return { state, change, nowMs, today, fault, list, rows, ...useRowKeys(rows) };
}

type ContentsProps = {
  readonly model: ReturnType<typeof useHistoryPane>;
  readonly several: boolean;
  readonly narrow: boolean;
};

function UploadRows({ model, several, narrow }: ContentsProps) {
  const { t } = useTranslation('uploads');
  const { state, change, nowMs, fault, list, rows, place, current } = model;
  const scrolled = useScrolled(place);
  if (fault !== null) return null;
  if (list.page === null) {
    return list.error ? <ErrorState error={list.error} onRetry={list.refresh} /> : <Waiting />;
  }
  if (rows.length === 0) return <HistoryEmpty state={state} onChange={change} />;
  const shown = { rows, several, current, nowMs, tinted: list.tinted };
  return (
    <Body tabIndex={0} role="region" aria-label={t('tab.history')} {...scrolled}>
      {narrow ? (
        <HistoryCards {...shown} />
      ) : (
        <HistoryTable
          {...shown}
          sort={state.sort}
          onSort={(sort) => change({ sort, page: undefined }, 'push')}
        />
      )}
    </Body>
  );
}

export function HistoryPane({ several }: { several: boolean }) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const model = useHistoryPane();
  const { state, change, today, fault, list } = model;
  const usual = { from_time: undefined, to_time: undefined, page: undefined };
  return (
    <>
      <HistoryFilters
        state={state}
        page={list.page}
        today={today}
        several={several}
        narrow={narrow}
        onChange={change}
      />
      <ListRoom aria-busy={list.old}>
        <ListNotices
          fault={fault}
          failed={list.error !== null && list.page !== null}
          updatedMs={list.updatedMs}
          onUsualPeriod={() => change(usual)}
          onRefresh={list.refresh}
        />
        <UploadRows model={model} several={several} narrow={narrow} />
        {list.differs ? <ChangedHint onRefresh={list.refresh} /> : null}
      </ListRoom>
    </>
  );
}
