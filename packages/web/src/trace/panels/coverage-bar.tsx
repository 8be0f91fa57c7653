/** Shows how much of a recording is signal: a bar from its first to its last sample, gaps hatched. */
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import type { DrawingContext, Surface } from '../paint/drawing-context.ts';
import { drawHatch } from '../paint/renderer-hatch.ts';
import type { ShareSpan } from '../paint/renderer-sparkline.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';

const barPx = 6;
const tickPx = 4;

/** Maximum number of ticks: days, or hours of a short recording. */
const mostTicks = 40;

export type CoverageBarProps = {
  /** Stretches without signal, as shares of the length, in order of time. */
  readonly gaps: readonly ShareSpan[];
  /** Share of samples with signal, 0 to 1. */
  readonly share: number;
  readonly durationMs: number;
};

const hourMs = 3_600_000;

/** Returns one tick a day, or one an hour if the recording is not longer than two days. */
function tickShares(durationMs: number): number[] {
  const step = durationMs > 48 * hourMs ? 24 * hourMs : hourMs;
  const shares: number[] = [];
  for (let ms = step; ms < durationMs && shares.length < mostTicks; ms += step) shares.push(ms / durationMs);
  return shares;
}

function drawCoverage(
  ctx: DrawingContext,
  surface: Surface,
  props: CoverageBarProps,
  colours: TraceColours,
): void {
  const { widthPx } = surface;
  ctx.clearRect(0, 0, widthPx, surface.heightPx);
  ctx.fillStyle = colours.success.main;
  ctx.globalAlpha = 0.78;
  ctx.fillRect(0, 0, widthPx, barPx);
  ctx.globalAlpha = 1;
  for (const { from, to } of props.gaps) {
    const width = Math.max(2, (to - from) * widthPx);
    drawHatch(ctx, { x: from * widthPx, y: 0, width, height: barPx }, colours, 4);
  }
  ctx.fillStyle = colours.line.strong;
  for (const share of tickShares(props.durationMs))
    ctx.fillRect(Math.round(share * widthPx), barPx + 2, 1, tickPx - 1);
}

export function CoverageBar(props: CoverageBarProps) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  const colours = useTraceColours();
  return (
    <PlainCanvas
      label={t('coverage.label', { share: format.percent(props.share), gaps: props.gaps.length })}
      heightPx={barPx + 2 + tickPx}
      draw={(ctx, surface) => drawCoverage(ctx, surface, props, colours)}
    />
  );
}
