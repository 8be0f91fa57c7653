/**
 * Shows a group of beats enlarged, on every lead side by side: the shape that most of them share is dark, a deviant one
 * is visible. Clicking a trace selects that beat; similar beats are drawn in the second colour.
 */
import { styled } from '@mui/material/styles';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { type PointerEvent, useEffect, useMemo, useState } from 'react';
import { textSize } from '../../platform/theme/type-scale.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { drawPaper } from '../paint/renderer-paper.ts';
import type { DrawingContext, Surface } from '../paint/drawing-context.ts';
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
  traceUnder,
} from './beat-traces.ts';
import type { SmallStrips } from './small-strips.ts';
import { useArrived } from './use-arrived.ts';

const reachPx = 12;
const paperPx = 6;
const pressedPx = 2.2;
const meanPx = 2;
const alpha = { usual: 0.1, like: 0.3, faded: 0.05 } as const;

const Leads = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 1,
  backgroundColor: theme.vars.palette.line.main,
  '& > figure': { position: 'relative', minWidth: 0, margin: 0, cursor: 'crosshair' },
  '& figcaption': {
    position: 'absolute',
    top: 4,
    left: 8,
    fontSize: textSize.small,
    fontWeight: 600,
    pointerEvents: 'none',
  },
}));

/** The selected trace, and the similar ones. */
type Marked = { readonly pressed: number | null; readonly like: ReadonlySet<number> };

type BigOverlayProps = {
  readonly strips: SmallStrips;
  readonly leadNames: readonly string[];
  /** Sample positions of their peaks. */
  readonly members: readonly number[];
  /** The class of each. */
  readonly classes: readonly BeatClass[];
  /** Draws the mean beat of each class over them. */
  readonly means: boolean;
  readonly marked: Marked;
  readonly label: (lead: string) => string;
  readonly heightPx: number;
  readonly onPress: (sample: number) => void;
};

type Drawn = {
  readonly laid: readonly (Laid & { readonly sample: number; readonly beat: BeatClass })[];
  readonly classes: readonly BeatClass[];
  readonly means: boolean;
  readonly raised: number | null;
  readonly marked: Marked;
};

function draw(ctx: DrawingContext, surface: Surface, drawn: Drawn, colours: TraceColours): void {
  const { laid, classes, means, raised, marked } = drawn;
  const box = { x: 0, y: 0, width: surface.widthPx, height: surface.heightPx };
  drawPaper(ctx, box, colours, 0, paperPx, surface.dpr);
  const scale = commonScaleOf(laid, surface.heightPx);
  const stroke = ({ run, span }: Laid, ink: string, opacity: number, widthPx = traceWidthPx): void => {
    const stepPx = stepPxOf(span, surface.widthPx);
    const at = { x0Px: (run.start - span.start) * stepPx, stepPx, ...scale };
    ctx.globalAlpha = opacity;
    strokeInk(ctx, { values: run.values, from: 0, to: run.values.length, ...at }, ink, surface.dpr, widthPx);
  };
  const hasMarked = marked.like.size > 0;
  const isLike = ({ sample }: { sample: number }): boolean => marked.like.has(sample);
  const order = overlaidClasses(classes);
  for (const [rank, beat] of order.entries()) {
    const usual = rank === 0 ? alpha.usual : alpha.like;
    for (const one of laid)
      if (one.beat === beat && !isLike(one))
        stroke(one, beatInk(colours, beat), hasMarked ? alpha.faded : usual);
  }
  for (const one of laid) if (isLike(one)) stroke(one, colours.beat.ventricular, alpha.like);
  // The mean beats of a mixed group; beats that are to be split off are shown without them.
  if (means && !hasMarked)
    for (const beat of order) {
      const mean = meanOf(laid.filter((one) => one.beat === beat));
      if (mean !== null) stroke(mean, beatInk(colours, beat), 1, meanPx);
    }
  const front = laid.find(({ sample }) => sample === (raised ?? marked.pressed));
  if (front !== undefined) stroke(front, colours.ecg.lens, 1, pressedPx);
  ctx.globalAlpha = 1;
}

type LeadProps = BigOverlayProps & {
  readonly lead: number;
  readonly raised: number | null;
  readonly onRaise: (sample: number | null) => void;
};

function LeadOverlay(props: LeadProps) {
  const { strips, lead, members, classes, means, heightPx, raised, marked, onRaise, onPress } = props;
  const colours = useTraceColours();
  const spans = useMemo(() => overlaySpans(members, strips.clock.sampling_hz), [members, strips]);
  const leads = useMemo(() => [lead], [lead]);
  useEffect(() => strips.showAll(spans, leads), [strips, spans, leads]);
  const arrived = useArrived(strips, spans, leads);
  const { laid: laidWith } = useMemo(() => {
    const laid = spans.flatMap((span, i) =>
      strips
        .runs(span, lead)
        .map((run) => ({ run: centred(run), span, sample: members[i] ?? -1, beat: classes[i] ?? 'Q' })),
    );
    return { arrived, laid };
  }, [arrived, strips, spans, lead, members, classes]);
  const under = (event: PointerEvent<HTMLElement>): number | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { xPx: event.clientX - box.left, yPx: event.clientY - box.top, widthPx: box.width };
    return laidWith[traceUnder(laidWith, commonScaleOf(laidWith, heightPx), at, reachPx)]?.sample ?? null;
  };
  const name = props.leadNames[lead] ?? '';
  return (
    <figure
      onPointerMove={(event) => onRaise(under(event))}
      onPointerLeave={() => onRaise(null)}
      onPointerUp={(event) => {
        const sample = under(event);
        if (sample !== null) onPress(sample);
      }}
    >
      <PlainCanvas
        label={props.label(name)}
        heightPx={heightPx}
        draw={(ctx, surface) =>
          draw(ctx, surface, { laid: laidWith, classes, means, raised, marked }, colours)
        }
      />
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/** One to three leads are beside one another, more are in rows of three. */
const acrossOf = (leads: number): number => Math.min(3, leads);

export function BigOverlay(props: BigOverlayProps) {
  const { strips, heightPx } = props;
  const [raised, onRaise] = useState<number | null>(null);
  const across = acrossOf(strips.leads);
  const rows = Math.max(1, Math.ceil(strips.leads / Math.max(1, across)));
  return (
    <Leads style={{ gridTemplateColumns: `repeat(${String(Math.max(1, across))}, minmax(0, 1fr))` }}>
      {Array.from({ length: strips.leads }, (_, lead) => (
        <LeadOverlay
          key={lead}
          {...props}
          lead={lead}
          heightPx={Math.floor(heightPx / rows)}
          raised={raised}
          onRaise={onRaise}
        />
      ))}
    </Leads>
  );
}
