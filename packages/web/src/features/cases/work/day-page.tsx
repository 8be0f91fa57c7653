/** Shows `/day`: the user's own day, live: returned, due, open and completed cases, and the user's pace. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Day } from '@rhythmdesk/contract/work';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { type TakeNext, useTakeNext } from '../actions/take-next.tsx';
import { casePath } from '../model/list-trail.ts';
import { type LinkedCount, CountStrip } from './count-strip.tsx';
import { DayRows } from './day-rows.tsx';
import { listLinks } from './list-link.ts';
import { PacePanel } from './pace-panel.tsx';
import { useFocusSteps } from './use-focus-steps.ts';
import { useLiveWork } from '../model/use-live-work.ts';
import { listCommand } from '../../../ui/list/use-list-keys.ts';
import { moveCommands } from '../../../ui/list/move-commands.ts';
import { actionKeys } from '../actions/action-keys.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
const Desk = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) clamp(308px, 22%, 392px)',
  flex: 1,
  minHeight: 0,
  '& > *': { minHeight: 0, overflow: 'auto' },
  '& > aside': {
    borderLeft: `1px solid ${theme.vars.palette.line.main}`,
    backgroundColor: theme.vars.palette.surface.s2,
  },
  [theme.breakpoints.down('lg')]: {
    display: 'block',
    overflow: 'auto',
    '& > aside': { borderLeft: 0 },
  },
}));

function useCounts({ counts, due_until, today }: Day): LinkedCount[] {
  const { t } = useTranslation('work');
  const { id, user_role } = useSessionUser();
  const linkTo = listLinks(user_role.role_key);
  const mine = { view: 'mine' };
  const done = { technician_id: [id], step: 'complete', step_from: today, step_to: today };
  const { waiting, waiting_urgent } = counts;
  return [
    { name: t('count.mine'), count: counts.mine, link: linkTo(mine) },
    { name: t('count.due'), count: counts.due, link: linkTo({ ...mine, due_until }), tone: 'warning' },
    { name: t('count.returned'), count: counts.returned, link: linkTo({ ...mine, handed_back: 'true' }) },
    { name: t('count.done'), count: counts.done, link: linkTo(done) },
    { name: t('count.waiting'), count: waiting, link: linkTo({ view: 'unassigned' }) },
    {
      name: t('count.urgent'),
      count: waiting_urgent,
      link: linkTo({ view: 'unassigned', priority: ['urgent'] }),
      tone: 'warning',
    },
  ];
}

function TakeButton({ takeNext }: { takeNext: TakeNext | null }) {
  const { t } = useTranslation('actions');
  if (takeNext === null) return null;
  return (
    <Button variant="contained" color="primary" disabled={takeNext.busy} onClick={takeNext.take}>
      {t('next')}
      <KeyCap name={actionKeys['take-next'].keys[0]} command="take-next" />
    </Button>
  );
}

function Shown({ day }: { day: Day }) {
  const { t } = useTranslation('work');
  const { id, user_role } = useSessionUser();
  const linkTo = listLinks(user_role.role_key);
  const counts = useCounts(day);
  const shownOpen = day.items.filter(({ group }) => group !== 'done').length;
  return (
    <>
      <CountStrip label={t('day.figures')} counts={counts} />
      <Desk>
        <div>
          {day.items.length === 0 ? <EmptyState title={t('empty')} body={t('empty.body')} /> : null}
          <DayRows items={day.items} />
          {shownOpen < day.counts.mine ? (
            <Typography variant="body2" sx={{ padding: '8px 16px' }}>
              {t('more', { count: day.counts.mine - shownOpen })}
            </Typography>
          ) : null}
        </div>
        <aside aria-label={t('pace')}>
          <PacePanel
            pace={day.pace}
            today={day.today}
            linkTo={(on) => linkTo({ technician_id: [id], step: 'complete', step_from: on, step_to: on })}
          />
        </aside>
      </Desk>
    </>
  );
}

export function Page() {
  const { t } = useTranslation('work');
  const { t: list } = useTranslation('lists');
  const { t: act } = useTranslation('actions');
  const format = useFormat();
  const nowMs = useNow();
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const { step } = useFocusSteps(frame);
  const { data, error, retry } = useLiveWork(callQuery('day', {}));
  const takeNext = useTakeNext((case_id) => void navigate({ to: casePath(case_id) }));
  useCommands([
    ...moveCommands({ down: t('key.next'), up: t('key.previous'), line: list('key.move') }, step),
    // The focused case is a link, and Enter opens it by itself.
    listCommand('list-open', list('key.open-case'), { footer: true, run: () => step(1) }),
    ...(takeNext
      ? [
          {
            id: 'take-next',
            keys: actionKeys['take-next'].keys,
            title: act('next'),
            footer: true,
            run: takeNext.take,
          },
        ]
      : []),
  ]);
  const zone = data?.time_zone;
  const date = format.instant('weekday', nowMs, zone);
  const time = format.instant('time', nowMs, zone);
  return (
    <Frame ref={frame}>
      <PageHeader title={t('day')} actions={<TakeButton takeNext={takeNext} />}>
        <Typography variant="caption" color="textSecondary" noWrap>
          {zone === undefined ? '' : t('day.at', { date, time, zone })}
        </Typography>
      </PageHeader>
      {data === undefined && error !== null ? <ErrorState error={error} onRetry={retry} /> : null}
      {data === undefined && error === null ? <GridSkeleton /> : null}
      {data === undefined ? null : <Shown day={data} />}
    </Frame>
  );
}
