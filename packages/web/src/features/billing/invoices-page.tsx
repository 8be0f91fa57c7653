/**
 * Shows `/admin/invoice`: the invoices by year and month, what each hospital owes, the cases behind it, and closing a
 * month.
 */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryState } from '../../platform/address/use-query-state.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { theme } from '../../platform/theme/theme.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { exportOrder } from '../../ui/list/export-order.ts';
import { PreviewPlace, useListPreview } from '../../ui/list/list-preview.tsx';
import { GridSkeleton } from '../../ui/list/list-skeleton.tsx';
import { useListKeys } from '../../ui/list/use-list-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { AccountPreview } from './invoices/account-preview.tsx';
import { AccountTable, MonthTotals } from './invoices/account-table.tsx';
import { CloseDialog } from './invoices/close-dialog.tsx';
import { MonthRail } from './invoices/month-rail.tsx';
import { accountKey, daysLeft, invoiceSchema, monthBeside, shownMonth } from './model/invoice-view.ts';
import { scrollEdges, watchEdges } from '../../ui/list/scroll-edges.ts';

const Frame = styled('div')({ display: 'flex', height: '100%' });
const Main = styled('div')({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 });
const Body = styled('div')({ display: 'flex', flex: 1, minHeight: 0 });
const Fill = styled('div')(({ theme: { vars } }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  overflowY: 'auto',
  ...scrollEdges,
  borderTop: `1px solid ${vars.palette.line.main}`,
}));

function useInvoices() {
  const [state, change] = useQueryState(invoiceSchema);
  const months = useQuery(callQuery('invoices', state.year === undefined ? {} : { year: state.year }));
  const rows = months.data?.items ?? [];
  const month = shownMonth(rows, state.month);
  const answer = useQuery({
    ...callQuery('invoice', { month: month ?? '' }),
    enabled: month !== undefined,
    placeholderData: keepPreviousData,
  });
  const format = useFormat();
  const monthName = month === undefined ? '' : format.instant('month', `${month}-01T00:00:00Z`, 'UTC');
  const open = (to: string) => change({ month: to, row: undefined }, 'push');
  return { state, change, months, rows, month, monthName, answer, open };
}
type Model = ReturnType<typeof useInvoices>;

const firstYear = 2020;

function YearField({ state, change, months }: Model) {
  const { t } = useTranslation('invoices');
  const present = Number((months.data?.today ?? '').slice(0, 4));
  const years = Array.from({ length: Math.max(0, present - firstYear + 1) }, (_, back) => present - back);
  return (
    <Select
      size="small"
      displayEmpty
      inputProps={{ 'aria-label': t('year') }}
      value={state.year === undefined ? '' : String(state.year)}
      onChange={({ target }) => {
        const year = target.value === '' ? undefined : target.value;
        change({ year, month: undefined, row: undefined }, 'push');
      }}
    >
      <MenuItem value="">{t('year.last')}</MenuItem>
      {years.map((year) => (
        <MenuItem key={year} value={String(year)}>
          {year}
        </MenuItem>
      ))}
    </Select>
  );
}

function Head(model: Model) {
  const { month, monthName, months, answer } = model;
  const { t } = useTranslation('invoices');
  const [closes, setCloses] = useState(false);
  const { data } = answer;
  const left = month === undefined || months.data === undefined ? 0 : daysLeft(month, months.data.today);
  const isOpen = data?.month === month && data?.items.some(({ is_closed }) => !is_closed) === true;
  return (
    <PageHeader
      title={t('title')}
      actions={
        month === undefined ? null : (
          <>
            <ExportButton
              spelled
              filename={`invoice-${month}.xlsx`}
              order={exportOrder('exportInvoice', { month })}
            />
            {isOpen && data.is_over ? (
              <Button variant="contained" color="primary" onClick={() => setCloses(true)}>
                {t('close', { month: monthName })}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <Typography variant="caption" color="textSecondary" noWrap>
        {left > 0
          ? t('lead', { zone: months.data?.time_zone ?? '', month: monthName, count: left })
          : (months.data?.time_zone ?? '')}
      </Typography>
      <YearField {...model} />
      {closes && month !== undefined ? (
        <CloseDialog month={month} monthName={monthName} onClose={() => setCloses(false)} />
      ) : null}
    </PageHeader>
  );
}

function InvoiceList({ state, change, answer, monthName }: Model) {
  const { t } = useTranslation('invoices');
  const { data, error, refetch } = answer;
  if (data === undefined)
    return error === null ? <GridSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0)
    return <EmptyState title={t('empty', { month: monthName })} body={t('empty.body')} />;
  return (
    <>
      <MonthTotals answer={data} />
      <AccountTable answer={data} current={state.row} onOpen={(row) => change({ row })} />
      <Typography variant="caption" component="p" sx={{ padding: '12px 16px', color: 'text.secondary' }}>
        {t('foot')}
      </Typography>
    </>
  );
}

function useAccounts({ state, change, answer }: Model) {
  const accounts = answer.data?.items ?? [];
  const index = accounts.findIndex((account) => accountKey(account) === state.row);
  const step = (by: -1 | 1) => {
    const to = accounts[index < 0 ? 0 : Math.max(0, Math.min(accounts.length - 1, index + by))];
    if (to !== undefined) change({ row: accountKey(to) });
  };
  return { account: accounts[index], step };
}

function useMonthKeys({ rows, month, open }: Model) {
  const { t } = useTranslation('invoices');
  const beside = (by: -1 | 1) => () => {
    if (month !== undefined) open(monthBeside(rows, month, by));
  };
  const line = { line: t('key.month'), footer: true };
  return [
    { ...line, id: 'month.earlier', keys: ['←'], title: t('key.earlier'), run: beside(1) },
    { ...line, id: 'month.later', keys: ['→'], title: t('key.later'), run: beside(-1) },
  ];
}

function Preview({ model, narrow }: { model: Model; narrow: boolean }) {
  const { change, answer, months, month, monthName } = model;
  const { account, step } = useAccounts(model);
  const close = () => change({ row: undefined });
  if (account === undefined || month === undefined || answer.data?.month !== month) return null;
  return (
    <PreviewPlace preview={{ shown: true, over: narrow, toggle: close }}>
      <AccountPreview
        account={account}
        month={month}
        monthName={monthName}
        timeZone={answer.data.time_zone}
        today={months.data?.today ?? ''}
        onStep={step}
        onClose={close}
      />
    </PreviewPlace>
  );
}

export function Page() {
  const { t } = useTranslation('invoices');
  const model = useInvoices();
  const { months, rows, month, answer, open, change } = model;
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const { account, step } = useAccounts(model);
  const close = () => change({ row: undefined });
  const preview = useListPreview({ wanted: true, hasRow: account !== undefined, onWanted: close, step });
  const openFirst = () => {
    if (account === undefined) step(1);
  };
  const more = useMonthKeys(model);
  const keys = { step, preview: preview.toggle, open: openFirst, openLabel: t('key.open'), more };
  useListKeys({ ...keys, select: null, search: null });
  return (
    <Frame>
      <Main>
        <Head {...model} />
        <Body sx={narrow ? { flexDirection: 'column' } : {}}>
          <MonthRail months={rows} current={month} onOpen={open} />
          <Fill ref={watchEdges} aria-busy={answer.isPlaceholderData}>
            {months.error === null ? (
              <InvoiceList {...model} />
            ) : (
              <ErrorState error={months.error} onRetry={() => void months.refetch()} />
            )}
          </Fill>
        </Body>
      </Main>
      <Preview model={model} narrow={preview.over} />
    </Frame>
  );
}
