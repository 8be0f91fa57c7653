/**
 * Makes the calipers usable by keyboard and screen reader: one slider each, over the round handle at its foot. Arrows
 * move it by one sample, with Shift by a millimetre of paper, Page keys by five millimetres.
 */
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../platform/use-stored.ts';
import type { Scene } from '../paint/scene.ts';
import type { Stage } from './stage.ts';
import { rowOfSample, rowScale } from '../paint/strip-rows.ts';
import { clampSample, msAt, sampleToPx } from '../time/time-scale.ts';
import { stripRows } from '../time/view.ts';
import { moveOf, sliderStepOf } from '../../ui/keys/widget-keys.ts';

const Handle = styled('div')(({ theme }) => ({
  position: 'absolute',
  width: 24,
  height: 24,
  marginLeft: -12,
  borderRadius: 12,
  // The canvas below handles the pointer; this element is for the keyboard.
  pointerEvents: 'none',
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 0 },
}));

function samplesOfKey(event: KeyboardEvent, perMm: number): number | null {
  const move = moveOf(event);
  if (move === 'page-up') return 5 * perMm;
  if (move === 'page-down') return -5 * perMm;
  const step = sliderStepOf(event);
  return step === null ? null : step * (event.shiftKey ? perMm : 1);
}

export function CaliperHandles({ stage, scene, bottomPx }: { stage: Stage; scene: Scene; bottomPx: number }) {
  const { t } = useTranslation('trace');
  // While measuring is off, a move of the strip renders nothing here.
  const view = useStored(stage.view, (now) => (now.measuring ? now : null));
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => stage.grasped.subscribe(() => first.current?.focus({ preventScroll: true })), [stage]);
  const caliper = view?.caliper ?? null;
  if (view === null || caliper === null) return null;
  const frame = stage.frame();
  const { clock, mmPx } = frame;
  const rows = stripRows(view, frame);
  const rowOf = (which: 'a' | 'b'): number => rowOfSample(view, frame, caliper[which]);
  const scaleOf = (which: 'a' | 'b') => rowScale(view, frame, stage.gutterPx(), rowOf(which));
  const onKey = (which: 'a' | 'b', event: KeyboardEvent): void => {
    const perMm = Math.max(1, Math.round(mmPx / scaleOf(which).pxPerSample));
    const samples = samplesOfKey(event, perMm);
    if (samples === null) return;
    event.preventDefault();
    const moved = clampSample(clock, caliper[which] + samples);
    stage.dispatch({ kind: 'caliper', caliper: { ...caliper, [which]: moved } });
  };
  return (['a', 'b'] as const).map((which) => (
    <Handle
      key={which}
      ref={which === 'a' ? first : undefined}
      role="slider"
      tabIndex={0}
      aria-label={t(which === 'a' ? 'measure.first' : 'measure.second')}
      aria-valuemin={0}
      aria-valuemax={clock.samples - 1}
      aria-valuenow={caliper[which]}
      aria-valuetext={scene.wall.milli(msAt(clock, caliper[which]))}
      style={{
        left: sampleToPx(scaleOf(which), caliper[which]),
        bottom: bottomPx + ((rows - 1 - rowOf(which)) * frame.stripPx) / rows,
      }}
      onKeyDown={(event) => onKey(which, event)}
    />
  ));
}
