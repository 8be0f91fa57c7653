/** The bars over the list: views by type with their counts; search, region, center, pages, view settings. */
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { ColumnMenu } from '../../../ui/list/column-menu.tsx';
import { DensityMenu } from '../../../ui/list/density-menu.tsx';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { FilterBar } from '../../../ui/list/filter-bar.ts';
import { GroupChip } from '../../../ui/list/group-chip.tsx';
import type { ListPreview } from '../../../ui/list/list-preview.tsx';
import type { ListPage } from '../../../ui/list/live-list.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { PreviewToggle } from '../../../ui/list/preview-toggle.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import type { ListView } from '../../../ui/list/use-list-preference.ts';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { columnsFor, institutionList, type ColumnId } from '../model/institution-columns.ts';
import { institutionViews, queryOf, type InstitutionState } from '../model/institution-state.ts';

type TabsProps = { state: InstitutionState; onChange: QueryChange };

/** A type without institutions in the caller's scope has no view, unless the address requests it. */
export function InstitutionTabs({ state, onChange }: TabsProps) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  const { data } = useQuery(callQuery('institutionCounts', {}));
  const types = data?.types ?? {};
  const total = Object.values(types).reduce((sum, count) => sum + count, 0);
  const shown = institutionViews.filter(
    (view) => view === 'all' || view === state.type || (types[view] ?? 0) > 0,
  );
  const tabs = shown.map((value) => ({
    value,
    label: t(`view.${value}`),
    count: data === undefined ? undefined : format.number(value === 'all' ? total : (types[value] ?? 0)),
  }));
  return (
    <PillTabs
      label={t('views')}
      tabs={tabs}
      value={state.type}
      onChange={(type) => onChange({ type: type === 'all' ? undefined : type, page: undefined }, 'push')}
    />
  );
}

export type InstitutionFiltersProps = {
  state: InstitutionState;
  page: ListPage<unknown> | null;
  view: ListView<ColumnId>;
  preview: ListPreview;
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
  onChange: QueryChange;
  onView: (change: Partial<ListView<ColumnId>>) => void;
};

function Choices({ state, onChange }: Pick<InstitutionFiltersProps, 'state' | 'onChange'>) {
  const { t } = useTranslation('institutions');
  const { data: counts } = useQuery(callQuery('institutionCounts', {}));
  const filter = (values: Readonly<Record<string, unknown>>) => onChange({ ...values, page: undefined });
  return (
    <>
      <ChoiceChip
        name={t('column.region')}
        options={counts?.regions.map((region) => ({ value: region, label: region }))}
        chosen={state.region}
        onChange={(region) => filter({ region })}
      />
      <GroupChip
        name={t('column.tech_center')}
        types={['tech_center']}
        chosen={state.tech_center_id}
        onChange={(tech_center_id) => filter({ tech_center_id })}
      />
    </>
  );
}

function Arrange({ state, view, preview, onView }: Omit<InstitutionFiltersProps, 'searchRef'>) {
  const { t } = useTranslation('institutions');
  const { user_role } = useSessionUser();
  const { page: _page, size: _size, ...filter } = queryOf(state);
  return (
    <>
      <DensityMenu density={view.density} onChange={(density) => onView({ density })} />
      <ColumnMenu
        columns={view.columns}
        all={columnsFor(user_role)}
        usual={institutionList(user_role).columns}
        fixed="name"
        nameOf={(id) => t(`column.${id}`)}
        onChange={(columns) => onView({ columns })}
      />
      <ExportButton filename="institutions.xlsx" order={exportOrder('exportInstitutions', filter)} />
      <PreviewToggle shown={preview.shown} onToggle={preview.toggle} />
    </>
  );
}

export function InstitutionFilters(props: InstitutionFiltersProps) {
  const { t } = useTranslation('institutions');
  const { state, page, narrow, searchRef, onChange } = props;
  return (
    <FilterBar>
      <span className="search">
        <SearchField
          label={t('search')}
          value={state.q}
          onChange={(q) => onChange({ q: q === '' ? undefined : q, page: undefined })}
          inputRef={searchRef}
          wide={narrow}
          width={288}
        />
      </span>
      <Choices state={state} onChange={onChange} />
      <span className="space" />
      <Pager page={page} onPage={(next) => onChange({ page: next === 1 ? undefined : next }, 'push')} />
      {narrow ? null : <Arrange {...props} />}
    </FilterBar>
  );
}
