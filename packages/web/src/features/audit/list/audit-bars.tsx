/**
 * Shows the bars over the audit log: its views; search, period, kind, restrictions to one user, case, patient or
 * request, pages, view settings.
 */
import type { Ref } from 'react';
import { auditViews } from '@rhythmdesk/contract/audit';
import { auditKinds } from '@rhythmdesk/domain/audit/acts';
import { useTranslation } from 'react-i18next';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import type { ListPreview } from '../../../ui/list/list-preview.tsx';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { auditList, everyColumn } from '../model/audit-columns.ts';
import type { AuditPageModel } from '../use-audit-page.ts';
import { auditPeriodOf, type AuditState } from '../model/audit-state.ts';

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
  model: AuditPageModel;
  preview: ListPreview;
  narrow: boolean;
  searchRef: Ref<HTMLInputElement>;
};

/** Shows the restrictions that a row's menu added, each with a button to remove it. */
function Narrowed({ state, onChange }: TabsProps) {
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

function Choices({ model: { state, today, change: onChange } }: Pick<AuditFiltersProps, 'model'>) {
  const { t } = useTranslation('audit');
  const period = auditPeriodOf(state, today);
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

export function AuditFilters({ model, preview, narrow, searchRef }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const { page: _page, size: _size, ...filter } = model.query;
  return (
    <ListBar
      model={model}
      preview={preview}
      narrow={narrow}
      search={{ label: t('search'), widthPx: 288, ref: searchRef }}
      columns={{ all: everyColumn, usual: auditList.columns, fixed: 'at', nameOf: (id) => t(`column.${id}`) }}
      filename="audit.xlsx"
      order={exportOrder('exportAudit', filter)}
    >
      <Choices model={model} />
    </ListBar>
  );
}
