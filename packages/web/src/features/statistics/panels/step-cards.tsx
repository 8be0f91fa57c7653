/** Shows one card per step: its status dial, the number of cases, the change, and its course over the period. */
import { styled } from '@mui/material/styles';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { isBelowShown } from '@rhythmdesk/domain/kit/small-shares';
import { statisticSteps, stepStatus, type StatisticStep } from '@rhythmdesk/domain/statistics/steps';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { StatusDial } from '../../../ui/badges/status-dial.tsx';
import type { LinkTo } from '../model/statistics-state.ts';
import { Figure } from './figure.tsx';

export type CasesAnswer = OutputOf<Routes['statisticsCases']>;

const Cards = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  gap: 12,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));
const Card = styled('li')(({ theme }) => ({
  padding: '11px 14px',
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.card,
  '& .head': { display: 'flex', alignItems: 'center', gap: 8, lineHeight: '18px' },
  '& .name': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 500,
  },
  '& .change': { fontSize: textSize.small, color: theme.vars.palette.text.secondary, whiteSpace: 'nowrap' },
  '& .count': {
    fontSize: textSize.page,
    lineHeight: '30px',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
}));
const Course = styled('svg')({ display: 'block', width: '100%', height: 32 });

/** Returns the change as a share of the previous value, with its sign; a change from zero has none. */
function useChange(): (now: number, before: number) => string {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  return (now, before) => {
    if (before === 0) return now === 0 ? format.percent(0) : t('change.none');
    const share = now / before - 1;
    return `${share > 0 && !isBelowShown(share, 1) ? '+' : ''}${format.percent(share)}`;
  };
}

type BarsProps = { pieces: CasesAnswer['pieces']; step: StatisticStep };

function Bars({ pieces, step }: BarsProps) {
  const highest = Math.max(1, ...pieces.map(({ counts }) => counts[step]));
  const width = 100 / pieces.length;
  return (
    <Course viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {pieces.map(({ from, counts }, index) => (
        <rect
          key={from}
          x={index * width}
          width={width * 0.8}
          y={32 - (32 * counts[step]) / highest}
          height={(32 * counts[step]) / highest}
          fill={`var(--rd-palette-status-${stepStatus[step]})`}
          opacity={index === pieces.length - 1 ? 1 : 0.55}
        />
      ))}
    </Course>
  );
}

type StepCardsProps = { answer: CasesAnswer; linkTo: LinkTo };

export function StepCards({ answer, linkTo }: StepCardsProps) {
  const { t } = useTranslation('statistics');
  const change = useChange();
  const { period, totals, totals_before, pieces } = answer;
  const search = (step: StatisticStep) => ({ step, step_from: period.from, step_to: period.to });
  return (
    <Cards>
      {statisticSteps.map((step) => (
        <Card key={step}>
          <div className="head">
            <StatusDial status={stepStatus[step]} />
            <span className="name">{t(`step.${step}`)}</span>
            <span className="change">{change(totals[step], totals_before[step])}</span>
          </div>
          <div className="count">
            <Figure count={totals[step]} link={linkTo(search(step))} />
          </div>
          <Bars pieces={pieces} step={step} />
        </Card>
      ))}
    </Cards>
  );
}
