/** Shows requested and completed cases for each piece of the period, as bars and line or as a table with every step. */
import { statisticSteps, type StatisticUnit } from '@rhythmdesk/domain/statistics/steps';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { LinkTo } from '../model/statistics-state.ts';
import { ChartRoom } from './chart-room.ts';
import { FigureHead, FigureTable } from './figure-table.tsx';
import { Figure } from './figure.tsx';
import { Panel } from './panel.tsx';
import type { CasesAnswer } from './step-cards.tsx';

const StepsChart = lazy(() =>
  import('../charts/statistic-charts.tsx').then(({ StepsChart: Chart }) => ({ default: Chart })),
);

/** Returns the name of a piece of the period. */
function usePieceName(unit: StatisticUnit): (piece: { from: string; to: string }) => string {
  const format = useFormat();
  return ({ from, to }) => {
    if (unit === 'day') return format.instant('day', `${from}T00:00:00Z`, 'UTC');
    if (unit === 'month') return format.instant('month', `${from}T00:00:00Z`, 'UTC');
    return format.range('day', Date.parse(from), Date.parse(to), 'UTC');
  };
}

type StepsPanelProps = { answer: CasesAnswer; unit: StatisticUnit; linkTo: LinkTo };

function StepsTable({ answer, unit, linkTo }: StepsPanelProps) {
  const { t } = useTranslation('statistics');
  const nameOf = usePieceName(unit);
  return (
    <FigureTable>
      <FigureHead names={[t('period'), ...statisticSteps.map((step) => t(`step.${step}`))]} />
      <tbody>
        {answer.pieces.map(({ from, to, counts }) => (
          <tr key={from}>
            <th scope="row">{nameOf({ from, to })}</th>
            {statisticSteps.map((step) => (
              <td key={step}>
                <Figure count={counts[step]} link={linkTo({ step, step_from: from, step_to: to })} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

export function StepsPanel({ answer, unit, linkTo }: StepsPanelProps) {
  const { t } = useTranslation('statistics');
  const nameOf = usePieceName(unit);
  return (
    <Panel
      title={t(`chart.steps.${unit}`)}
      chart={
        <Suspense fallback={<ChartRoom />}>
          <StepsChart pieces={answer.pieces} nameOf={nameOf} linkTo={linkTo} />
        </Suspense>
      }
      table={<StepsTable answer={answer} unit={unit} linkTo={linkTo} />}
    />
  );
}
