/** Shows a tooltip beside the pointer on the trend: the time and the heart rate there. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import type { Store } from '../../platform/store.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { useStored } from '../../platform/use-stored.ts';
import type { Scene } from '../paint/scene.ts';
import { trendColumns } from '../signal/trend-columns.ts';
import { msAt, type SampleSpan } from '../time/time-scale.ts';
import type { Stage } from './stage.ts';

const Box = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 4,
  padding: '1px 7px',
  borderRadius: 4,
  fontSize: textSize.small,
  lineHeight: '18px',
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s1,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  '& b': { fontWeight: 600 },
}));

type Rate = { readonly mean: number; readonly low: number; readonly high: number };

/** Returns the rate over a stretch; null if no rate was counted. */
export function rateOver(scene: Pick<Scene, 'trend' | 'clock'>, span: SampleSpan): Rate | null {
  const { mean, min, max } = trendColumns(scene.trend, scene.clock, span, 1);
  const [at = NaN, low = NaN, high = NaN] = [mean[0], min[0], max[0]];
  return Number.isNaN(at) ? null : { mean: Math.round(at), low: Math.round(low), high: Math.round(high) };
}

export type TrendPointer = { readonly px: number; readonly at: () => SampleSpan };

export function TrendReadout({ stage, pointer }: { stage: Stage; pointer: Store<TrendPointer | null> }) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  const pointed = useStored(pointer);
  useStored(stage.view, ({ trend }) => `${String(trend.start)} ${String(trend.end)}`);
  const scene = stage.scene();
  if (pointed === null || scene === null) return null;
  const span = pointed.at();
  const ms = msAt(scene.clock, span.start);
  const rate = rateOver(scene, span);
  const isRight = pointed.px > stage.sizes.get().trend.widthPx / 2;
  return (
    <Box
      aria-hidden="true"
      style={{ left: pointed.px, transform: isRight ? 'translateX(calc(-100% - 12px))' : 'translateX(12px)' }}
    >
      {scene.wall.day(ms)} {scene.wall.second(ms)}
      {rate === null ? null : (
        <>
          {' · '}
          <b>{t('inView.rate', { bpm: format.number(rate.mean) })}</b>
          {rate.low === rate.high ? null : ` (${format.number(rate.low)}–${format.number(rate.high)})`}
        </>
      )}
    </Box>
  );
}
