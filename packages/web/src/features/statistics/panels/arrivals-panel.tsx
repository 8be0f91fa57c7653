/** Shows the hours of the week in which requests arrive: a square per hour, as a table with every count. */
import { styled } from '@mui/material/styles';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { LinkTo } from '../model/statistics-state.ts';
import { FigureHead, FigureTable } from './figure-table.tsx';
import { Figure } from './figure.tsx';
import { Panel } from './panel.tsx';

type ArrivalsAnswer = OutputOf<Routes['statisticsArrivals']>;

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const two = (hour: number): string => String(hour).padStart(2, '0');

/** Monday is 1; 1 January 2024 was a Monday. */
function useWeekday(): (weekday: number) => string {
  const format = useFormat();
  return (weekday) => format.instant('weekdayName', Date.UTC(2024, 0, weekday), 'UTC');
}

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '32px repeat(24, minmax(12px, 1fr))',
  gap: 2,
  minWidth: 370,
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
  '& .cell': { height: 24, borderRadius: 3, backgroundColor: theme.vars.palette.surface.s3 },
  '& .cell span': {
    display: 'block',
    height: '100%',
    borderRadius: 3,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '& .cell[data-some=true]': { cursor: 'pointer' },
  '& .hour': { gridColumn: 'span 6', paddingTop: 2 },
  '& .day': { alignSelf: 'center' },
}));

type Props = { answer: ArrivalsAnswer; linkTo: LinkTo };

function useCells({ answer, linkTo }: Props) {
  const { t } = useTranslation('statistics');
  const nameOf = useWeekday();
  const { period, hours: found } = answer;
  const counts = new Map(found.map(({ weekday, hour, count }) => [`${String(weekday)}-${two(hour)}`, count]));
  return {
    highest: Math.max(1, ...found.map(({ count }) => count)),
    nameOf,
    cell: (weekday: number, hour: number) => {
      const arrived = `${String(weekday)}-${two(hour)}`;
      const count = counts.get(arrived) ?? 0;
      return {
        count,
        label: t('arrivals.cell', { weekday: nameOf(weekday), hour: `${two(hour)}:00`, count }),
        link: linkTo({ step: 'request', step_from: period.from, step_to: period.to, arrived }),
      };
    },
  };
}

/** Shows the week to pointer users; other users have the table. */
function Week(props: Props) {
  const navigate = useNavigate();
  const { cell, highest, nameOf } = useCells(props);
  return (
    <Grid aria-hidden="true">
      {weekdays.flatMap((weekday) => [
        <span key={weekday} className="day">
          {nameOf(weekday)}
        </span>,
        ...hours.map((hour) => {
          const { count, label, link } = cell(weekday, hour);
          return (
            <div
              key={`${String(weekday)}-${String(hour)}`}
              className="cell"
              title={label}
              data-some={count > 0}
              onClick={count > 0 ? () => void navigate({ to: link.to, search: link.search }) : undefined}
            >
              <span style={{ opacity: count / highest }} />
            </div>
          );
        }),
      ])}
      <span />
      {[0, 6, 12, 18].map((hour) => (
        <span key={hour} className="hour">
          {two(hour)}
        </span>
      ))}
    </Grid>
  );
}

function WeekTable(props: Props) {
  const { t } = useTranslation('statistics');
  const { cell, nameOf } = useCells(props);
  return (
    <FigureTable>
      <FigureHead names={[t('period'), ...weekdays.map(nameOf)]} />
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{`${two(hour)}:00`}</th>
            {weekdays.map((weekday) => {
              const { count, link } = cell(weekday, hour);
              return (
                <td key={weekday}>
                  <Figure count={count} link={link} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

export function ArrivalsPanel(props: Props) {
  const { t } = useTranslation('statistics');
  return (
    <Panel
      title={t('arrivals')}
      note={t('arrivals.note', { zone: props.answer.time_zone })}
      chart={<Week {...props} />}
      table={<WeekTable {...props} />}
    />
  );
}
