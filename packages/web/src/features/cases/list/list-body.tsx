/** What stands under a list's bars: the grid or the cards, or why there is none. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { lazy, type Ref, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { CaseCards } from './case-cards.tsx';
import type { GridHandle } from './case-grid.tsx';
import { ListEmpty } from './list-empty.tsx';
import { CardSkeleton, GridSkeleton } from './list-skeleton.tsx';
import { noFilters } from './list-state.ts';
import { hasReport } from './row-acts.tsx';
import { periodFaultWords } from './period.ts';
import type { ListPageModel } from './use-list-page.ts';

const loadGrid = () => import('./case-grid.tsx');
const CaseGrid = lazy(async () => ({ default: (await loadGrid()).CaseGrid }));
/** Fetched beside the first rows, not after them; a phone has cards and never needs it. */
if (window.matchMedia('(min-width: 768px)').matches) loadGrid().catch(() => undefined);

const Notices = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6, padding: '8px 16px' });
const Hint = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 2,
  bottom: 12,
  left: '50%',
  transform: 'translateX(-50%)',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '4px 6px 4px 14px',
  borderRadius: 8,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s4,
  boxShadow: theme.vars.palette.shadow.menu,
}));
const Room = styled('div')({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
});
const Fill = styled('div')({ flex: 1, minHeight: 0 });

export type ListBodyProps = {
  model: ListPageModel;
  narrow: boolean;
  gridRef: Ref<GridHandle>;
  onMenu: (row: CaseRow, anchor: HTMLElement) => void;
};

function Faults({ model }: { model: ListPageModel }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const { fault, onState, list } = model;
  const usual = { from_time: undefined, to_time: undefined, page: undefined };
  const failed = list.error !== null && list.page !== null;
  if (fault === null && !failed) return null;
  return (
    <Notices>
      {fault ? (
        <NoticeBar
          tone="error"
          title={t(`period.fault.${periodFaultWords[fault]}`)}
          actions={
            <Button size="small" onClick={() => onState(usual)}>
              {t('period.reset')}
            </Button>
          }
        />
      ) : null}
      {failed ? (
        <NoticeBar
          tone="warning"
          title={t('hint.list-failed', { time: format.instant('time', list.updatedMs) })}
          actions={
            <Button size="small" onClick={list.refresh}>
              {t('changed.refresh')}
            </Button>
          }
        />
      ) : null}
    </Notices>
  );
}

function Rows({ model, narrow, gridRef, onMenu }: ListBodyProps) {
  const { t } = useTranslation('case-list');
  const { kind, list, rows, view, cursor, selection, trail, onState, sortable, open, run, asked } = model;
  const institutional = kind.name === 'institution_cases';
  const onAct = useCallback(
    (row: CaseRow) => (hasReport(row) ? open(row.case_id) : run('request', row)),
    [open, run],
  );
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
        sort={asked.sort}
        onSort={(sort) => onState({ sort: sort === kind.sort ? undefined : sort, page: undefined })}
        density={view.density}
        current={cursor.current}
        onCurrent={cursor.setCurrent}
        onOpen={(row) => open(row.case_id)}
        onMenu={onMenu}
        onAct={onAct}
        tinted={list.tinted}
        selected={selection.act === null ? null : selection.ids}
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
  const { t } = useTranslation('case-list');
  const { list } = props.model;
  return (
    <Room aria-busy={list.old}>
      <Faults model={props.model} />
      <Fill>
        <Contents {...props} />
      </Fill>
      {list.differs ? (
        <Hint role="status">
          {t('changed')}
          <Button size="small" onClick={list.refresh}>
            {t('changed.refresh')}
          </Button>
        </Hint>
      ) : null}
    </Room>
  );
}
