/**
 * Draws the beats of a group on top of one another, aligned at their peaks. Each is pale, so that the shape that most
 * of them share is dark.
 */
import { useCallback, useEffect, useMemo } from 'react';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { useStored } from '../../platform/use-stored.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import type { DrawingContext, Surface } from '../paint/drawing-context.ts';
import { strokeInk } from '../paint/renderer-trace.ts';
import { beatColour, type TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { centred, type Laid, overlaySpans, commonScaleOf, stepPxOf } from './beat-traces.ts';
import type { SmallStrips } from './small-strips.ts';

/** A single beat is drawn at full opacity; with many, each gets this opacity. */
const paleOf = (count: number): number => Math.max(0.07, Math.min(1, 3 / Math.max(1, count)));

function draw(
  ctx: DrawingContext,
  surface: Surface,
  laid: readonly Laid[],
  colour: string,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.ecg.paper;
  ctx.fillRect(0, 0, surface.widthPx, surface.heightPx);
  if (laid.length === 0) return;
  const scale = commonScaleOf(laid, surface.heightPx);
  ctx.globalAlpha = paleOf(laid.length);
  for (const { run, span } of laid) {
    const stepPx = stepPxOf(span, surface.widthPx);
    const x0Px = (run.start - span.start) * stepPx;
    strokeInk(
      ctx,
      { values: run.values, from: 0, to: run.values.length, x0Px, stepPx, ...scale },
      colour,
      surface.dpr,
    );
  }
  ctx.globalAlpha = 1;
}

type OverlayProps = {
  readonly strips: SmallStrips;
  /** Sample positions of their peaks. */
  readonly members: readonly number[];
  readonly beat: BeatClass;
  readonly label: string;
  readonly heightPx: number;
};

export function BeatOverlay({ strips, members, beat, label, heightPx }: OverlayProps) {
  const colours = useTraceColours();
  useStored(strips.arrived);
  const lead = strips.lead();
  const spans = useMemo(() => overlaySpans(members, strips.clock.sampling_hz), [members, strips]);
  useEffect(() => strips.showAll(spans), [strips, spans]);
  const colour = beat === 'N' ? colours.ecg.trace : beatColour(colours, beat);
  // How much of these beats has arrived. Tiles of other places arrive too, and change nothing here.
  const shown = spans.flatMap((span) => strips.runs(span, lead).map(({ values }) => values.length)).join(' ');
  const laid = useMemo(() => {
    const runs = spans.flatMap((span) => strips.runs(span, lead).map((run) => ({ run: centred(run), span })));
    return { shown, runs };
  }, [shown, strips, spans, lead]);
  const drawn = useCallback(
    (ctx: DrawingContext, surface: Surface) => draw(ctx, surface, laid.runs, colour, colours),
    [laid, colour, colours],
  );
  return <PlainCanvas label={label} heightPx={heightPx} draw={drawn} />;
}
