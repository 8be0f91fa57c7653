/**
 * Shows `/admin/billing`: amount and number of cases between requesting and responding groups over a period, by price
 * policy.
 */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { currencies } from '@rhythmdesk/contract/prices';
import { billingPeriodFault } from '@rhythmdesk/domain/billing/billing-period';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type QueryChange, useQueryState } from '../../platform/address/use-query-state.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { theme } from '../../platform/theme/theme.ts';
import { ChoiceChip } from '../../ui/list/choice-chip.tsx';
import { GroupChip } from '../../ui/list/group-chip.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { exportOrder } from '../../ui/list/export-order.ts';
import { FilterBar } from '../../ui/list/filter-bar.ts';
import { PreviewPlace, useListPreview } from '../../ui/list/list-preview.tsx';
import { GridSkeleton } from '../../ui/list/list-skeleton.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { localToday } from '../../ui/list/period.ts';
import { PeriodChip } from '../../ui/list/period-chip.tsx';
import { useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BillingPreview } from './list/billing-preview.tsx';
import { BillingTable, type BillingAnswer } from './list/billing-table.tsx';
import {
  billingSchema,
  type BillingState,
  filterOf,
  billingRowKey,
  billingPeriodOf,
  billingQueryOf,
} from './model/billing-state.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { TotalsBar } from './totals-bar.ts';
import { scrollEdges, watchEdges } from '../../ui/list/scroll-edges.ts';

/** Shows the number of completed cases, and one sum per currency: different currencies are never added. */
function BillingTotals({ answer }: { answer: BillingAnswer }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  return (
    <TotalsBar>
      <div>
        <dt>{t('total.cases')}</dt>
        <dd>{format.number(answer.count)}</dd>
      </div>
      {answer.totals.map(({ currency, amount_minor, count, request_groups }) => (
        <div key={currency}>
          <dt>{t('total.of', { cases: format.number(count), count: request_groups })}</dt>
          <dd>{format.money(amount_minor, currency)}</dd>
        </div>
      ))}
    </TotalsBar>
  );
}

const Frame = styled('div')({ display: 'flex', height: '100%' });
const Main = styled('div')({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 });
const Fill = styled('div')({ flex: 1, minHeight: 0, overflowY: 'auto', ...scrollEdges });

function useBilling() {
  const [state, change] = useQueryState(billingSchema);
  const today = localToday(new Date(useNow()));
  const answer = useQuery({
    ...callQuery('billings', billingQueryOf(state, today)),
    placeholderData: keepPreviousData,
  });
  return { state, change, today, answer };
}
type Model = ReturnType<typeof useBilling>;

function Choices({ state, change }: { state: BillingState; change: QueryChange }) {
  const { t } = useTranslation('billing');
  const { data: units } = useQuery(callQuery('chargingUnits', {}));
  const named = (items: readonly { id: number; name: string }[] | undefined) =>
    items?.map(({ id, name }) => ({ value: String(id), label: name }));
  const filter = (name: string) => (chosen: readonly (string | number)[]) =>
    change({ [name]: chosen.length === 0 ? undefined : chosen, page: undefined, row: undefined });
  return (
    <>
      <GroupChip
        name={t('from')}
        types={['hospital']}
        chosen={state.hospital}
        onChange={filter('hospital')}
      />
      <GroupChip name={t('to')} types={['tech_center']} chosen={state.center} onChange={filter('center')} />
      <ChoiceChip
        name={t('policy')}
        options={named(units?.items)}
        chosen={state.policy.map(String)}
        onChange={filter('policy')}
      />
      <ChoiceChip
        name={t('currency')}
        options={currencies.map((value) => ({ value, label: value }))}
        chosen={state.currency}
        onChange={filter('currency')}
      />
    </>
  );
}

function Head({ state, change, today, answer }: Model) {
  const { t } = useTranslation('billing');
  const { from, to } = billingPeriodOf(state, today);
  return (
    <PageHeader
      title={t('title')}
      actions={
        <ExportButton
          spelled
          filename="billing.xlsx"
          order={exportOrder('exportBilling', filterOf(state, today))}
        />
      }
    >
      <PeriodChip
        name={t('confirmed')}
        period={{ from, to }}
        today={today}
        judge={(period) =>
          billingPeriodFault(period.from, period.to) === null
            ? null
            : { words: t('period.fault'), soon: true }
        }
        onChange={(period) => change({ ...period, page: undefined, row: undefined }, 'push')}
      />
      <Typography variant="caption" color="textSecondary" noWrap>
        {answer.data === undefined ? '' : t('zone', { zone: answer.data.time_zone })}
      </Typography>
    </PageHeader>
  );
}

function BillingList({ state, change, answer }: Model) {
  const { t } = useTranslation('billing');
  const { data, error, refetch } = answer;
  if (data === undefined)
    return error === null ? <GridSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return <EmptyState title={t('empty')} body={t('empty.body')} />;
  return (
    <>
      <BillingTotals answer={data} />
      <BillingTable answer={data} current={state.row} onOpen={(row) => change({ row })} />
      <Typography variant="caption" component="p" sx={{ padding: '12px 16px', color: 'text.secondary' }}>
        {t('foot')}
      </Typography>
    </>
  );
}

function useRows({ state, change, answer }: Model) {
  const rows = answer.data?.items ?? [];
  const index = rows.findIndex((row) => billingRowKey(row) === state.row);
  const step = (by: -1 | 1) => {
    const to = rows[index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, index + by))];
    if (to !== undefined) change({ row: billingRowKey(to) });
  };
  return { row: rows[index], step };
}

export function Page() {
  const { t } = useTranslation('billing');
  const model = useBilling();
  const { state, change, today, answer } = model;
  const format = useFormat();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const { row, step } = useRows(model);
  const close = () => change({ row: undefined });
  const preview = useListPreview({ wanted: true, hasRow: row !== undefined, onWanted: close, step });
  const openFirst = () => {
    if (row === undefined) step(1);
  };
  const keys = { step, preview: preview.toggle, open: openFirst, openLabel: t('key.open') };
  useListKeys({ ...keys, select: null, search: null });
  const { data } = answer;
  return (
    <Frame>
      <Main>
        <Head {...model} />
        <FilterBar>
          <Choices state={state} change={change} />
          <span className="space" />
          {data === undefined || narrow ? null : (
            <Typography variant="caption" color="textSecondary">
              {t('summary', { pairs: format.number(data.total), cases: format.number(data.count) })}
            </Typography>
          )}
          {data !== undefined && (data.total > data.size || data.page > 1) ? (
            <Pager page={data} onPage={(page, how) => change({ page: page === 1 ? undefined : page }, how)} />
          ) : null}
        </FilterBar>
        <Fill ref={watchEdges} aria-busy={answer.isPlaceholderData}>
          <BillingList {...model} />
        </Fill>
      </Main>
      {row === undefined ? null : (
        <PreviewPlace preview={{ shown: true, over: preview.over, toggle: close }}>
          <BillingPreview row={row} period={billingPeriodOf(state, today)} onStep={step} onClose={close} />
        </PreviewPlace>
      )}
    </Frame>
  );
}
