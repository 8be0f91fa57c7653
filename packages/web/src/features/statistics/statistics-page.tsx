/**
 * Shows `/admin/statistics`: how many cases took each step, how long it took, and the forecast; for the caller's scope.
 */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { calendarDate, daysBetween } from '@rhythmdesk/domain/kit/calendar';
import { statisticsPeriodFault, statisticSteps, statisticUnits } from '@rhythmdesk/domain/statistics/steps';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { exportOrder } from '../../ui/list/export-order.ts';
import { GridSkeleton } from '../../ui/list/list-skeleton.tsx';
import { PeriodChip } from '../../ui/list/period-chip.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PillTabs } from '../../ui/pill-tabs.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { StatisticFilters } from './panels/statistic-filters.tsx';
import { ArrivalsPanel } from './panels/arrivals-panel.tsx';
import { CriticalPanel } from './panels/critical-panel.tsx';
import { ForecastPanel } from './panels/forecast-panel.tsx';
import { GroupsPanel, RecordingsPanel } from './panels/groups-panel.tsx';
import { OpenPanel } from './panels/open-panel.tsx';
import { StepCards } from './panels/step-cards.tsx';
import { StepsPanel } from './panels/steps-panel.tsx';
import { TimesPanel } from './panels/times-panel.tsx';
import { QueryResult } from './panels/query-result.tsx';
import { useStatistics, type StatisticsModel } from './use-statistics.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
const Desk = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  padding: '16px 16px 24px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s0,
  [theme.breakpoints.down('md')]: { padding: 12 },
}));
const Two = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
  gap: 12,
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

function Head({ state, change, period, today, unit, query, own }: StatisticsModel) {
  const { t } = useTranslation('statistics');
  const days = daysBetween(calendarDate(period.from), calendarDate(period.to)) + 1;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ExportButton
            spelled
            filename="statistics.xlsx"
            order={exportOrder('exportStatistics', { ...query, unit })}
          />
        }
      >
        <PeriodChip
          name={t('period')}
          period={period}
          today={today}
          judge={({ from, to }) =>
            statisticsPeriodFault(from, to) === null ? null : { words: t('period.fault'), soon: true }
          }
          onChange={(next) => change({ ...next }, 'push')}
        />
        <Typography variant="caption" color="textSecondary" noWrap>
          {own === null ? t('compared', { count: days }) : `${t('own')} · ${t('compared', { count: days })}`}
        </Typography>
      </PageHeader>
      <StatisticFilters
        state={state}
        change={change}
        units={
          <PillTabs
            label={t('unit')}
            tabs={statisticUnits.map((value) => ({ value, label: t(`unit.${value}`) }))}
            value={unit}
            onChange={(next) => change({ unit: next })}
          />
        }
      />
    </>
  );
}

/** Shows the figures of the period. */
function Counted(model: StatisticsModel) {
  const { t } = useTranslation('statistics');
  const { cases, times, groups, hospitals, arrivals, unit, group, linkTo, change } = model;
  const { data, error, refetch } = cases;
  if (data === undefined)
    return error === null ? <GridSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  if (statisticSteps.every((step) => data.totals[step] === 0))
    return <EmptyState title={t('empty')} body={t('empty.body')} />;
  return (
    <>
      <StepCards answer={data} linkTo={linkTo} />
      <Two>
        <StepsPanel answer={data} unit={unit} linkTo={linkTo} />
        <QueryResult query={times} draw={(answer) => <TimesPanel answer={answer} linkTo={linkTo} />} />
      </Two>
      <Two>
        <QueryResult
          query={groups}
          draw={(answer) => (
            <GroupsPanel
              answer={answer}
              group={group}
              linkTo={linkTo}
              onGroup={(next) => change({ group: next })}
            />
          )}
        />
        <QueryResult query={arrivals} draw={(answer) => <ArrivalsPanel answer={answer} linkTo={linkTo} />} />
      </Two>
      <QueryResult query={hospitals} draw={(answer) => <RecordingsPanel answer={answer} linkTo={linkTo} />} />
    </>
  );
}

export function Page() {
  const model = useStatistics();
  const { open, forecast, linkTo, period } = model;
  return (
    <Frame>
      <Head {...model} />
      <Desk>
        <Counted {...model} />
        <CriticalPanel period={period} />
        <QueryResult query={open} draw={(answer) => <OpenPanel answer={answer} linkTo={linkTo} />} />
        <QueryResult query={forecast} draw={(answer) => <ForecastPanel answer={answer} linkTo={linkTo} />} />
      </Desk>
    </Frame>
  );
}
