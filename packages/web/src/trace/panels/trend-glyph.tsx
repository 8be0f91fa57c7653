/** The recording in a row of the list: its heart rate at a glance, the same scale in every row. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { glyphFigures, glyphFromBase64, readGlyph } from '../signal/glyph-bytes.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { drawGlyph, glyphHeightPx, glyphWidthPx } from '../paint/renderer-glyph.ts';
import type { ShareSpan } from '../paint/renderer-glyph.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';

const none: readonly ShareSpan[] = [];

export type TrendGlyphProps = {
  /** 324 bytes, or the list answer's base64 of them. */
  readonly glyph: Uint8Array | string;
  /** Stretches in atrial fibrillation, where they are known. */
  readonly af?: readonly ShareSpan[] | undefined;
  /** A card of a phone shows it at full width. */
  readonly wide?: boolean | undefined;
};

export function TrendGlyph({ glyph, af = none, wide = false }: TrendGlyphProps) {
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const read = useMemo(
    () => (typeof glyph === 'string' ? glyphFromBase64(glyph) : readGlyph(glyph)),
    [glyph],
  );
  const figures = read === null ? null : glyphFigures(read);
  const label =
    figures === null
      ? t('glyph.empty')
      : t('glyph.label', {
          min: Math.round(figures.min),
          mean: Math.round(figures.mean),
          max: Math.round(figures.max),
        });
  return (
    <PlainCanvas
      label={label}
      heightPx={wide ? 34 : glyphHeightPx}
      widthPx={wide ? undefined : glyphWidthPx}
      draw={(pen, surface) => {
        if (read !== null) drawGlyph(pen, surface, read, af, colours);
      }}
    />
  );
}
