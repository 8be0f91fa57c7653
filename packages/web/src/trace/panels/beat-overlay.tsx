/** Beats of a group laid over one another at their peaks, each so pale that what most of them share is dark. */
import { useEffect, useMemo } from 'react';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { useStored } from '../../platform/use-stored.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import type { Pen, Surface } from '../paint/pen.ts';
import { strokeInk } from '../paint/renderer-trace.ts';
import { beatColour, type TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import type { RawRun } from '../signal/signal.ts';
import { extentOfSamples } from '../time/lead-layout.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { SmallStrips } from './small-strips.ts';

const beforeS = 0.3;
const afterS = 0.5;
const marginPx = 4;
/** One beat alone is drawn in full; of many each takes so much. */
const paleOf = (count: number): number => Math.max(0.07, Math.min(1, 3 / Math.max(1, count)));

function overlaySpans(members: readonly number[], samplingHz: number): SampleSpan[] {
  return members.map((sample) => ({
    start: Math.max(0, sample - Math.round(beforeS * samplingHz)),
    end: sample + Math.round(afterS * samplingHz),
  }));
}

type Laid = { readonly run: RawRun; readonly span: SampleSpan };

/** The same scale for all, so that a large beat among small ones is seen to be large. */
function scaleOf(laid: readonly Laid[], heightPx: number): { zeroPx: number; pxPerMv: number } {
  const all = new Float32Array(laid.reduce((sum, { run }) => sum + run.values.length, 0));
  let at = 0;
  for (const { run } of laid) {
    all.set(run.values, at);
    at += run.values.length;
  }
  const { highMv, lowMv } = extentOfSamples(all);
  const pxPerMv = (heightPx - 2 * marginPx) / Math.max(0.5, highMv - lowMv);
  return { zeroPx: marginPx + highMv * pxPerMv, pxPerMv };
}

function draw(
  pen: Pen,
  surface: Surface,
  laid: readonly Laid[],
  colour: string,
  colours: TraceColours,
): void {
  pen.fillStyle = colours.ecg.paper;
  pen.fillRect(0, 0, surface.widthPx, surface.heightPx);
  if (laid.length === 0) return;
  const scale = scaleOf(laid, surface.heightPx);
  pen.globalAlpha = paleOf(laid.length);
  for (const { run, span } of laid) {
    const stepPx = surface.widthPx / (span.end - span.start);
    const x0Px = (run.start - span.start) * stepPx;
    strokeInk(
      pen,
      { values: run.values, from: 0, to: run.values.length, x0Px, stepPx, ...scale },
      colour,
      surface.dpr,
    );
  }
  pen.globalAlpha = 1;
}

type OverlayProps = {
  readonly strips: SmallStrips;
  /** Samples of their peaks. */
  readonly members: readonly number[];
  readonly beat: BeatClass;
  readonly label: string;
  readonly heightPx: number;
};

export function BeatOverlay({ strips, members, beat, label, heightPx }: OverlayProps) {
  const colours = useTraceColours();
  useStored(strips.arrived);
  const spans = useMemo(() => overlaySpans(members, strips.clock.sampling_hz), [members, strips]);
  useEffect(() => strips.showAll(spans), [strips, spans]);
  const colour = beat === 'N' ? colours.ecg.trace : beatColour(colours, beat);
  return (
    <PlainCanvas
      label={label}
      heightPx={heightPx}
      draw={(pen, surface) => {
        const laid = spans.flatMap((span) => strips.runs(span).map((run) => ({ run, span })));
        draw(pen, surface, laid, colour, colours);
      }}
    />
  );
}
