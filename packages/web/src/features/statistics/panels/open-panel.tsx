/** Shows the open cases by status and age: stacked bars, or a table. */
import { useTheme } from '@mui/material/styles';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { ageHours, timedStatuses, type TimedStatus } from '@rhythmdesk/domain/statistics/steps';
import { useTranslation } from 'react-i18next';
import type { LinkTo } from '../model/statistics-state.ts';
import { FigureHead, FigureTable } from './figure-table.tsx';
import { Figure } from './figure.tsx';
import { LayersChart } from './layers-chart.tsx';
import { Panel } from './panel.tsx';

type OpenAnswer = OutputOf<Routes['statisticsOpen']>;
type Props = { answer: OpenAnswer; linkTo: LinkTo };

const dayFrom = 48;

function useAgeName(): (index: number) => string {
  const { t } = useTranslation('statistics');
  const span = (hours: number) =>
    hours >= dayFrom ? t('days', { days: String(hours / 24) }) : t('hours', { hours: String(hours) });
  return (index) => {
    const from = ageHours[index] ?? 0;
    const to = ageHours[index + 1];
    if (to === undefined) return t('age.last', { from: span(from) });
    return t('age.span', { from: span(from), to: span(to) });
  };
}

function useCounts({ answer, linkTo }: Props) {
  const of = (status: TimedStatus, hours: number) =>
    answer.ages.find((age) => age.status === status && age.from_hours === hours);
  return (status: TimedStatus, hours: number) => {
    const age = of(status, hours);
    const search = {
      status: [status],
      waiting_from: age?.waiting_from ?? undefined,
      waiting_until: age?.waiting_until ?? answer.at,
    };
    return { count: age?.count ?? 0, link: linkTo(search) };
  };
}

function AgeChart(props: Props) {
  const { t } = useTranslation('statistics');
  const { t: word } = useTranslation('words');
  const { vars } = useTheme();
  const ageName = useAgeName();
  const countOf = useCounts(props);
  return (
    <LayersChart
      label={t('open')}
      names={ageHours.map((_, index) => ageName(index))}
      layers={timedStatuses.map((status) => ({
        id: status,
        label: word(`status.${status}`),
        colour: vars.palette.status[status],
        values: ageHours.map((hours) => countOf(status, hours).count),
        links: ageHours.map((hours) => countOf(status, hours).link),
      }))}
    />
  );
}

function AgeTable(props: Props) {
  const { t } = useTranslation('statistics');
  const { t: word } = useTranslation('words');
  const ageName = useAgeName();
  const countOf = useCounts(props);
  const { answer, linkTo } = props;
  return (
    <FigureTable>
      <FigureHead names={[t('group.name'), ...ageHours.map((_hours, index) => ageName(index)), t('total')]} />
      <tbody>
        {timedStatuses.map((status) => {
          const all = answer.ages.reduce((sum, age) => sum + (age.status === status ? age.count : 0), 0);
          return (
            <tr key={status}>
              <th scope="row">{word(`status.${status}`)}</th>
              {ageHours.map((hours) => (
                <td key={hours}>
                  <Figure {...countOf(status, hours)} />
                </td>
              ))}
              <td className="strong">
                <Figure count={all} link={linkTo({ status: [status], waiting_until: answer.at })} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </FigureTable>
  );
}

export function OpenPanel(props: Props) {
  const { t } = useTranslation('statistics');
  const none = props.answer.ages.length === 0;
  return (
    <Panel
      title={t('open')}
      note={t('open.note')}
      chart={none ? undefined : <AgeChart {...props} />}
      table={none ? <p>{t('open.none')}</p> : <AgeTable {...props} />}
    />
  );
}
