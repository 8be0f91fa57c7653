/**
 * Shows `/admin/ledger`: for each institution and day what was received, made, released, sent and found, and what became
 * of it.
 */
import { styled } from '@mui/material/styles';
import { can } from '@rhythmdesk/domain/people/can';
import { calendarDate, daysBetween, isCalendarDate } from '@rhythmdesk/domain/kit/calendar';
import { longestLedgerDays } from '@rhythmdesk/domain/integration/ledger';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { GroupChip } from '../../../ui/list/group-chip.tsx';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { PeriodChip } from '../../../ui/list/period-chip.tsx';
import { localToday, type Period } from '../../../ui/list/period.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { NotRenewed } from '../../../ui/states/not-renewed.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { MessageDialog } from '../message-dialog.tsx';
import { EntriesDialog } from './entries-dialog.tsx';
import { LedgerDays } from './ledger-days.tsx';
import { ledgerPeriodOf, ledgerRangeOf, ledgerSchema, type PressedFigure } from './ledger-state.ts';
import { LedgerSums, LedgerVerdict } from './ledger-sums.tsx';

const Body = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto', paddingBottom: 16 });
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '12px 16px',
  color: theme.vars.palette.text.secondary,
  '& a': { color: theme.vars.palette.primary.main },
  [theme.breakpoints.down('sm')]: { padding: 12 },
}));

function useLedger() {
  const [state, change] = useQueryState(ledgerSchema);
  const today = localToday(new Date(useNow()));
  const range = ledgerRangeOf(state, today);
  const query = useQuery({
    ...callQuery('ledger', { ...range, page: state.page, size: 50 }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
  return { state, change, today, range, query, period: ledgerPeriodOf(state, today) };
}

function Head({ state, change, today, range, period }: ReturnType<typeof useLedger>) {
  const { t } = useTranslation('ledger');
  const { user_role } = useSessionUser();
  const grant = can(user_role, 'partner.read');
  const several = grant !== 'never' && !grant.scopes.includes('group');
  const judge = ({ from, to }: Period) => {
    const days =
      isCalendarDate(from) && isCalendarDate(to) ? daysBetween(calendarDate(from), calendarDate(to)) + 1 : 0;
    return days >= 1 && days <= longestLedgerDays ? null : { words: t('period-fault'), soon: true };
  };
  return (
    <PageHeader
      title={t('title')}
      actions={<ExportButton spelled filename="ledger.xlsx" order={exportOrder('exportLedger', range)} />}
    >
      <PeriodChip
        name={t('period')}
        period={period}
        today={today}
        judge={judge}
        onChange={(next) => change({ ...next, page: undefined }, 'push')}
      />
      {several ? (
        <GroupChip
          name={t('column.hospital')}
          types={['hospital']}
          chosen={state.hospital}
          onChange={(chosen) =>
            change({ hospital: chosen.length === 0 ? undefined : chosen.map(String), page: undefined })
          }
        />
      ) : null}
    </PageHeader>
  );
}

export function Page() {
  const { t } = useTranslation('ledger');
  const model = useLedger();
  const [pressed, setPressed] = useState<PressedFigure | null>(null);
  const [message_id, setMessage] = useState<number | null>(null);
  const { data, error, refetch } = model.query;
  return (
    <>
      <Head {...model} />
      <Body tabIndex={0} role="region" aria-label={t('title')}>
        <NotRenewed query={model.query} />
        {data !== undefined ? (
          <>
            <LedgerVerdict sums={data.sums} range={model.range} onFigure={setPressed} />
            <LedgerSums sums={data.sums} range={model.range} onFigure={setPressed} />
            {data.total === 0 ? (
              <EmptyState title={t('empty')} body={t('empty-body')} />
            ) : (
              <LedgerDays days={data.items} onFigure={setPressed} />
            )}
            <Foot>
              <Link to="/account">{t('mail')}</Link>
              <Pager page={data} onPage={(page) => model.change({ page: String(page) })} />
            </Foot>
          </>
        ) : error === null ? (
          <GridSkeleton />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Body>
      {pressed === null ? null : (
        <EntriesDialog pressed={pressed} onMessage={setMessage} onClose={() => setPressed(null)} />
      )}
      {message_id === null ? null : (
        <MessageDialog message_id={message_id} onClose={() => setMessage(null)} />
      )}
    </>
  );
}
