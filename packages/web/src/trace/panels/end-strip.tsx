/**
 * Shows a small strip for an end of an episode that the main strip does not show: some seconds around it, on one lead,
 * with its grip. It redraws while the end moves; nothing is stored until the user releases it.
 */
import { styled } from '@mui/material/styles';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../platform/use-stored.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { snap, type DrawingContext, type Surface } from '../paint/drawing-context.ts';
import { drawLeadName } from '../paint/lead-name.ts';
import { strokeInk } from '../paint/renderer-trace.ts';
import { rhythmColour, type TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { createEpisodeHand, type EditedEpisode } from '../signal/edited-episode.ts';
import type { RawRun } from '../signal/signal.ts';
import { type End, withEnd } from '../time/episode-ends.ts';
import { extentOfSamples } from '../time/lead-layout.ts';
import { firstAtOrAfter } from '../time/measure.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import { Grip } from './episode-grips.tsx';
import type { SmallStrips } from './small-strips.ts';
import { useStripLead } from './use-strip-lead.ts';
import { useEndDrag } from './use-end-drag.ts';
import { sliderStepOf } from '../../ui/keys/widget-keys.ts';

const heightPx = 64;
const shownSeconds = 5;
const marginPx = 4;

const Box = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 4,
  backgroundColor: theme.vars.palette.ecg.paper,
}));

type EndStripProps = {
  readonly strips: SmallStrips;
  readonly beats: ArrayLike<number>;
  readonly episode: EditedEpisode;
  readonly end: End;
  readonly timeOf: (sample: number) => string;
};

type Drawn = {
  readonly runs: readonly RawRun[];
  readonly span: SampleSpan;
  readonly ends: SampleSpan;
  readonly end: End;
  readonly kind: RhythmKey;
};

function draw(
  ctx: DrawingContext,
  surface: Surface,
  { runs, span, ends, end, kind }: Drawn,
  colours: TraceColours,
): void {
  const stepPx = surface.widthPx / (span.end - span.start);
  const xOf = (sample: number): number => (sample - span.start) * stepPx;
  ctx.clearRect(0, 0, surface.widthPx, surface.heightPx);
  const [from, to] = [Math.max(0, xOf(ends.start)), Math.min(surface.widthPx, xOf(ends.end))];
  ctx.fillStyle = rhythmColour(colours, kind);
  ctx.globalAlpha = 0.08;
  ctx.fillRect(from, 0, to - from, surface.heightPx);
  ctx.globalAlpha = 1;
  ctx.fillRect(from, 0, to - from, 3);
  for (const run of runs) {
    const { highMv, lowMv } = extentOfSamples(run.values);
    const pxPerMv = (surface.heightPx - 2 * marginPx) / Math.max(0.5, highMv - lowMv);
    const ink = { values: run.values, from: 0, to: run.values.length, x0Px: xOf(run.start), stepPx };
    strokeInk(ctx, { ...ink, zeroPx: marginPx + highMv * pxPerMv, pxPerMv }, colours.ecg.trace, surface.dpr);
  }
  ctx.strokeStyle = colours.ecg.caliper;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(snap(xOf(ends[end]), surface.dpr), 0);
  ctx.lineTo(snap(xOf(ends[end]), surface.dpr), surface.heightPx);
  ctx.stroke();
}

/** Returns the seconds around the stored end. The span stays the same while the user drags. */
function useSpan({ strips, episode, end }: EndStripProps): SampleSpan {
  const { samples, sampling_hz } = strips.clock;
  const at = episode[end];
  return useMemo(() => {
    const half = Math.round((shownSeconds / 2) * sampling_hz);
    const start = Math.min(Math.max(0, at - half), Math.max(0, samples - 2 * half));
    return { start, end: start + 2 * half };
  }, [samples, sampling_hz, at]);
}

/** Returns the ends at their current dragged position, and the handlers that move this one. */
function useHeldEnd({ strips, beats, episode, end }: EndStripProps, span: SampleSpan) {
  const [hand] = useState(() => createEpisodeHand(() => undefined));
  useStored(hand.moved);
  useEffect(() => hand.show(episode), [hand, episode]);
  const ends = hand.ends() ?? episode;
  const length = span.end - span.start;
  const { samples } = strips.clock;
  const hold = (to: number, free = false): void => {
    const { start, end: until } = hand.ends() ?? episode;
    hand.hold(withEnd({ start, end: until }, end, to, { samples, beats: free ? null : beats }));
  };
  const drag = useEndDrag({
    begin: (widthPx) => {
      hold(ends[end], true);
      return ((ends[end] - span.start) / length) * widthPx;
    },
    move: ({ x, widthPx }, free) => hold(span.start + (x / widthPx) * length, free),
    finish: hand.letGo,
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = sliderStepOf(event);
    if (by === null) return;
    event.preventDefault();
    const next = by === 1 ? firstAtOrAfter(beats, ends[end] + 1) : firstAtOrAfter(beats, ends[end]) - 1;
    hold(beats[next] ?? ends[end]);
    hand.letGo(true);
  };
  return { ends, moving: { ...drag, onKeyDown } };
}

export function EndStrip(props: EndStripProps) {
  const { strips, episode, end, timeOf } = props;
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const span = useSpan(props);
  const spans = useMemo(() => [span], [span]);
  const { lead, name } = useStripLead(strips, spans);
  const { ends, moving } = useHeldEnd(props, span);
  const drawn = { runs: strips.runs(span, lead), span, ends, end, kind: episode.kind };
  const share = (ends[end] - span.start) / (span.end - span.start);
  return (
    <Box>
      <PlainCanvas
        label={t('small.label')}
        heightPx={heightPx}
        draw={(ctx, surface) => {
          draw(ctx, surface, drawn, colours);
          if (name !== undefined) drawLeadName(ctx, name, colours);
        }}
      />
      {episode.onMove === null ? null : (
        <Grip
          role="slider"
          tabIndex={0}
          aria-label={episode.words[end]}
          aria-valuemin={end === 'start' ? 0 : ends.start}
          aria-valuemax={end === 'start' ? ends.end : strips.clock.samples - 1}
          aria-valuenow={ends[end]}
          aria-valuetext={timeOf(ends[end])}
          style={{ left: `${String(100 * share)}%`, top: heightPx / 2 }}
          {...moving}
        />
      )}
    </Box>
  );
}
