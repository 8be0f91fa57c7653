/**
 * Draws a thumbnail of a saved strip: all of it on paper that fills the available width, one lead, beats in their
 * colours.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawingContext, Surface } from '../paint/drawing-context.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { drawLeadName } from '../paint/lead-name.ts';
import { drawPaper } from '../paint/renderer-paper.ts';
import { strokeInk } from '../paint/renderer-trace.ts';
import type { SheetSignal } from '../paint/strip-sheet.ts';
import { beatColour, type TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { type Beats, colouredStretches } from '../signal/reading.ts';
import { extentOfSamples } from '../time/lead-layout.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { SmallStrips } from './small-strips.ts';
import { useSheetSignals } from './use-sheet-signals.ts';

/** A measurement or a pointer with its text; `to_sample` is the end of a range. */
export type CardMark = { readonly sample: number; readonly to_sample?: number; readonly text: string };

const heightPx = 54;
const marginPx = 6;
const squareS = 0.2;
/** Smaller squares than this would merge into grey. */
const leastSquarePx = 5;

type X = (sample: number) => number;

function drawLines(
  ctx: DrawingContext,
  surface: Surface,
  { sample, to_sample }: CardMark,
  x: X,
  colour: string,
): void {
  if (to_sample === undefined) return;
  const [from, to] = [x(sample), x(to_sample)];
  ctx.fillStyle = colour;
  for (const at of [from, to]) ctx.fillRect(at - 0.5, 4, 1, surface.heightPx - 8);
  ctx.fillRect(Math.min(from, to), 9, Math.abs(to - from), 1);
}

/** Draws the texts side by side. A text that does not fit beside those before it is visible in the editor only. */
function drawWords(
  ctx: DrawingContext,
  surface: Surface,
  marks: readonly CardMark[],
  x: X,
  colours: TraceColours,
): void {
  const taken: (readonly [number, number])[] = [];
  ctx.font = `600 11px ${colours.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  for (const { sample, to_sample = sample, text } of marks) {
    const wide = ctx.measureText(text).width + 8;
    const middle = (x(sample) + x(to_sample)) / 2;
    const left = Math.max(1, Math.min(surface.widthPx - wide - 1, middle - wide / 2));
    if (text === '' || taken.some(([from, to]) => left < to && left + wide > from)) continue;
    taken.push([left, left + wide]);
    ctx.globalAlpha = 0.9;
    ctx.fillStyle = colours.ecg.paper;
    ctx.fillRect(left, 2, wide, 15);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colours.ecg.caliper;
    ctx.fillText(text, left + wide / 2, 10);
  }
}

type Card = {
  readonly span: SampleSpan;
  readonly sampling_hz: number;
  readonly signal: SheetSignal | undefined;
  readonly beats: Beats | undefined;
  readonly marks: readonly CardMark[];
  /** Set if the lead is not that of the full disclosure. */
  readonly leadName: string | undefined;
};

function drawCard(ctx: DrawingContext, surface: Surface, card: Card, colours: TraceColours): void {
  const { span, sampling_hz, signal, beats, marks, leadName } = card;
  const stepPx = surface.widthPx / Math.max(1, span.end - span.start);
  const x = (sample: number): number => (sample - span.start) * stepPx;
  let squarePx = squareS * sampling_hz * stepPx;
  while (squarePx < leastSquarePx) squarePx *= 5;
  const box = { x: 0, y: 0, width: surface.widthPx, height: surface.heightPx };
  drawPaper(
    ctx,
    box,
    { ...colours, ecg: { ...colours.ecg, grid_small: colours.ecg.paper } },
    0,
    squarePx / 5,
    surface.dpr,
  );
  if (signal !== undefined) {
    const { highMv, lowMv } = extentOfSamples(signal.shown);
    const pxPerMv = (surface.heightPx - 2 * marginPx) / Math.max(1, highMv - lowMv);
    const ink = { values: signal.shown, x0Px: 0, stepPx, zeroPx: marginPx + highMv * pxPerMv, pxPerMv };
    strokeInk(ctx, { ...ink, from: 0, to: signal.shown.length }, colours.ecg.trace, surface.dpr);
    for (const { start, end, beat } of colouredStretches(beats, sampling_hz, span)) {
      const [from, to] = [Math.max(0, start - span.start), Math.min(signal.shown.length, end - span.start)];
      if (to > from) strokeInk(ctx, { ...ink, from, to }, beatColour(colours, beat), surface.dpr);
    }
  }
  for (const mark of marks) drawLines(ctx, surface, mark, x, colours.ecg.caliper);
  drawWords(ctx, surface, marks, x, colours);
  if (leadName !== undefined) drawLeadName(ctx, leadName, colours);
}

type StripCardProps = {
  readonly strips: SmallStrips;
  readonly start: number;
  readonly end: number;
  readonly lead: number;
  readonly beats: Beats | undefined;
  readonly marks: readonly CardMark[];
};

export function StripCard({ strips, start, end, lead, beats, marks }: StripCardProps) {
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const leads = useMemo(() => [lead], [lead]);
  const span = { start, end };
  const [signal] = useSheetSignals(strips, span, leads);
  const leadName = strips.otherName(lead);
  const card = { span, sampling_hz: strips.clock.sampling_hz, signal, beats, marks, leadName };
  return (
    <PlainCanvas
      label={t('small.label')}
      heightPx={heightPx}
      draw={(ctx, surface) => drawCard(ctx, surface, card, colours)}
    />
  );
}
