/** Shows `/second`: the second readings of the center: waiting, in progress, and the agreement of finished ones. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type SecondView, secondViews } from '@rhythmdesk/contract/second-readings';
import type { Routes } from '@rhythmdesk/contract/routes';
import type { OutputOf } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { lastDays, localToday, periodFault, periodFaultWords } from '../../../ui/list/period.ts';
import { type JudgePeriod, PeriodChip } from '../../../ui/list/period-chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useLiveWork } from '../model/use-live-work.ts';
import { SecondRows } from './second-rows.tsx';
import { SumsPanel } from './sums-panel.tsx';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
const Body = styled('div')({ flex: 1, minHeight: 0, overflowY: 'auto' });
const Note = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '0 16px 10px',
  color: theme.vars.palette.text.secondary,
}));

const day = z.iso.date().optional().catch(undefined);
const address = z.object({ view: z.enum(secondViews).catch('open'), from: day, to: day });

const pageSize = 100;
/** Three months contain enough of them for a meaningful figure. */
const usualDays = 90;

type Answer = OutputOf<Routes['secondReadings']>;
type Period = { readonly from: string; readonly to: string };

function Sums({ period }: { period: Period }) {
  const { user_role } = useSessionUser();
  const maySee = can(user_role, 'second_reading.figures') !== 'never';
  const { data } = useQuery({
    ...callQuery('secondSums', { from_time: period.from, to_time: period.to }),
    enabled: maySee,
  });
  return data === undefined || data.finished === 0 ? null : <SumsPanel sums={data} />;
}

function Empty({ view, drawn }: { view: SecondView; drawn: number | null }) {
  const { t } = useTranslation('second');
  if (view === 'finished') return <EmptyState title={t('empty.finished')} />;
  return (
    <EmptyState title={t('empty.open')} body={drawn === null ? t('share.none') : t('empty.open-body')} />
  );
}

function Shown({ data, view }: { data: Answer; view: SecondView }) {
  const { t } = useTranslation('second');
  const { items, total, drawn_share } = data;
  if (items.length === 0) return <Empty view={view} drawn={drawn_share} />;
  return (
    <>
      <SecondRows items={items} view={view} />
      {total > items.length ? (
        <Typography variant="body2" sx={{ padding: '8px 16px' }}>
          {t('more', { count: total - items.length })}
        </Typography>
      ) : null}
    </>
  );
}

function Views({
  view,
  counts,
  onChange,
}: {
  view: SecondView;
  counts: Answer['counts'] | undefined;
  onChange: (view: SecondView) => void;
}) {
  const { t } = useTranslation('second');
  const format = useFormat();
  return (
    <PillTabs
      label={t('views')}
      value={view}
      onChange={onChange}
      tabs={secondViews.map((value) => ({
        value,
        label: t(`view.${value}`),
        count: counts === undefined ? undefined : format.number(counts[value]),
      }))}
    />
  );
}

/** Accepts any period except an empty one: sums over a year are requested too. */
function useJudgePeriod(): JudgePeriod {
  const { t } = useTranslation('lists');
  return (period) => {
    const fault = periodFault(period);
    if (fault === null || fault === 'input/period-too-long') return null;
    return { words: t(`period.fault.${periodFaultWords[fault]}`), soon: false };
  };
}

export function Page() {
  const { t } = useTranslation('second');
  const format = useFormat();
  const [{ view, from, to }, change] = useQueryState(address);
  const judge = useJudgePeriod();
  const today = localToday(new Date(useNow()));
  const usual = lastDays(today, usualDays);
  const period = { from: from ?? usual.from, to: to ?? usual.to };
  const within = view === 'finished' ? { from_time: period.from, to_time: period.to } : {};
  const { data, error, retry } = useLiveWork(
    callQuery('secondReadings', { view, size: pageSize, ...within }),
  );
  const share = data?.drawn_share ?? null;
  return (
    <Frame>
      <PageHeader title={t('title')}>
        <Views view={view} counts={data?.counts} onChange={(next) => change({ view: next }, 'push')} />
        {view === 'finished' ? (
          <PeriodChip
            name={t('period')}
            period={period}
            today={today}
            judge={judge}
            onChange={(next) => change(next)}
          />
        ) : null}
      </PageHeader>
      {data === undefined && error !== null ? <ErrorState error={error} onRetry={retry} /> : null}
      {data === undefined && error === null ? <GridSkeleton /> : null}
      {data === undefined ? null : (
        <Body>
          {view === 'open' && share !== null ? (
            <Note>{t('share.some', { share: format.percent(share / 100, 0) })}</Note>
          ) : null}
          <Shown data={data} view={view} />
          {view === 'finished' ? <Sums period={period} /> : null}
        </Body>
      )}
    </Frame>
  );
}
