/** Shows the content below a list's bars: the grid or the cards, or why there is none. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { lazy, type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ListRows } from '../../../ui/list/list-page.tsx';
import { CaseCards } from './case-cards.tsx';
import type { GridHandle } from '../../../ui/list/list-grid.tsx';
import { ListEmpty } from './list-empty.tsx';
import { noFilters, sortInView, usualSort } from '../model/list-state.ts';
import { hasReport } from './row-acts.tsx';
import type { ListPageModel } from './use-list-page.ts';

const loadGrid = () => import('./case-grid.tsx');
const CaseGrid = lazy(async () => ({ default: (await loadGrid()).CaseGrid }));
/** Fetched in parallel with the first rows, not after them; a phone shows cards and never needs it. */
if (window.matchMedia('(min-width: 768px)').matches) loadGrid().catch(() => undefined);

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
  );
}

function Empty({ model }: Pick<ListBodyProps, 'model'>) {
  const { state, counts, onState, takeNext } = model;
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

const usualPeriod = { from_time: undefined, to_time: undefined, page: undefined };

export function ListBody(props: ListBodyProps) {
  const { model, narrow } = props;
  const { list, fault, onState } = model;
  return (
    <ListRows
      list={list}
      fault={fault}
      onUsualPeriod={() => onState(usualPeriod)}
      narrow={narrow}
      empty={<Empty model={model} />}
    >
      <Rows {...props} />
    </ListRows>
  );
}
