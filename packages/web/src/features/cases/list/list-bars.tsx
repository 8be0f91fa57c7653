/** Shows the two bars over a list: its title, views and primary action; its search, filters and view settings. */
import type { CaseView } from '@rhythmdesk/contract/cases';
import { can } from '@rhythmdesk/domain/people/can';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { ColumnMenu } from '../../../ui/list/column-menu.tsx';
import { DensityMenu } from '../../../ui/list/density-menu.tsx';
import { type CaseColumnId, columnsFor } from '../model/column-table.ts';
import { FilterBar } from '../../../ui/list/filter-bar.ts';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { FilterChips } from './filter-chips.tsx';
import type { ListKind } from '../model/list-kinds.ts';
import { type ListQuery, type ListState, caseListPeriodOf, usesPeriod } from '../model/list-state.ts';
import type { ListPage } from '../../../ui/list/live-list.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { SavedViewsMenu } from './saved-views-menu.tsx';
import { changeToView, viewText } from '../model/saved-view.ts';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { usePageLocation } from '../../../platform/address/use-page-location.ts';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { PreviewToggle } from '../../../ui/list/preview-toggle.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import type { ListView } from '../../../ui/list/use-list-preference.ts';

/** `open`: the count of `all` in a list that by default shows the open cases only. */
type ViewCounts = Partial<Record<CaseView | 'open', number>> | undefined;

type ViewTabsProps = { kind: ListKind; view: CaseView; counts: ViewCounts; onView: (view: CaseView) => void };

export function ViewTabs({ kind, view, counts, onView }: ViewTabsProps) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const tabs = kind.views.map((value) => {
    const count = value === 'all' && kind.openOnly ? counts?.open : counts?.[value];
    return {
      value,
      label: t(`view.${value}`),
      count: count === undefined ? undefined : format.number(count),
      alarm: value === 'overdue' && (count ?? 0) > 0,
    };
  });
  return (
    <PillTabs
      label={t('views')}
      tabs={tabs}
      value={kind.views.includes(view) ? view : 'all'}
      onChange={onView}
    />
  );
}

export type FilterRowProps = {
  kind: ListKind;
  state: ListState;
  query: ListQuery;
  today: string;
  oneInstitution: boolean;
  page: ListPage<unknown> | null;
  view: ListView<CaseColumnId>;
  searchRef: Ref<HTMLInputElement>;
  /** Replaces search and filters while rows are selected. */
  selection: ReactNode;
  preview: { readonly shown: boolean; readonly toggle: () => void };
  before?: ReactNode;
  onState: QueryChange;
  onView: (change: Partial<ListView<CaseColumnId>>) => void;
};

/** Exports all filtered rows, regardless of the page. */
function ListExport({ query, today }: { query: ListQuery; today: string }) {
  const { page: _page, size: _size, ...filter } = query;
  return <ExportButton filename={`patches-${today}.xlsx`} order={exportOrder('exportCases', filter)} />;
}

type ArrangeProps = Pick<
  FilterRowProps,
  'kind' | 'query' | 'today' | 'view' | 'preview' | 'onView' | 'onState'
>;

function Arrange({ kind, query, today, view, preview, onView, onState }: ArrangeProps) {
  const { t } = useTranslation('case-list');
  const { searchStr } = usePageLocation();
  const { user_role } = useSessionUser();
  return (
    <>
      <SavedViewsMenu
        list={kind.name}
        current={viewText(searchStr)}
        onView={(search) => onState(changeToView(search), 'push')}
      />
      <DensityMenu density={view.density} onChange={(density) => onView({ density })} />
      <ColumnMenu
        columns={view.columns}
        all={columnsFor(user_role)}
        usual={kind.columns}
        fixed="hn_id"
        nameOf={(id) => t(`column.${id}`)}
        onChange={(columns) => onView({ columns })}
      />
      {can(user_role, 'case.export') === 'never' ? null : <ListExport query={query} today={today} />}
      <PreviewToggle shown={preview.shown} onToggle={preview.toggle} />
    </>
  );
}

export function FilterRow(props: FilterRowProps) {
  const { t } = useTranslation('case-list');
  const { kind, state, today, page, onState, selection } = props;
  return (
    <FilterBar>
      {props.before}
      {selection ?? (
        <>
          <SearchField
            label={t('search')}
            value={state.q}
            onChange={(q) => onState({ q: q === '' ? undefined : q, page: undefined })}
            inputRef={props.searchRef}
          />
          {usesPeriod(state) ? (
            <PeriodChip
              name={t('period')}
              key={`${state.from_time ?? ''} ${state.to_time ?? ''}`}
              period={caseListPeriodOf(state, today)}
              today={today}
              onChange={({ from, to }) => onState({ from_time: from, to_time: to, page: undefined })}
            />
          ) : null}
          <FilterChips state={state} kind={kind} oneInstitution={props.oneInstitution} onChange={onState} />
        </>
      )}
      <span className="space" />
      <Pager page={page} onPage={(next) => onState({ page: next === 1 ? undefined : next })} />
      <Arrange {...props} />
    </FilterBar>
  );
}
