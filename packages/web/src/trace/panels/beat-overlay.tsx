/**
 * Draws the beats of a group on top of one another, aligned at their peaks, each in the colour of its class. Each is
 * pale, so that the shape that most of them share is dark. A mixed group shows the mean beat of each class over them.
 */
import { useCallback, useMemo } from 'react';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import type { DrawingContext, Surface } from '../paint/drawing-context.ts';
import { drawLeadName } from '../paint/lead-name.ts';
import { strokeInk, traceWidthPx } from '../paint/renderer-trace.ts';
import { beatInk, type TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import {
  centred,
  commonScaleOf,
  type Laid,
  meanOf,
  overlaidClasses,
  overlaySpans,
  stepPxOf,
} from './beat-traces.ts';
import type { SmallStrips } from './small-strips.ts';
import { useStripLead } from './use-strip-lead.ts';

/** A single beat is drawn at full opacity; with many, each gets this opacity. */
const paleOf = (count: number): number => Math.max(0.07, Math.min(1, 3 / Math.max(1, count)));

/** Beats of a rare class are as visible as those of the usual one. */
const leastRare = 0.25;
const meanPx = 2;

type Classed = Laid & { readonly beat: BeatClass };

function draw(
  ctx: DrawingContext,
  surface: Surface,
  laid: readonly Classed[],
  { classes, means }: { readonly classes: readonly BeatClass[]; readonly means: boolean },
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.ecg.paper;
  ctx.fillRect(0, 0, surface.widthPx, surface.heightPx);
  if (laid.length === 0) return;
  const scale = commonScaleOf(laid, surface.heightPx);
  const stroke = ({ run, span }: Laid, beat: BeatClass, widthPx = traceWidthPx): void => {
    const stepPx = stepPxOf(span, surface.widthPx);
    const x0Px = (run.start - span.start) * stepPx;
    const ink = { values: run.values, from: 0, to: run.values.length, x0Px, stepPx, ...scale };
    strokeInk(ctx, ink, beatInk(colours, beat), surface.dpr, widthPx);
  };
  const order = overlaidClasses(classes);
  for (const [rank, beat] of order.entries()) {
    const own = laid.filter((one) => one.beat === beat);
    ctx.globalAlpha = rank === 0 ? paleOf(laid.length) : Math.max(leastRare, paleOf(own.length));
    for (const one of own) stroke(one, beat);
  }
  ctx.globalAlpha = 1;
  if (!means || order.length < 2) return;
  for (const beat of order) {
    const mean = meanOf(laid.filter((one) => one.beat === beat));
    if (mean !== null) stroke(mean, beat, meanPx);
  }
}

type OverlayProps = {
  readonly strips: SmallStrips;
  /** Sample positions of their peaks. */
  readonly members: readonly number[];
  /** The class of each; the same array as long as its content is the same. */
  readonly classes: readonly BeatClass[];
  /** Draws the mean beat of each class over them. */
  readonly means: boolean;
  readonly label: string;
  readonly heightPx: number;
};

export function BeatOverlay({ strips, members, classes, means, label, heightPx }: OverlayProps) {
  const colours = useTraceColours();
  const spans = useMemo(() => overlaySpans(members, strips.clock.sampling_hz), [members, strips]);
  const { lead, name, arrived } = useStripLead(strips, spans);
  const laid = useMemo(() => {
    const runs = spans.flatMap((span, i) =>
      strips.runs(span, lead).map((run) => ({ run: centred(run), span, beat: classes[i] ?? 'Q' })),
    );
    return { arrived, runs, classes, means };
  }, [arrived, strips, spans, lead, classes, means]);
  const drawn = useCallback(
    (ctx: DrawingContext, surface: Surface) => {
      draw(ctx, surface, laid.runs, laid, colours);
      if (name !== undefined) drawLeadName(ctx, name, colours);
    },
    [laid, colours, name],
  );
  return <PlainCanvas label={label} heightPx={heightPx} draw={drawn} />;
}
