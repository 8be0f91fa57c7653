/** Shows the expected work of the next 14 days, how it was computed, and its error over the last 28 days. */
import { styled, useTheme } from '@mui/material/styles';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { LinkTo } from '../model/statistics-state.ts';
import { FigureHead, FigureTable } from './figure-table.tsx';
import { Figure } from './figure.tsx';
import { LayersChart } from './layers-chart.tsx';
import { Panel } from './panel.tsx';

type ForecastAnswer = OutputOf<Routes['statisticsForecast']>;
type Props = { answer: ForecastAnswer; linkTo: LinkTo };

const Words = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  maxWidth: 900,
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

function useDays({ answer, linkTo }: Props) {
  const format = useFormat();
  return answer.days.map((day) => ({
    ...day,
    name: format.instant('weekday', `${day.day}T00:00:00Z`, 'UTC'),
    link: linkTo({ due_from: day.due_from ?? undefined, due_until: day.due_until }),
  }));
}

function ForecastChart(props: Props) {
  const { t } = useTranslation('statistics');
  const { vars } = useTheme();
  const days = useDays(props);
  return (
    <LayersChart
      label={t('forecast')}
      names={days.map(({ name }) => name)}
      layers={[
        {
          id: 'due',
          label: t('forecast.due'),
          colour: vars.palette.primary.main,
          values: days.map(({ due }) => due),
          links: days.map(({ due, link }) => (due === 0 ? undefined : link)),
        },
        {
          id: 'expected',
          label: t('forecast.expected'),
          colour: vars.palette.line.strong,
          values: days.map(({ expected }) => Math.round(expected * 10) / 10),
        },
      ]}
    />
  );
}

function ForecastTable(props: Props) {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  return (
    <FigureTable>
      <FigureHead
        names={(['day', 'due', 'expected', 'range'] as const).map((head) => t(`forecast.${head}`))}
      />
      <tbody>
        {useDays(props).map(({ day, name, due, link, expected, low, high }) => (
          <tr key={day}>
            <th scope="row">{name}</th>
            <td className="strong">
              <Figure count={due} link={link} />
            </td>
            <td>{format.number(expected, 1)}</td>
            <td>{`${format.number(low)}–${format.number(high)}`}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

function Backtest({ answer, linkTo }: Props) {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  return (
    <details>
      <summary>{t('forecast.backtest')}</summary>
      <FigureTable>
        <FigureHead names={(['day', 'expected', 'came'] as const).map((head) => t(`forecast.${head}`))} />
        <tbody>
          {answer.backtest.map(({ day, expected, came }) => (
            <tr key={day}>
              <th scope="row">{format.instant('weekday', `${day}T00:00:00Z`, 'UTC')}</th>
              <td>{format.number(expected, 1)}</td>
              <td>
                <Figure count={came} link={linkTo({ step: 'request', step_from: day, step_to: day })} />
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </details>
  );
}

export function ForecastPanel(props: Props) {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  const { error_cases, error_share, within, time_zone } = props.answer;
  const words =
    error_cases === null || error_share === null || within === null
      ? t('forecast.no-error')
      : t('forecast.error', {
          cases: format.number(error_cases, 1),
          share: format.percent(error_share, 0),
          within: format.percent(within, 0),
        });
  const foot = (
    <>
      <Words>{t('forecast.method')}</Words>
      <Words>{words}</Words>
      <Backtest {...props} />
    </>
  );
  return (
    <Panel
      title={t('forecast')}
      note={t('forecast.note', { zone: time_zone })}
      chart={
        <>
          <ForecastChart {...props} />
          {foot}
        </>
      }
      table={
        <>
          <ForecastTable {...props} />
          {foot}
        </>
      }
    />
  );
}
