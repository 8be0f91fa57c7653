/** Filters the history by search, period, outcome, sender and page; all of them are stored in the address. */
import { styled } from '@mui/material/styles';
import type { UploadRow } from '@rhythmdesk/contract/uploads';
import { uploadOutcomes } from '@rhythmdesk/domain/case/upload-outcome';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import type { ListPage } from '../../../ui/list/live-list.ts';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import type { FilterOption } from '../../../ui/list/option-menu.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { periodFault } from '../../../ui/list/period.ts';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { type HistoryState, historyPeriodOf, usesPeriod } from './history-state.ts';
import { listKeys } from '../../../ui/list/list-keys.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 6,
  minHeight: 44,
  padding: '0 16px 10px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& > .space': { flex: 1 },
  [theme.breakpoints.down('md')]: {
    gap: 8,
    padding: '0 12px 10px',
    '& > *': { minHeight: 44 },
    '& > .search': { width: '100%' },
  },
}));

/** Returns the users who uploaded something in the shown period. */
function useSenders(state: HistoryState, today: string): readonly FilterOption[] | undefined {
  const { from, to } = historyPeriodOf(state, today);
  const { data } = useQuery({
    ...callQuery('uploadSenders', { from_time: from, to_time: to }),
    enabled: periodFault({ from, to }) === null,
  });
  return data?.items.map(({ id, name }) => ({ value: String(id), label: name }));
}

export type HistoryFiltersProps = {
  readonly state: HistoryState;
  readonly page: ListPage<UploadRow> | null;
  readonly today: string;
  readonly several: boolean;
  readonly narrow: boolean;
  readonly onChange: QueryChange;
};

export function HistoryFilters({ state, page, today, several, narrow, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation('uploads');
  const { t: lists } = useTranslation('lists');
  const search = useRef<HTMLInputElement>(null);
  useCommands([
    {
      ...{ id: 'list-search', keys: listKeys['list-search'].keys, title: lists('key.search') },
      run: () => search.current?.focus(),
    },
  ]);
  const outcomes = uploadOutcomes.map((value) => ({ value, label: t(`filter.${value}`) }));
  const filter = (values: Readonly<Record<string, unknown>>) => onChange({ ...values, page: undefined });
  return (
    <Bar>
      <span className="search">
        <SearchField
          label={t(several ? 'history.search-hospital' : 'history.search')}
          value={state.q}
          onChange={(q) => filter({ q: q === '' ? undefined : q })}
          inputRef={search}
          wide={narrow}
          width={several ? 272 : 216}
        />
      </span>
      {usesPeriod(state) ? (
        <PeriodChip
          key={`${state.from_time ?? ''} ${state.to_time ?? ''}`}
          name={t('column.sent')}
          period={historyPeriodOf(state, today)}
          today={today}
          onChange={({ from, to }) => filter({ from_time: from, to_time: to })}
        />
      ) : null}
      <ChoiceChip
        name={t('column.outcome')}
        options={outcomes}
        chosen={state.outcome}
        onChange={(outcome) => filter({ outcome })}
      />
      <ChoiceChip
        name={t('column.by')}
        options={useSenders(state, today)}
        chosen={state.user_id.map(String)}
        onChange={(user_id) => filter({ user_id })}
      />
      <span className="space" />
      <Pager page={page} onPage={(next, how) => onChange({ page: next === 1 ? undefined : next }, how)} />
    </Bar>
  );
}
