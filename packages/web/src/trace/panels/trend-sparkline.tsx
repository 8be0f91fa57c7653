/** Draws the recording in a row of the list: its heart rate at a glance, on the same scale in every row. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sparklineFigures, sparklineFromBase64, readSparkline } from '../signal/sparkline-bytes.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { drawSparkline, sparklineHeightPx, sparklineWidthPx } from '../paint/renderer-sparkline.ts';
import type { ShareSpan } from '../paint/renderer-sparkline.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';

const none: readonly ShareSpan[] = [];

export type TrendSparklineProps = {
  /** 324 bytes, or their base64 text from the list response. */
  readonly bytes: Uint8Array | string;
  /** Stretches in atrial fibrillation, if they are known. */
  readonly af?: readonly ShareSpan[] | undefined;
  /** A card on a phone shows it at full width. */
  readonly wide?: boolean | undefined;
};

export function TrendSparkline({ bytes, af = none, wide = false }: TrendSparklineProps) {
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const read = useMemo(
    () => (typeof bytes === 'string' ? sparklineFromBase64(bytes) : readSparkline(bytes)),
    [bytes],
  );
  const figures = read === null ? null : sparklineFigures(read);
  const label =
    figures === null
      ? t('sparkline.empty')
      : t('sparkline.label', {
          min: Math.round(figures.min),
          mean: Math.round(figures.mean),
          max: Math.round(figures.max),
        });
  return (
    <PlainCanvas
      label={label}
      heightPx={wide ? 34 : sparklineHeightPx}
      widthPx={wide ? undefined : sparklineWidthPx}
      draw={(ctx, surface) => {
        if (read !== null) drawSparkline(ctx, surface, read, af, colours);
      }}
    />
  );
}
