/** Shows how long completed cases were in each state: the median, and the 90th percentile. */
import { styled } from '@mui/material/styles';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import type { CompletedFigures } from '@rhythmdesk/contract/statistics';
import { timedStatuses } from '@rhythmdesk/domain/statistics/steps';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { StatusDial } from '../../../ui/badges/status-dial.tsx';
import type { LinkTo } from '../model/statistics-state.ts';
import { FigureTable } from './figure-table.tsx';
import { Figure } from './figure.tsx';
import { Panel } from './panel.tsx';
import { useMinutes, useShare } from './use-minutes.ts';

type TimesAnswer = OutputOf<Routes['statisticsTimes']>;

const Rows = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  margin: 0,
  '& .row': {
    display: 'grid',
    gridTemplateColumns: '16px 1fr auto 64px',
    gap: '4px 8px',
    alignItems: 'center',
  },
  '& dt': { gridColumn: 2 },
  '& dd': { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& dd.median': { fontWeight: 600 },
  '& dd.p90': { color: theme.vars.palette.text.secondary },
  '& .track': {
    gridColumn: '1 / -1',
    position: 'relative',
    height: 6,
    borderRadius: 3,
    overflow: 'hidden',
    backgroundColor: theme.vars.palette.surface.s3,
  },
  '& .track span': { position: 'absolute', inset: '0 auto 0 0', borderRadius: 3 },
  '& .row.all': {
    gridTemplateColumns: '1fr auto 64px',
    paddingTop: 10,
    borderTop: `1px solid ${theme.vars.palette.line.main}`,
  },
  '& .row.all dt': { gridColumn: 1 },
}));
const Before = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

function Times({ answer }: { answer: TimesAnswer }) {
  const { t } = useTranslation('statistics');
  const minutes = useMinutes();
  const { completed, statuses } = answer;
  const longest = Math.max(1, ...statuses.map(({ p90_minutes }) => p90_minutes ?? 0));
  const width = (value: number | null) => `${String((100 * (value ?? 0)) / longest)}%`;
  return (
    <Rows>
      {timedStatuses.map((status) => {
        const found = statuses.find((each) => each.status === status);
        const colour = `var(--rd-palette-status-${status})`;
        return (
          <div key={status} className="row">
            <StatusDial status={status} />
            <dt>{t(`time.${status}`)}</dt>
            <dd className="median">{minutes(found?.median_minutes ?? null)}</dd>
            <dd className="p90">{minutes(found?.p90_minutes ?? null)}</dd>
            <div className="track" aria-hidden="true">
              <span style={{ width: width(found?.p90_minutes ?? null), background: colour, opacity: 0.35 }} />
              <span style={{ width: width(found?.median_minutes ?? null), background: colour }} />
            </div>
          </div>
        );
      })}
      <div className="row all">
        <dt>{t('time.all')}</dt>
        <dd className="median">{minutes(completed.median_minutes)}</dd>
        <dd className="p90">{minutes(completed.p90_minutes)}</dd>
      </div>
    </Rows>
  );
}

const qualities = ['in_time', 'returned', 'corrected'] as const;

function Quality({ answer, linkTo }: { answer: TimesAnswer; linkTo: LinkTo }) {
  const { t } = useTranslation('statistics');
  const share = useShare();
  const { completed, completed_before, period } = answer;
  const search = { step: 'complete', step_from: period.from, step_to: period.to };
  const of = (figures: CompletedFigures, name: (typeof qualities)[number]) =>
    share(figures[name], figures.count);
  return (
    <FigureTable aria-label={t('quality')} sx={{ marginTop: '8px' }}>
      <tbody>
        {qualities.map((name) => (
          <tr key={name}>
            <th scope="row">{t(`column.${name}`)}</th>
            <td className="strong">
              <Figure count={completed[name]} link={linkTo({ ...search, outcome: name })} />
            </td>
            <td>
              {of(completed, name)}
              <Before>{t('before', { value: of(completed_before, name) })}</Before>
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

export function TimesPanel({ answer, linkTo }: { answer: TimesAnswer; linkTo: LinkTo }) {
  const { t } = useTranslation('statistics');
  const content =
    answer.completed.count === 0 ? (
      <p>{t('nothing.completed')}</p>
    ) : (
      <>
        <Times answer={answer} />
        <Quality answer={answer} linkTo={linkTo} />
      </>
    );
  return <Panel title={t('times')} note={t('times.note')} table={content} />;
}
