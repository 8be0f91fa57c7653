/** The keys of the recording view, heard on the whole page while it is there. */
import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { isOwnPress } from '../../platform/own-presses.ts';
import { actionOfKey, takesKeysItself } from '../time/keys.ts';
import type { KeyAction } from '../time/keys.ts';
import { firstAtOrAfter } from '../time/measure.ts';
import type { Stage } from './stage.ts';
import { toggleMeasuring } from './strip-gestures.ts';
import { middleOf } from '../time/view.ts';

type KeyHandlers = {
  readonly singleKeys: boolean;
  readonly onFinding: (by: -1 | 1) => void;
  readonly onStrip?: (() => void) | undefined;
};

/** The beat before or after the middle of the strip comes to the middle; without beats, one second on. */
function stepBeat(stage: Stage, by: -1 | 1): void {
  const beats = stage.scene()?.beats;
  const frame = stage.frame();
  const middle = middleOf(stage.view.get(), frame);
  const index = beats === undefined ? -1 : adjacentBeat(beats.sample, middle, by);
  const beat = beats?.sample[index];
  if (beat === undefined) stage.dispatch({ kind: 'pan', samples: Math.round(by * frame.clock.sampling_hz) });
  else stage.dispatch({ kind: 'centre', sample: beat });
}

/** Half a sample is lost to rounding when the strip is centred on a beat. */
function adjacentBeat(beats: ArrayLike<number>, middle: number, by: -1 | 1): number {
  return by === 1 ? firstAtOrAfter(beats, middle + 2) : firstAtOrAfter(beats, middle - 2) - 1;
}

function act(stage: Stage, action: KeyAction, handlers: KeyHandlers): void {
  switch (action.kind) {
    case 'command':
      stage.dispatch(action.command);
      return;
    case 'beat':
      stepBeat(stage, action.by);
      return;
    case 'second':
      stage.dispatch({ kind: 'pan', samples: Math.round(action.by * stage.frame().clock.sampling_hz) });
      return;
    case 'finding':
      handlers.onFinding(action.by);
      return;
    case 'measure':
      // The calipers are on the page before the first of them is given the focus.
      flushSync(() => toggleMeasuring(stage));
      stage.grasped.set(stage.grasped.get() + 1);
      return;
    case 'alone':
      stage.dispatch({ kind: 'alone', on: !stage.view.get().alone });
      return;
    case 'strip':
      handlers.onStrip?.();
      return;
  }
}

export function useRecordingKeys(stage: Stage, handlers: KeyHandlers): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || takesKeysItself(event.target, event.key)) return;
    const action = actionOfKey(event, handlers.singleKeys || isOwnPress(event));
    if (action === null) return;
    event.preventDefault();
    act(stage, action, handlers);
  });
  /** Heard before anything else hears Esc: measuring is left before the case is. */
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !stage.view.get().measuring) return;
    if (takesKeysItself(event.target, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    stage.dispatch({ kind: 'measure', on: false });
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('keydown', (event) => onKey(event), { signal });
    window.addEventListener('keydown', (event) => onEscape(event), { signal, capture: true });
    return () => stop.abort();
  }, []);
}
