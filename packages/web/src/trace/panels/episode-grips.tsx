/**
 * Shows the grips at the ends of the selected episode. A drag moves an end from beat to beat, with Alt to any sample,
 * and is stored when the user releases it; Esc cancels it. Grips are also sliders: arrows move the end by a beat. Users
 * who may not move the ends see no grips.
 */
import { styled } from '@mui/material/styles';
import type { KeyboardEvent } from 'react';
import { useStored } from '../../platform/use-stored.ts';
import { railOf } from '../paint/strip-leads.ts';
import type { Scene } from '../paint/scene.ts';
import { rowAtPx, rowOfSample, rowScale } from '../paint/strip-rows.ts';
import type { EditedEpisode } from '../signal/edited-episode.ts';
import { type End, withEnd } from '../time/episode-ends.ts';
import { firstAtOrAfter } from '../time/measure.ts';
import { msAt, pxToSample, sampleToPx } from '../time/time-scale.ts';
import { across, stripRows, stripSpan } from '../time/view.ts';
import type { Stage } from './stage.ts';
import { useEndDrag } from './use-end-drag.ts';
import { sliderStepOf } from '../../ui/keys/widget-keys.ts';

/** The pointer target is larger than the visible grip. */
const targetPx = { width: 24, height: 32 } as const;

export const Grip = styled('div')(({ theme }) => ({
  position: 'absolute',
  width: targetPx.width,
  height: targetPx.height,
  marginLeft: -targetPx.width / 2,
  marginTop: -targetPx.height / 2,
  cursor: 'ew-resize',
  touchAction: 'none',
  '&::before': {
    content: '""',
    position: 'absolute',
    boxSizing: 'border-box',
    inset: '4px 6px',
    border: `1.5px solid ${theme.vars.palette.ecg.caliper}`,
    borderRadius: 4,
    backgroundColor: theme.vars.palette.surface.s1,
  },
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: '11px 10px',
    borderLeft: `1.5px solid ${theme.vars.palette.ecg.caliper}`,
    borderRight: `1.5px solid ${theme.vars.palette.ecg.caliper}`,
  },
  '&:hover::before': { backgroundColor: theme.vars.palette.ecg['caliper_wash'] },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, borderRadius: 6 },
}));

/** Conversion between samples and positions in the strip's box. */
type GripPlace = {
  readonly pxOf: (sample: number) => number;
  readonly sampleAt: (at: { readonly x: number; readonly y: number }) => number;
};

type GripProps = {
  readonly stage: Stage;
  readonly scene: Scene;
  readonly episode: EditedEpisode;
  readonly end: End;
  readonly place: GripPlace;
  readonly topPx: number;
};

/** Moves an end one beat forwards or backwards and stores it at once. */
function stepEnd(stage: Stage, end: End, by: -1 | 1): void {
  const beats = stage.scene()?.beats?.sample;
  const ends = stage.hand.ends();
  if (beats === undefined || ends === null) return;
  const index = by === 1 ? firstAtOrAfter(beats, ends[end] + 1) : firstAtOrAfter(beats, ends[end]) - 1;
  const to = beats[index];
  if (to === undefined) return;
  stage.hand.hold(withEnd(ends, end, to, { samples: stage.frame().clock.samples, beats }));
  stage.hand.letGo(true);
}

/** Time in which one row of the strip scrolls by while an end is held beyond its edge. */
const passingMs = 1600;

function EpisodeGrip(props: GripProps) {
  const { stage, scene, episode, end, place, topPx } = props;
  const ends = stage.hand.ends() ?? episode;
  const drag = useEndDrag({
    begin: () => {
      const { start, end: until } = ends;
      stage.hand.hold({ start, end: until });
      return place.pxOf(ends[end]);
    },
    move: (at, free) => {
      const beats = free ? null : (stage.scene()?.beats?.sample ?? null);
      const now = stage.hand.ends() ?? ends;
      stage.hand.hold(withEnd(now, end, place.sampleAt(at), { samples: stage.frame().clock.samples, beats }));
    },
    finish: stage.hand.letGo,
    scroll: {
      leftPx: stage.gutterPx(),
      rightPx: stage.sizes.get().strip.widthPx,
      by: (to, ms) => {
        const wide = across(stage.frame(), stage.view.get().speed);
        stage.dispatch({ kind: 'pan', samples: to * Math.round((wide * ms) / passingMs) });
      },
    },
  });
  const onKey = (event: KeyboardEvent): void => {
    const by = sliderStepOf(event);
    if (by === null) return;
    event.preventDefault();
    stepEnd(stage, end, by);
  };
  return (
    <Grip
      role="slider"
      tabIndex={0}
      aria-label={episode.words[end]}
      aria-valuemin={end === 'start' ? 0 : ends.start}
      aria-valuemax={end === 'start' ? ends.end : scene.clock.samples - 1}
      aria-valuenow={ends[end]}
      aria-valuetext={scene.wall.milli(msAt(scene.clock, ends[end]))}
      style={{ left: place.pxOf(ends[end]), top: topPx }}
      onKeyDown={onKey}
      {...drag}
    />
  );
}

/** Shows the grips of the ends in view. */
export function EpisodeGrips({ stage, scene }: { readonly stage: Stage; readonly scene: Scene }) {
  const view = useStored(stage.view);
  useStored(stage.sizes);
  const episode = useStored(stage.hand.episode);
  const moved = useStored(stage.hand.moved);
  const ends = stage.hand.ends();
  if (episode === null || ends === null || episode.onMove === null) return null;
  const frame = stage.frame();
  const span = stripSpan(view, frame);
  const place: GripPlace = {
    pxOf: (sample) =>
      sampleToPx(rowScale(view, frame, stage.gutterPx(), rowOfSample(view, frame, sample)), sample),
    // Uses the current view of the strip, which may have moved since it was drawn.
    sampleAt: ({ x, y }) => {
      const now = stage.view.get();
      return pxToSample(rowScale(now, frame, stage.gutterPx(), rowAtPx(now, frame, y)), x);
    },
  };
  return (['start', 'end'] as const).map((end) => {
    // A grip that is being dragged stays although its end leaves the view.
    const isHeld = moved !== null && moved[end] !== episode[end];
    if (!isHeld && (ends[end] < span.start || ends[end] >= span.end)) return null;
    const rowTop = (rowOfSample(view, frame, ends[end]) * frame.stripPx) / stripRows(view, frame);
    const topPx = rowTop + railOf(scene) + frame.lanePx / 2;
    return <EpisodeGrip key={end} {...{ stage, scene, episode, end, place, topPx }} />;
  });
}
