/**
 * Handles gestures on the strip: drags move the paper or, while measuring, the calipers.
 *
 * A press within reach of a caliper's line drags that caliper; elsewhere a drag places both anew. With known beats, a
 * caliper snaps to the beat near it unless Shift is pressed.
 */
import type { GestureHandlers, Point } from './gestures.ts';
import { pickBeat } from '../time/beat-selection.ts';
import { firstAtOrAfter, snapToBeat } from '../time/measure.ts';
import type { Caliper } from '../time/measure.ts';
import type { Stage } from './stage.ts';
import { type PinMark, pinUnder } from '../paint/renderer-pins.ts';
import { pinsTopPx } from '../paint/renderer-strip.ts';
import { railOf } from '../paint/strip-leads.ts';
import { rowAtPx, rowScale } from '../paint/strip-rows.ts';
import { clampSample, pxToSample, sampleToPx } from '../time/time-scale.ts';
import type { TimeScale } from '../time/time-scale.ts';
import { middleOf, stripRows, stripSpan } from '../time/view.ts';

const caliperReachPx = 9;
const snapReachPx = 6;
/** Half the width of a beat's letter on the rail. */
const beatReachPx = 12;
/** A pinch this wide is one step of paper speed. */
const pinchStep = 1.5;
const wheelStepPx = 80;

/** Returns the time scale of the row of the strip at a height. */
function scaleAt(stage: Stage, y: number): TimeScale {
  const frame = stage.frame();
  const view = stage.view.get();
  return rowScale(view, frame, stage.gutterPx(), rowAtPx(view, frame, y));
}

/** Returns the caliper at a press: the nearer one within reach. */
export function grabbedCaliper(stage: Stage, at: Point): 'a' | 'b' | null {
  const { caliper, measuring } = stage.view.get();
  if (!measuring || caliper === null) return null;
  const scale = scaleAt(stage, at.y);
  const a = Math.abs(sampleToPx(scale, caliper.a) - at.x);
  const b = Math.abs(sampleToPx(scale, caliper.b) - at.x);
  if (Math.min(a, b) > caliperReachPx) return null;
  return a < b ? 'a' : 'b';
}

/** Returns the RR interval in the middle of the strip, if beats are known. */
function middleInterval(stage: Stage): Caliper | undefined {
  const sample = stage.scene()?.beats?.sample;
  if (sample === undefined) return undefined;
  const { start, end } = stripSpan(stage.view.get(), stage.frame());
  const after = firstAtOrAfter(sample, middleOf(stage.view.get(), stage.frame()));
  const a = sample[after - 1];
  const b = sample[after];
  return a !== undefined && b !== undefined && a >= start && b < end ? { a, b } : undefined;
}

export function toggleMeasuring(stage: Stage): void {
  stage.dispatch({ kind: 'measure', on: !stage.view.get().measuring, at: middleInterval(stage) });
}

function sampleUnder(stage: Stage, at: Point, free: boolean): number {
  const scale = scaleAt(stage, at.y);
  const sample = clampSample(stage.frame().clock, pxToSample(scale, at.x));
  const beats = stage.scene()?.beats;
  if (free || beats === undefined) return sample;
  return snapToBeat(beats.sample, sample, Math.round(snapReachPx / scale.pxPerSample));
}

function pan(stage: Stage, px: number, rest: { samples: number }): void {
  rest.samples += px / scaleAt(stage, 0).pxPerSample;
  const whole = Math.trunc(rest.samples);
  rest.samples -= whole;
  if (whole !== 0) stage.dispatch({ kind: 'pan', samples: whole });
}

/** Drags the calipers from a press until its release. */
function createMeasuringHand(stage: Stage) {
  let held: 'a' | 'b' | null = null;
  let free = false;
  const placeHeld = (at: Point): void => {
    const { caliper } = stage.view.get();
    if (caliper === null || held === null) return;
    const sample = sampleUnder(stage, at, free);
    stage.dispatch({ kind: 'caliper', caliper: { ...caliper, [held]: sample } });
  };
  return {
    take: (at: Point, shift: boolean): void => {
      free = shift;
      held = grabbedCaliper(stage, at);
    },
    drag: (at: Point, from: Point): void => {
      if (held === null) {
        const a = sampleUnder(stage, from, free);
        stage.dispatch({ kind: 'caliper', caliper: { a, b: a } });
        held = 'b';
      }
      placeHeld(at);
    },
    letGo: (): void => {
      held = null;
    },
  };
}

/** A click on a beat or between beats selects it, with Shift up to there; it does nothing while measuring. */
function take(stage: Stage, at: Point, extend: boolean): void {
  const { measuring, selected } = stage.view.get();
  const beats = stage.scene()?.beats;
  if (measuring || beats === undefined) return;
  const scale = scaleAt(stage, at.y);
  const sample = Math.round(clampSample(stage.frame().clock, pxToSample(scale, at.x)));
  const reach = Math.round(beatReachPx / scale.pxPerSample);
  stage.dispatch({ kind: 'select', selected: pickBeat(beats.sample, selected, sample, reach, extend) });
}

/** Returns the pinned comment whose disc is at a point, in any row. */
function pinAt(stage: Stage, at: Point): PinMark | null {
  const scene = stage.scene();
  if (scene === null) return null;
  const [view, frame] = [stage.view.get(), stage.frame()];
  const row = rowAtPx(view, frame, at.y);
  const scale = rowScale(view, frame, stage.gutterPx(), row);
  const rowTop = (row * frame.stripPx) / stripRows(view, frame);
  const topPx = rowTop + railOf(scene) + pinsTopPx(frame.lanePx);
  const pins = scene.pins.map((pin) => ({ px: sampleToPx(scale, pin.sample), pin }));
  return pinUnder(pins, { topPx }, at);
}

/** `selects`: beats can be selected, for the keys that change them. */
export function stripGestures(
  stage: Stage,
  selects: boolean,
  onPin?: (number: number) => void,
): GestureHandlers {
  const hand = createMeasuringHand(stage);
  const rest = { samples: 0 };
  let pinched = 1;
  let turned = 0;
  return {
    begin: (at, shift) => {
      rest.samples = 0;
      pinched = 1;
      hand.take(at, shift);
    },
    drag: (at, from, delta) => {
      if (stage.view.get().measuring) hand.drag(at, from);
      else pan(stage, -delta.x, rest);
    },
    end: hand.letGo,
    tap: (at, shift) => {
      const pin = onPin === undefined ? null : pinAt(stage, at);
      if (pin !== null) onPin?.(pin.number);
      else if (selects) take(stage, at, shift);
    },
    pinch: (ratio) => {
      pinched *= ratio;
      const steps = pinched >= pinchStep ? 1 : pinched <= 1 / pinchStep ? -1 : 0;
      if (steps === 0) return;
      pinched = 1;
      stage.dispatch({ kind: 'zoom-time', steps });
    },
    wheel: (delta, _at, zoom) => {
      if (zoom === null) {
        pan(stage, Math.abs(delta.x) > Math.abs(delta.y) ? delta.x : delta.y, rest);
        return;
      }
      turned += delta.y;
      if (Math.abs(turned) < wheelStepPx) return;
      stage.dispatch({ kind: zoom === 'time' ? 'zoom-time' : 'zoom-gain', steps: turned < 0 ? 1 : -1 });
      turned = 0;
    },
  };
}
