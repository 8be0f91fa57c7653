/**
 * Draws the charts, in a chunk of their own. Shapes repeat what colours show: bars are completed cases, the line with
 * markers is requested cases, and stacked layers are in the order of their legend with a gap between them. A click
 * opens the cases behind a figure.
 */
import { useTheme } from '@mui/material/styles';
import { BarChart, barClasses, BarPlot } from '@mui/x-charts/BarChart';
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight';
import { ChartsDataProvider } from '@mui/x-charts/ChartsDataProvider';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsLegend } from '@mui/x-charts/ChartsLegend';
import { ChartsSurface } from '@mui/x-charts/ChartsSurface';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { FigureLink, LinkTo } from '../model/statistics-state.ts';
import { chartHeight } from '../panels/chart-room.ts';
import type { CasesAnswer } from '../panels/step-cards.tsx';

const margin = { top: 8, right: 4, bottom: 0, left: 0 };
/** As high as the panel of times beside it. */
const rows = { height: 340 };

function useOpen(): (link: FigureLink | undefined) => void {
  const navigate = useNavigate();
  return (link) => {
    if (link !== undefined) void navigate({ to: link.to, search: link.search });
  };
}

type Pieces = CasesAnswer['pieces'];
type StepsChartProps = {
  pieces: Pieces;
  nameOf: (piece: { from: string; to: string }) => string;
  linkTo: LinkTo;
};

function useStepSeries(pieces: Pieces) {
  const { t } = useTranslation('statistics');
  const { vars } = useTheme();
  const format = useFormat();
  const of = (step: 'request' | 'complete') => ({
    id: step,
    label: t(`step.${step}`),
    color: vars.palette.status[step],
    data: pieces.map(({ counts }) => counts[step]),
    valueFormatter: (value: number | null) => format.number(value ?? 0),
  });
  return [
    { type: 'bar', ...of('complete') },
    { type: 'line', curve: 'linear', showMark: true, ...of('request') },
  ] as const;
}

export function StepsChart({ pieces, nameOf, linkTo }: StepsChartProps) {
  const { t } = useTranslation('statistics');
  const series = useStepSeries(pieces);
  const open = useOpen();
  const figure = (step: 'request' | 'complete', index: number | undefined) => {
    const piece = index === undefined ? undefined : pieces[index];
    return piece && linkTo({ step, step_from: piece.from, step_to: piece.to });
  };
  return (
    <ChartsDataProvider
      {...rows}
      margin={margin}
      skipAnimation
      series={series}
      xAxis={[
        { id: 'x', scaleType: 'band', data: pieces.map(nameOf), disableTicks: true, categoryGapRatio: 0.25 },
      ]}
      yAxis={[{ id: 'y', width: 44, disableLine: true, disableTicks: true, tickMinStep: 1 }]}
    >
      <ChartsLegend />
      <ChartsSurface aria-label={`${t('step.request')}, ${t('step.complete')}`}>
        <ChartsGrid horizontal />
        <BarPlot borderRadius={2} onItemClick={(_, { dataIndex }) => open(figure('complete', dataIndex))} />
        <LinePlot skipAnimation />
        <MarkPlot skipAnimation onItemClick={(_, { dataIndex }) => open(figure('request', dataIndex))} />
        <ChartsAxisHighlight x="band" />
        <ChartsXAxis axisId="x" />
        <ChartsYAxis axisId="y" />
      </ChartsSurface>
      <ChartsTooltip trigger="axis" />
    </ChartsDataProvider>
  );
}

type Layer = {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  readonly values: readonly number[];
  readonly links?: readonly (FigureLink | undefined)[];
};
type LayersChartProps = { label: string; names: readonly string[]; layers: readonly Layer[] };

/** Draws stacked bars. */
export function LayersChart({ label, names, layers }: LayersChartProps) {
  const format = useFormat();
  const { vars } = useTheme();
  const open = useOpen();
  return (
    <BarChart
      aria-label={label}
      height={chartHeight}
      margin={margin}
      skipAnimation
      grid={{ horizontal: true }}
      sx={{ [`& .${barClasses.element}`]: { stroke: vars.palette.card, strokeWidth: 1.5 } }}
      series={layers.map(({ id, label: name, colour, values }) => ({
        id,
        label: name,
        color: colour,
        data: [...values],
        stack: 'all',
        valueFormatter: (value: number | null) => format.number(value ?? 0, Number.isInteger(value) ? 0 : 1),
      }))}
      xAxis={[{ scaleType: 'band', data: [...names], disableTicks: true, categoryGapRatio: 0.3 }]}
      yAxis={[{ width: 44, disableLine: true, disableTicks: true, tickMinStep: 1 }]}
      onItemClick={(_, { seriesId, dataIndex }) =>
        open(layers.find(({ id }) => id === seriesId)?.links?.[dataIndex])
      }
    />
  );
}
