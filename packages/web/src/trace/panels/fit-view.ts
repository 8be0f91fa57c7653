/** Adapts the view to another screen size: a gain that the user did not choose, and the start of the strip. */
import { gainFor } from '../paint/strip-leads.ts';
import type { Scene } from '../paint/scene.ts';
import type { Store } from '../../platform/store.ts';
import { assumedExtent } from '../time/lead-layout.ts';
import { type TraceCommand, step } from '../time/view-state.ts';
import { type Frame, middleOf, type View } from '../time/view.ts';

type Shown = {
  readonly view: Store<View>;
  readonly scene: Scene | null;
  /** The sample that the user last navigated to; null at the start of the recording, before any navigation. */
  readonly looked: number | null;
};

/** Sets a gain that the user did not choose: the usual one, or the largest at which all leads fit. */
export function fitGain({ view: { get, set }, scene }: Shown, frame: Frame): void {
  const view = get();
  if (!view.autoGain) return;
  const extentOf = scene?.extentOf ?? (() => assumedExtent);
  const gain = gainFor({ ...view, gain: 10 }, extentOf, frame);
  if (gain !== view.gain) set(step(view, frame, { kind: 'layout', layout: { gain } }));
}

/** On another screen size the strip has other rows; the viewed place stays in their middle. */
export function refit({ view, looked }: Shown, frame: Frame): void {
  const isKept = looked !== null && frame.paged !== true;
  view.set(step(view.get(), frame, isKept ? { kind: 'centre', sample: looked } : { kind: 'refit' }));
}

type Moved = { readonly before: View; readonly next: View; readonly looked: number | null };

/** A sample that a command requested stays the viewed one, even if an end of the recording keeps it off the middle. */
export function lookedAfter(
  command: TraceCommand,
  { before, next, looked }: Moved,
  frame: Frame,
): number | null {
  if (command.kind === 'centre') return command.sample;
  if (next.start === before.start) return looked;
  return next.start === 0 ? null : middleOf(next, frame);
}
