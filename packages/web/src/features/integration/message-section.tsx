/** Lists messages with their fate, filtered by system, direction and state, as a table, and as cards for phones. */
import MenuItem from '@mui/material/MenuItem';
import { styled, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Partner, PartnerMessage } from '@rhythmdesk/contract/partners';
import {
  messageDirections,
  messageStates,
  type MessageState,
} from '@rhythmdesk/domain/integration/partner-messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/client/query-cache.ts';
import { Pager } from '../../ui/list/pager.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NotRenewed } from '../../ui/states/not-renewed.tsx';
import { MessageCards, MessageTable } from './message-rows.tsx';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'end',
  flexWrap: 'wrap',
  gap: 12,
  padding: '20px 16px 12px',
  '& > .field': { width: 180 },
  '& > .space': { flex: 1 },
  [theme.breakpoints.down('sm')]: { '& > .field': { width: '100%' } },
}));

const all = 'all';
type Filter = { readonly partner: string; readonly direction: string; readonly state: string };

function inputOf({ partner, direction, state }: Filter, page: number) {
  const chosen = messageStates.find((each) => each === state);
  const way = messageDirections.find((each) => each === direction);
  return {
    ...{ page, size: 50 },
    ...(partner === all ? {} : { partner_id: Number(partner) }),
    ...(way === undefined ? {} : { direction: way }),
    ...(chosen === undefined ? {} : { state: [chosen] satisfies MessageState[] }),
  };
}

type FiltersProps = {
  readonly partners: readonly Partner[];
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
};

function Filters({ partners, filter, onFilter }: FiltersProps) {
  const { t } = useTranslation('integration');
  const choices = {
    partner: partners.map(({ partner_id, name }) => [String(partner_id), name] as const),
    direction: messageDirections.map((each) => [each, t(`direction.${each}`)] as const),
    state: messageStates.map((each) => [each, t(`state.${each}`)] as const),
  };
  return (['partner', 'direction', 'state'] as const).map((name) => (
    <div className="field" key={name}>
      <SelectField
        label={t(`filter.${name}`)}
        value={filter[name]}
        onChange={(value) => onFilter({ ...filter, [name]: value })}
      >
        <MenuItem value={all}>{t('filter.all')}</MenuItem>
        {choices[name].map(([value, words]) => (
          <MenuItem key={value} value={value}>
            {words}
          </MenuItem>
        ))}
      </SelectField>
    </div>
  ));
}

function Rows({ items, onOpen }: { items: readonly PartnerMessage[]; onOpen: (id: number) => void }) {
  const { t } = useTranslation('integration');
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down(1024), { noSsr: true });
  if (items.length === 0) return <EmptyState title={t('empty')} body={t('empty-body')} />;
  const Shown = narrow ? MessageCards : MessageTable;
  return <Shown messages={items} onOpen={onOpen} />;
}

export function MessageSection({
  partners,
  onOpen,
}: {
  partners: readonly Partner[];
  onOpen: (message_id: number) => void;
}) {
  const { t } = useTranslation('integration');
  const [filter, setFilter] = useState<Filter>({ partner: all, direction: all, state: all });
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...callQuery('partnerMessages', inputOf(filter, page)),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = query;
  return (
    <section aria-label={t('title')}>
      <Head>
        <Typography variant="h3" component="h2">
          {t('title')}
        </Typography>
        <span className="space" />
        <Filters
          partners={partners}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            setPage(1);
          }}
        />
        <Pager page={data ?? null} onPage={setPage} />
      </Head>
      <NotRenewed query={query} />
      {data === undefined ? null : <Rows items={data.items} onOpen={onOpen} />}
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
    </section>
  );
}
