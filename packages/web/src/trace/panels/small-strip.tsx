/** Draws a thumbnail of a finding: some seconds of one lead around its onset, without paper, at the gain that fits. */
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import type { DrawingContext, Surface } from '../paint/drawing-context.ts';
import { drawLeadName } from '../paint/lead-name.ts';
import { strokeInk } from '../paint/renderer-trace.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import type { RawRun } from '../signal/signal.ts';
import { extentOfSamples } from '../time/lead-layout.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { SmallStrips } from './small-strips.ts';
import { useStripLead } from './use-strip-lead.ts';

const usualHeightPx = 34;
const shownSeconds = 6;
const onsetSeconds = 1.5;
const marginPx = 3;

function draw(
  ctx: DrawingContext,
  surface: Surface,
  runs: readonly RawRun[],
  span: SampleSpan,
  finding: SampleSpan,
  colours: TraceColours,
  leadName: string | undefined,
): void {
  const stepPx = surface.widthPx / (span.end - span.start);
  const xOf = (sample: number): number => (sample - span.start) * stepPx;
  const from = Math.max(0, xOf(finding.start) - 1);
  const to = Math.min(surface.widthPx, Math.max(from + 3, xOf(finding.end)));
  ctx.clearRect(0, 0, surface.widthPx, surface.heightPx);
  ctx.fillStyle = colours.ecg.lens;
  ctx.globalAlpha = 0.12;
  ctx.fillRect(from, 0, to - from, surface.heightPx);
  ctx.globalAlpha = 1;
  for (const run of runs) {
    const { highMv, lowMv } = extentOfSamples(run.values);
    const pxPerMv = (surface.heightPx - 2 * marginPx) / Math.max(0.5, highMv - lowMv);
    const zeroPx = marginPx + highMv * pxPerMv;
    const ink = { values: run.values, from: 0, to: run.values.length, x0Px: xOf(run.start), stepPx };
    strokeInk(ctx, { ...ink, zeroPx, pxPerMv }, colours.ecg.trace, surface.dpr);
  }
  if (leadName !== undefined) drawLeadName(ctx, leadName, colours);
}

/** The part of a finding at its onset that decides which lead shows it. */
const decidingSeconds = 0.2;

type SmallStripProps = {
  readonly strips: SmallStrips;
  readonly start: number;
  readonly end: number;
  readonly heightPx?: number;
};

export function SmallStrip({ strips, start, end, heightPx = usualHeightPx }: SmallStripProps) {
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const { sampling_hz: hz, samples } = strips.clock;
  const span = useMemo(() => {
    const from = Math.max(0, Math.round(start - onsetSeconds * hz));
    return { start: from, end: from + Math.round(shownSeconds * hz) };
  }, [hz, start]);
  const spans = useMemo(() => [span], [span]);
  const around = Math.round((decidingSeconds / 2) * hz);
  const onset = { start: Math.max(0, start - around), end: Math.min(samples, start + around) };
  const { lead, name, arrived } = useStripLead(strips, spans, [onset]);
  const signal = useMemo(() => ({ arrived, runs: strips.runs(span, lead) }), [arrived, strips, span, lead]);
  const drawn = useCallback(
    (ctx: DrawingContext, surface: Surface) =>
      draw(ctx, surface, signal.runs, span, { start, end }, colours, name),
    [signal, span, start, end, colours, name],
  );
  return <PlainCanvas label={t('small.label')} heightPx={heightPx} draw={drawn} />;
}
