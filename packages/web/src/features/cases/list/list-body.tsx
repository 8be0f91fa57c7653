/** The content below a list's bars: the grid or the cards, or why there is none. */
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { lazy, type Ref, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangedHint, ListNotices } from '../../../ui/list/list-notices.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { CaseCards } from './case-cards.tsx';
import type { GridHandle } from '../../../ui/list/list-grid.tsx';
import { ListRoom } from '../../../ui/list/list-room.ts';
import { ListEmpty } from './list-empty.tsx';
import { CardSkeleton, GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { noFilters, sortInView, usualSort } from '../model/list-state.ts';
import { hasReport } from './row-acts.tsx';
import type { ListPageModel } from './use-list-page.ts';

const loadGrid = () => import('./case-grid.tsx');
const CaseGrid = lazy(async () => ({ default: (await loadGrid()).CaseGrid }));
/** Fetched in parallel with the first rows, not after them; a phone shows cards and never needs it. */
if (window.matchMedia('(min-width: 768px)').matches) loadGrid().catch(() => undefined);

const Fill = styled('div')({ flex: 1, minHeight: 0 });

export type ListBodyProps = {
  model: ListPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onMenu: (row: CaseRow, anchor: HTMLElement) => void;
};

function Rows({ model, narrow, gridRef, onMenu }: ListBodyProps) {
  const { t } = useTranslation('case-list');
  const { kind, state, list, rows, view, cursor, selection, trail, onState, sortable, open, run, query } =
    model;
  const institutional = kind.name === 'institution_cases';
  const onAct = useCallback(
    (row: CaseRow) => (hasReport(row) ? open(row.case_id) : run('request', row)),
    [open, run],
  );
  const onSort = (chosen: string | undefined): void => {
    const sort = sortInView(state.view, chosen);
    onState({ sort: sort === usualSort(state.view, kind) ? undefined : sort, page: undefined });
  };
  if (narrow) return <CaseCards rows={rows} trail={trail} tinted={list.tinted} onMenu={onMenu} />;
  return (
    <Suspense fallback={<GridSkeleton />}>
      <CaseGrid
        ref={gridRef}
        label={t('grid')}
        rows={rows}
        columns={view.columns}
        sortable={sortable}
        trail={trail}
        institutional={institutional}
        sort={query.sort}
        onSort={onSort}
        density={view.density}
        current={cursor.current}
        onCurrent={cursor.setCurrent}
        onOpen={(row) => open(row.case_id)}
        onMenu={onMenu}
        onAct={onAct}
        tinted={list.tinted}
        selected={selection.acts.length === 0 ? null : selection.ids}
        onSelect={selection.set}
        place={cursor.place}
      />
    </Suspense>
  );
}

function Contents(props: ListBodyProps) {
  const { model, narrow } = props;
  const { list, state, counts, onState, takeNext, fault } = model;
  if (fault !== null) return null;
  if (list.page === null) {
    if (list.error) return <ErrorState error={list.error} onRetry={list.refresh} />;
    return narrow ? <CardSkeleton /> : <GridSkeleton />;
  }
  if (list.page.items.length === 0) {
    return (
      <ListEmpty
        state={state}
        waiting={counts?.unassigned}
        takeNext={takeNext}
        onClear={() => onState(noFilters)}
        onAll={() => onState({ ...noFilters, view: undefined, status: undefined })}
      />
    );
  }
  return <Rows {...props} />;
}

export function ListBody(props: ListBodyProps) {
  const { list, fault, onState } = props.model;
  const usual = { from_time: undefined, to_time: undefined, page: undefined };
  return (
    <ListRoom aria-busy={list.old}>
      <ListNotices
        fault={fault}
        failed={list.error !== null && list.page !== null}
        updatedMs={list.updatedMs}
        onUsualPeriod={() => onState(usual)}
        onRefresh={list.refresh}
      />
      <Fill>
        <Contents {...props} />
      </Fill>
      {list.differs ? <ChangedHint onRefresh={list.refresh} /> : null}
    </ListRoom>
  );
}
