/** Shows a saved strip on its paper with all its leads, at the size that its scale requires. */
import { useTranslation } from 'react-i18next';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { drawSheet } from '../paint/renderer-sheet.ts';
import type { SheetSignal, StripSheet } from '../paint/strip-sheet.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import type { Beats } from '../signal/reading.ts';

type SheetCanvasProps = {
  readonly sheet: StripSheet;
  readonly signals: readonly SheetSignal[];
  readonly names: readonly string[];
  readonly beats: Beats | undefined;
  readonly sampling_hz: number;
};

export function SheetCanvas({ sheet, ...drawn }: SheetCanvasProps) {
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  return (
    <PlainCanvas
      label={t('strip.label')}
      widthPx={sheet.widthPx}
      heightPx={sheet.heightPx}
      draw={(ctx, { dpr }) => drawSheet(ctx, { sheet, ...drawn }, colours, dpr)}
    />
  );
}
