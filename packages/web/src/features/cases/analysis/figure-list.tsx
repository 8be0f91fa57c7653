/**
 * Shows the figures of the analysis, each with its definition on hover and focus. A rate or interval links to its
 * place. The list is a single tab stop.
 */
import Tooltip from '@mui/material/Tooltip';
import { styled } from '@mui/material/styles';
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import { useTranslation } from 'react-i18next';
import { type Formats, useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { SampleSpan } from '../../../trace/time/time-scale.ts';
import { useRoving } from '../../../ui/use-roving.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import { behindInterval, behindRate } from './figure-beats.ts';
import { useStripPlace } from './strip-place.tsx';

const List = styled('dl')(({ theme }) => ({
  margin: '8px 0 0',
  '& > div': { display: 'flex', alignItems: 'baseline', gap: 8, minHeight: 25 },
  '& > div + div': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& dt': { flex: 1, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, textAlign: 'right' },
  '& small': { fontSize: textSize.small, color: theme.vars.palette.gray },
  '& button': {
    minHeight: 24,
    padding: '0 4px',
    margin: '0 -4px',
    border: 0,
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    cursor: 'pointer',
    textDecoration: 'underline',
    textDecorationStyle: 'dotted',
    textUnderlineOffset: 3,
  },
  [theme.breakpoints.down('md')]: { '& button': { minHeight: 44 }, '& > div': { minHeight: 36 } },
}));

type Key =
  | 'analysed'
  | 'worn'
  | 'beats'
  | 'hr_mean'
  | 'hr_min'
  | 'hr_max'
  | 'longest_rr'
  | 'shortest_rr'
  | 've_share'
  | 'sve_share'
  | 'af_burden'
  | 'sdnn'
  | 'sdann'
  | 'rmssd'
  | 'pnn50';
type Figure = {
  readonly key: Key;
  readonly value: string;
  /** The number of beats that the figure is based on. */
  readonly beats?: number | undefined;
  /** The place in the recording, if the figure has one. */
  readonly span?: SampleSpan | undefined;
};
type Samples = ReadBeats['sample'] | undefined;
/** The parts of an analysis that are shown as figures. */
type Figured = Pick<
  AnalysisSummary,
  'criteria' | 'analysed_s' | 'duration_s' | 'worn_s' | 'beats' | 'rate' | 'v' | 's' | 'af' | 'variability'
>;

type Words = { readonly bpm: (value: number) => string; readonly ms: (value: number) => string };

function rateFigures({ rate, criteria }: Figured, { bpm, ms }: Words, samples: Samples): Figure[] {
  const { min, max, mean_bpm, mean_beats, longest_rr, shortest_rr } = rate;
  const figures: Figure[] = [];
  if (mean_bpm !== null) figures.push({ key: 'hr_mean', value: bpm(mean_bpm), beats: mean_beats });
  for (const [key, found] of [['hr_min', min] as const, ['hr_max', max] as const]) {
    if (found !== null) figures.push({ key, value: bpm(found.bpm), ...behindRate(found, criteria, samples) });
  }
  for (const [key, found] of [['longest_rr', longest_rr] as const, ['shortest_rr', shortest_rr] as const]) {
    if (found !== null) figures.push({ key, value: ms(found.ms), ...behindInterval(found, samples) });
  }
  return figures;
}

type FigureOptions = { readonly words: Words; readonly format: Formats; readonly samples: Samples };

function figuresOf(summary: Figured, { words, format, samples }: FigureOptions): Figure[] {
  const { analysed_s, duration_s, worn_s, beats, v, s, af, variability } = summary;
  const { sdnn_ms, sdann_ms, rmssd_ms, pnn50 } = variability;
  const share = (part: number): string => format.percent(duration_s > 0 ? part / duration_s : 0);
  return [
    { key: 'analysed', value: share(analysed_s) },
    { key: 'worn', value: format.length(worn_s) },
    { key: 'beats', value: format.number(beats.total) },
    ...rateFigures(summary, words, samples),
    { key: 've_share', value: format.percent(v.share, 2) },
    { key: 'sve_share', value: format.percent(s.share, 2) },
    { key: 'af_burden', value: format.percent(af.burden) },
    ...(sdnn_ms === null ? [] : [{ key: 'sdnn', value: words.ms(sdnn_ms) } as const]),
    ...(sdann_ms === null ? [] : [{ key: 'sdann', value: words.ms(sdann_ms) } as const]),
    ...(rmssd_ms === null ? [] : [{ key: 'rmssd', value: words.ms(rmssd_ms) } as const]),
    ...(pnn50 === null ? [] : [{ key: 'pnn50', value: format.percent(pnn50) } as const]),
  ];
}

export function useFigures(): (summary: Figured, samples?: Samples) => readonly Figure[] {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const words = {
    bpm: (value: number) => t('bpm', { value: format.number(value) }),
    ms: (value: number) => t('ms', { value: format.number(value) }),
  };
  return (summary, samples) => figuresOf(summary, { words, format, samples });
}

type ListProps = { readonly summary: Figured; readonly beats: ReadBeats | undefined };

export function FigureList({ summary, beats: read }: ListProps) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const place = useStripPlace();
  const figures = useFigures()(summary, read?.sample);
  const roving = useRoving(figures.length);
  const { rate_intervals, af_s } = summary.criteria;
  return (
    <List aria-label={t('figures')}>
      {figures.map(({ key, value, beats, span }, index) => (
        <div key={key}>
          <Tooltip title={t(`define.${key}`, { intervals: rate_intervals, seconds: af_s })} describeChild>
            <dt {...roving(index)}>{t(`figure.${key}`)}</dt>
          </Tooltip>
          <dd>
            {beats === undefined ? null : (
              <small>{t('of-beats', { count: beats, value: format.number(beats) })} </small>
            )}
            {span === undefined ? (
              value
            ) : (
              <button type="button" tabIndex={roving(index).tabIndex} onClick={() => place.showSpan(span)}>
                {value}
              </button>
            )}
          </dd>
        </div>
      ))}
    </List>
  );
}
