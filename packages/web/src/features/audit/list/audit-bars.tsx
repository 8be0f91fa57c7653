/** The bars over the audit log: its views; search, period, kind, pages, view settings. */
import type { Ref } from 'react';
import { auditViews } from '@rhythmdesk/contract/audit';
import { auditKinds } from '@rhythmdesk/domain/audit/acts';
import { useTranslation } from 'react-i18next';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { ColumnMenu } from '../../../ui/list/column-menu.tsx';
import { DensityMenu } from '../../../ui/list/density-menu.tsx';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { FilterBar } from '../../../ui/list/filter-bar.ts';
import type { ListPreview } from '../../../ui/list/list-preview.tsx';
import type { ListPage } from '../../../ui/list/live-list.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { PreviewToggle } from '../../../ui/list/preview-toggle.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import type { ListView } from '../../../ui/list/use-list-preference.ts';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { auditList, everyColumn, type ColumnId } from '../model/audit-columns.ts';
import { periodOf, queryOf, type AuditState } from '../model/audit-state.ts';

type TabsProps = { state: AuditState; onChange: QueryChange };

export function AuditTabs({ state, onChange }: TabsProps) {
  const { t } = useTranslation('audit');
  const tabs = auditViews.map((value) => ({ value, label: t(`view.${value}`) }));
  return (
    <PillTabs
      label={t('views')}
      tabs={tabs}
      value={state.view}
      onChange={(view) => onChange({ view: view === 'all' ? undefined : view, page: undefined }, 'push')}
    />
  );
}

export type AuditFiltersProps = {
  state: AuditState;
  today: string;
  page: ListPage<unknown> | null;
  view: ListView<ColumnId>;
  preview: ListPreview;
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
  onChange: QueryChange;
  onView: (change: Partial<ListView<ColumnId>>) => void;
};

/** The restrictions that a row's menu added, each with a button to remove it. */
function Narrowed({ state, onChange }: Pick<AuditFiltersProps, 'state' | 'onChange'>) {
  const { t } = useTranslation('audit');
  const chips = [
    { name: t('column.request'), value: state.request_id, clear: { request_id: undefined } },
    { name: t('column.case'), value: state.case_id, clear: { case_id: undefined } },
    { name: t('column.user'), value: state.user_id, clear: { user_id: undefined } },
    {
      name: t('column.patient'),
      value: state.patient_id,
      clear: { patient_id: undefined, hospital_id: undefined },
    },
  ];
  return chips.flatMap(({ name, value, clear }) =>
    value === undefined
      ? []
      : [
          <FilterChip
            key={name}
            name={name}
            value={String(value)}
            onOpen={() => undefined}
            onRemove={() => onChange({ ...clear, page: undefined })}
          />,
        ],
  );
}

function Choices({ state, today, onChange }: Pick<AuditFiltersProps, 'state' | 'today' | 'onChange'>) {
  const { t } = useTranslation('audit');
  const period = periodOf(state, today);
  return (
    <>
      {period === null ? null : (
        <PeriodChip
          name={t('period')}
          period={period}
          today={today}
          onChange={({ from, to }) => onChange({ from_time: from, to_time: to, page: undefined })}
        />
      )}
      <ChoiceChip
        name={t('filter.kind')}
        options={auditKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        chosen={state.kind === undefined ? [] : [state.kind]}
        onChange={(chosen) => onChange({ kind: chosen.at(-1), page: undefined })}
      />
      <Narrowed state={state} onChange={onChange} />
    </>
  );
}

function Arrange({ state, today, view, preview, onView }: Omit<AuditFiltersProps, 'searchRef'>) {
  const { t } = useTranslation('audit');
  const { page: _page, size: _size, ...filter } = queryOf(state, today);
  return (
    <>
      <DensityMenu density={view.density} onChange={(density) => onView({ density })} />
      <ColumnMenu
        columns={view.columns}
        all={everyColumn}
        usual={auditList.columns}
        fixed="at"
        nameOf={(id) => t(`column.${id}`)}
        onChange={(columns) => onView({ columns })}
      />
      <ExportButton filename="audit.xlsx" order={exportOrder('exportAudit', filter)} />
      <PreviewToggle shown={preview.shown} onToggle={preview.toggle} />
    </>
  );
}

export function AuditFilters(props: AuditFiltersProps) {
  const { t } = useTranslation('audit');
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
      <Choices {...props} />
      <span className="space" />
      <Pager page={page} onPage={(next) => onChange({ page: next === 1 ? undefined : next }, 'push')} />
      {narrow ? null : <Arrange {...props} />}
    </FilterBar>
  );
}
