/** Shows the bars over the list: views by type with their counts; search, region, center, pages, view settings. */
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { GroupChip } from '../../../ui/list/group-chip.tsx';
import type { ListPreview } from '../../../ui/list/list-preview.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { columnsFor, institutionList } from '../model/institution-columns.ts';
import { institutionViews, type InstitutionState } from '../model/institution-state.ts';
import type { InstitutionPageModel } from './use-institution-page.ts';

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
  model: InstitutionPageModel;
  preview: ListPreview;
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
};

function Choices({ model: { state, change } }: Pick<InstitutionFiltersProps, 'model'>) {
  const { t } = useTranslation('institutions');
  const { data: counts } = useQuery(callQuery('institutionCounts', {}));
  const filter = (values: Readonly<Record<string, unknown>>) => change({ ...values, page: undefined });
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

export function InstitutionFilters({ model, preview, narrow, searchRef }: InstitutionFiltersProps) {
  const { t } = useTranslation('institutions');
  const { user_role } = useSessionUser();
  const { page: _page, size: _size, ...filter } = model.query;
  return (
    <ListBar
      model={model}
      preview={preview}
      narrow={narrow}
      search={{ label: t('search'), widthPx: 288, ref: searchRef }}
      columns={{
        all: columnsFor(user_role),
        usual: institutionList(user_role).columns,
        fixed: 'name',
        nameOf: (id) => t(`column.${id}`),
      }}
      filename="institutions.xlsx"
      order={exportOrder('exportInstitutions', filter)}
    >
      <Choices model={model} />
    </ListBar>
  );
}
