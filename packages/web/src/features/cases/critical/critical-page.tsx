/** Shows `/critical`: the critical findings by deadline, and the selected finding beside them. */
import Button from '@mui/material/Button';
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { criticalViews } from '@rhythmdesk/contract/critical';
import type { Routes } from '@rhythmdesk/contract/routes';
import type { OutputOf } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { lastDays, localToday } from '../../../ui/list/period.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useLiveWork } from '../model/use-live-work.ts';
import { CriticalPane } from './critical-pane.tsx';
import { CriticalRows } from './critical-rows.tsx';
import { moveCommands } from '../../../ui/list/move-commands.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
const Desk = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 428px',
  flex: 1,
  minHeight: 0,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& > .list': { minHeight: 0, overflowY: 'auto' },
  '& > .list:only-child': { gridColumn: '1 / -1' },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));
const Figures = styled('span')(({ theme }) => ({
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
  '& b': { color: theme.vars.palette.text.primary },
}));
/** Contains the figures where the head has no room for them beside the views. */
const Below = styled('div')({ padding: '0 16px 8px', '&:empty': { display: 'none' } });

const day = z.iso.date().optional().catch(undefined);
const boardState = z.object({
  view: z.enum(criticalViews).catch('open'),
  finding: z.coerce.number().int().positive().optional().catch(undefined),
  from_time: day,
  to_time: day,
});
type State = z.output<typeof boardState>;
type Answer = OutputOf<Routes['criticalFindings']>;

const pageSize = 50;
const figureDays = 30;

/** Figures of the last thirty days. */
function Turnaround() {
  const { t } = useTranslation('critical');
  const format = useFormat();
  const { from: from_time, to: to_time } = lastDays(localToday(new Date(useNow())), figureDays);
  const { data } = useQuery(callQuery('criticalTimes', { from_time, to_time }));
  if (data === undefined || data.median_minutes === null || data.p90_minutes === null) return null;
  const span = (minutes: number): string => format.durationToMinute(minutes * 60_000);
  return (
    <Figures>
      {t('figures', {
        median: span(data.median_minutes),
        p90: span(data.p90_minutes),
        late: format.number(data.late),
      })}
    </Figures>
  );
}

function Views({
  view,
  data,
  onChange,
}: {
  view: State['view'];
  data: Answer | undefined;
  onChange: (view: State['view']) => void;
}) {
  const { t } = useTranslation('critical');
  const format = useFormat();
  return (
    <PillTabs
      label={t('views')}
      value={view}
      onChange={onChange}
      tabs={criticalViews.map((value) => ({
        value,
        label: t(`view.${value}`),
        count: data === undefined ? undefined : format.number(data.counts[value]),
        alarm: value === 'open' && (data?.counts.open ?? 0) > 0,
      }))}
    />
  );
}

type ShownProps = {
  data: Answer;
  state: State;
  narrow: boolean;
  choose: (finding: number | undefined) => void;
};

function Shown({ data, state, narrow, choose }: ShownProps) {
  const { t } = useTranslation('critical');
  const { t: ofLists } = useTranslation('lists');
  const { items } = data;
  const chosen = state.finding ?? (narrow ? undefined : items[0]?.finding_id);
  const at = items.findIndex(({ finding_id }) => finding_id === chosen);
  const step = (by: 1 | -1): void => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))];
    if (next !== undefined) choose(next.finding_id);
  };
  useCommands([
    ...moveCommands({ down: t('key.next'), up: t('key.previous'), line: ofLists('key.move') }, step),
    { id: 'critical.down', keys: ['↓'], title: t('key.next'), unlisted: true, run: () => step(1) },
    { id: 'critical.up', keys: ['↑'], title: t('key.previous'), unlisted: true, run: () => step(-1) },
  ]);
  const list =
    items.length === 0 ? (
      <EmptyState title={t(`empty.${state.view}`)} body={state.view === 'open' ? t('empty.body') : ''} />
    ) : (
      <CriticalRows items={items} chosen={chosen} onChoose={choose} />
    );
  const steps = { onStep: step, onClose: narrow ? () => choose(undefined) : null };
  return (
    <Desk>
      {narrow && chosen !== undefined ? null : <div className="list">{list}</div>}
      {chosen === undefined ? null : <CriticalPane finding_id={chosen} steps={steps} />}
    </Desk>
  );
}

/** Shows the period of a list that was opened from a figure. */
function PeriodNote({ state, onAll }: { state: State; onAll: () => void }) {
  const { t } = useTranslation('critical');
  const format = useFormat();
  const { from_time: from, to_time: to } = state;
  if (from === undefined || to === undefined) return null;
  return (
    <Figures>
      {t('period', { from: format.calendarDate(from), to: format.calendarDate(to) })}{' '}
      <Button size="small" onClick={onAll}>
        {t('period.all')}
      </Button>
    </Figures>
  );
}

export function Page() {
  const { t } = useTranslation('critical');
  const { user_role } = useSessionUser();
  const [state, change] = useQueryState(boardState);
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('lg'), { noSsr: true });
  const { view, from_time, to_time } = state;
  const boardQuery = { view, size: pageSize, from_time, to_time };
  const { data, error, retry } = useLiveWork(callQuery('criticalFindings', boardQuery));
  const mayRule = can(user_role, 'critical.settings') !== 'never';
  return (
    <Frame>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {narrow ? null : <Turnaround />}
            {mayRule ? (
              <Button component={Link} to="/critical/rules" size="small">
                {t('rules')}
              </Button>
            ) : null}
          </>
        }
      >
        <Views
          view={view}
          data={data}
          onChange={(next) =>
            change({ view: next, finding: undefined, from_time: undefined, to_time: undefined }, 'push')
          }
        />
        <PeriodNote state={state} onAll={() => change({ from_time: undefined, to_time: undefined })} />
      </PageHeader>
      <Below>{narrow ? <Turnaround /> : null}</Below>
      {data === undefined && error !== null ? <ErrorState error={error} onRetry={retry} /> : null}
      {data === undefined && error === null ? <GridSkeleton /> : null}
      {data === undefined ? null : (
        <Shown
          data={data}
          state={state}
          narrow={narrow}
          choose={(finding) => change({ finding }, narrow ? 'push' : 'replace')}
        />
      )}
    </Frame>
  );
}
