/**
 * Draws a tile of a wall of strips: some seconds of up to two leads on paper, beats in the colours and with the letters of
 * their classes, and the interval before the beat that the tile is about.
 */
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../platform/use-stored.ts';
import type { DrawingContext, Surface } from '../paint/drawing-context.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { drawBeatShape } from '../paint/renderer-beats.ts';
import { drawPaper } from '../paint/renderer-paper.ts';
import { strokeInk } from '../paint/renderer-trace.ts';
import { beatColour, type TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { type Beats, beatsIn, classAt, colouredStretches } from '../signal/reading.ts';
import type { RawRun } from '../signal/signal.ts';
import { extentOfSamples } from '../time/lead-layout.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { SmallStrips } from './small-strips.ts';
import { useArrived } from './use-arrived.ts';

/** Seconds around a beat, and of a finding from before its onset. */
const shownS = { beat: 3, finding: 6, onset: 1.5 } as const;
const squareS = 0.2;
const letterRowPx = 20;
const marginPx = 3;
const mostLeads = 2;

type Tile = {
  readonly span: SampleSpan;
  /** What the tile is about. */
  readonly place: SampleSpan;
  readonly samplingHz: number;
  readonly beats: Beats | undefined;
  /** The signal of each lead. */
  readonly rows: readonly (readonly RawRun[])[];
};

/** Returns the samples that a tile shows. */
export function wallSpan(place: SampleSpan, samplingHz: number): SampleSpan {
  const isBeat = place.start === place.end;
  const length = Math.round((isBeat ? shownS.beat : shownS.finding) * samplingHz);
  const before = isBeat ? length / 2 : shownS.onset * samplingHz;
  const start = Math.max(0, Math.round(place.start - before));
  return { start, end: start + length };
}

function drawRow(
  ctx: DrawingContext,
  surface: Surface,
  tile: Tile,
  [topPx, heightPx]: readonly [number, number],
  runs: readonly RawRun[],
  colours: TraceColours,
): void {
  const { span, samplingHz, beats } = tile;
  const stepPx = surface.widthPx / (span.end - span.start);
  const stretches = colouredStretches(beats, samplingHz, span);
  for (const run of runs) {
    const { highMv, lowMv } = extentOfSamples(run.values);
    const pxPerMv = (heightPx - 2 * marginPx) / Math.max(0.5, highMv - lowMv);
    const ink = {
      ...{ values: run.values, x0Px: (run.start - span.start) * stepPx, stepPx, pxPerMv },
      zeroPx: topPx + marginPx + highMv * pxPerMv,
    };
    strokeInk(ctx, { ...ink, from: 0, to: run.values.length }, colours.ecg.trace, surface.dpr);
    for (const { start, end, beat } of stretches) {
      const [from, to] = [Math.max(0, start - run.start), Math.min(run.values.length, end - run.start)];
      if (to > from) strokeInk(ctx, { ...ink, from, to }, beatColour(colours, beat), surface.dpr);
    }
  }
}

/** Draws the letters of ectopic beats, and of the beat that the tile is about. */
function drawLetters(ctx: DrawingContext, surface: Surface, tile: Tile, colours: TraceColours): void {
  const { span, place, beats } = tile;
  if (beats === undefined) return;
  const { first, last } = beatsIn(beats, span);
  for (let index = first; index < last; index += 1) {
    const sample = beats.sample[index] ?? 0;
    const beat = classAt(beats, index);
    if (beat === 'N' && sample !== place.start) continue;
    const x = ((sample - span.start) / (span.end - span.start)) * surface.widthPx;
    drawBeatShape(ctx, beat, Math.min(surface.widthPx - 9, Math.max(9, x)), letterRowPx / 2, colours);
  }
}

function drawTile(ctx: DrawingContext, surface: Surface, tile: Tile, colours: TraceColours): void {
  const { span, place, samplingHz, rows } = tile;
  const { widthPx, heightPx, dpr } = surface;
  const pxPerSample = widthPx / (span.end - span.start);
  const paper = { ...colours, ecg: { ...colours.ecg, grid_small: colours.ecg.paper } };
  drawPaper(
    ctx,
    { x: 0, y: 0, width: widthPx, height: heightPx },
    paper,
    0,
    (squareS * samplingHz * pxPerSample) / 5,
    dpr,
  );
  const from = Math.max(0, (place.start - span.start) * pxPerSample);
  const to = Math.min(widthPx, (place.end - span.start) * pxPerSample);
  if (place.end > place.start) {
    ctx.globalAlpha = 0.12;
    ctx.fillStyle = colours.ecg.lens;
    ctx.fillRect(from, 0, to - from, heightPx);
    ctx.globalAlpha = 1;
  }
  const rowPx = (heightPx - letterRowPx) / Math.max(1, rows.length);
  rows.forEach((runs, i) => drawRow(ctx, surface, tile, [letterRowPx + i * rowPx, rowPx], runs, colours));
  drawLetters(ctx, surface, tile, colours);
}

type WallStripProps = {
  readonly strips: SmallStrips;
  readonly start: number;
  readonly end: number;
  readonly beats: Beats | undefined;
  readonly heightPx: number;
};

/** The lead of the full disclosure, and another one. */
function useLeads(strips: SmallStrips): readonly number[] {
  const lead = useStored(strips.arrived, strips.lead);
  return useMemo(() => {
    const others = Array.from({ length: strips.leads }, (_, one) => one).filter((one) => one !== lead);
    return [lead, ...others].slice(0, mostLeads);
  }, [strips, lead]);
}

export function WallStrip({ strips, start, end, beats, heightPx }: WallStripProps) {
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const leads = useLeads(strips);
  const samplingHz = strips.clock.sampling_hz;
  const span = useMemo(() => wallSpan({ start, end }, samplingHz), [start, end, samplingHz]);
  const spans = useMemo(() => [span], [span]);
  useEffect(() => strips.showAll(spans, leads), [strips, spans, leads]);
  const arrived = useArrived(strips, spans, leads);
  const signal = useMemo(
    () => ({ arrived, rows: leads.map((lead) => strips.runs(span, lead)) }),
    [arrived, strips, span, leads],
  );
  const drawn = useCallback(
    (ctx: DrawingContext, surface: Surface) =>
      drawTile(ctx, surface, { span, place: { start, end }, samplingHz, beats, rows: signal.rows }, colours),
    [signal, span, start, end, samplingHz, beats, colours],
  );
  return <PlainCanvas label={t('small.label')} heightPx={heightPx} draw={drawn} />;
}
