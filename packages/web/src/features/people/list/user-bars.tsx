/** Shows the bars over the list: views with their counts; search, filters, pages, view settings. */
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { userFlags } from '@rhythmdesk/domain/people/user-fields';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { GroupChip } from '../../../ui/list/group-chip.tsx';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import type { ListPreview } from '../../../ui/list/list-preview.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { everyColumn, usersList } from '../model/user-columns.ts';
import { signInChoices, userViews, type UserState, type UserView } from '../model/user-state.ts';
import type { UserPageModel } from './use-user-page.ts';

type TabsProps = { state: UserState; onChange: QueryChange };

/** A view without users in the caller's scope is hidden, unless the address requests it. */
export function UserTabs({ state, onChange }: TabsProps) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const { data } = useQuery(callQuery('userCounts', {}));
  const { flags, types } = data ?? {};
  const countOf = (view: UserView): number => {
    if (view === 'waiting' || view === 'dormant') return flags?.[view] ?? 0;
    if (view === 'tech_center') return (types?.tech_center ?? 0) + (types?.team ?? 0);
    if (view === 'hospital') return types?.hospital ?? 0;
    return Object.values(types ?? {}).reduce((sum, count) => sum + count, 0);
  };
  const tabs = userViews
    .filter((view) => view === 'all' || view === 'waiting' || view === state.view || countOf(view) > 0)
    .map((value) => ({
      value,
      label: t(`view.${value}`),
      count: data === undefined ? undefined : format.number(countOf(value)),
    }));
  return (
    <PillTabs
      label={t('views')}
      tabs={tabs}
      value={state.view}
      onChange={(view) => onChange({ view: view === 'all' ? undefined : view, page: undefined }, 'push')}
    />
  );
}

export type UserFiltersProps = {
  model: UserPageModel;
  preview: ListPreview;
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
};

function StandingChips({ state, onFilter }: { state: UserState; onFilter: (values: object) => void }) {
  const { t } = useTranslation('users');
  const { signed_in } = state;
  return (
    <>
      {state.view === 'waiting' || state.view === 'dormant' ? null : (
        <ChoiceChip
          name={t('column.flag')}
          options={userFlags.map((value) => ({ value, label: t(`flag.${value}`) }))}
          chosen={state.flag}
          onChange={(flag) => onFilter({ flag })}
        />
      )}
      <ChoiceChip
        name={t('signed-in')}
        options={signInChoices.map((value) => ({ value, label: t(`signed-in.${value}`) }))}
        chosen={signed_in === null ? [] : [signed_in]}
        onChange={(chosen) => onFilter({ signed_in: chosen.find((each) => each !== signed_in) })}
      />
    </>
  );
}

function Choices({ model: { state, change } }: Pick<UserFiltersProps, 'model'>) {
  const { t } = useTranslation('users');
  const { t: word } = useTranslation('words');
  const onFilter = (values: object) => change({ ...values, page: undefined });
  return (
    <>
      <ChoiceChip
        name={t('column.user_role')}
        options={roleKeys.map((value) => ({ value, label: word(`role.${value}`) }))}
        chosen={state.role_key}
        onChange={(role_key) => onFilter({ role_key })}
      />
      <GroupChip
        name={t('column.user_group')}
        chosen={state.user_group_id}
        onChange={(user_group_id) => onFilter({ user_group_id })}
      />
      <StandingChips state={state} onFilter={onFilter} />
    </>
  );
}

export function UserFilters({ model, preview, narrow, searchRef }: UserFiltersProps) {
  const { t } = useTranslation('users');
  const { page: _page, size: _size, ...filter } = model.query;
  return (
    <ListBar
      model={model}
      preview={preview}
      narrow={narrow}
      search={{ label: t('search'), widthPx: 220, ref: searchRef }}
      columns={{
        all: everyColumn,
        usual: usersList.columns,
        fixed: 'name',
        nameOf: (id) => t(`column.${id}`),
      }}
      filename="users.xlsx"
      order={exportOrder('exportUsers', filter)}
    >
      <Choices model={model} />
    </ListBar>
  );
}
