/** What a screen of another size changes of the view: a gain that nobody chose, and where the strip begins. */
import { gainFor } from '../paint/strip-leads.ts';
import type { Scene } from '../paint/scene.ts';
import type { Store } from '../../platform/store.ts';
import { assumedExtent } from '../time/lead-layout.ts';
import { type Command, step } from '../time/view-state.ts';
import { type Frame, middleOf, type View } from '../time/view.ts';

type Shown = {
  readonly view: Store<View>;
  readonly scene: Scene | null;
  /** What the reader last looked for; null at the beginning of the recording, where nothing was called for. */
  readonly looked: number | null;
};

/** A gain that is not chosen: the usual one, or the largest at which all leads find room. */
export function fitGain({ view: { get, set }, scene }: Shown, frame: Frame): void {
  const view = get();
  if (!view.autoGain) return;
  const extentOf = scene?.extentOf ?? (() => assumedExtent);
  const gain = gainFor({ ...view, gain: 10 }, extentOf, frame.stripPx, frame.mmPx);
  if (gain !== view.gain) set(step(view, frame, { kind: 'layout', layout: { gain } }));
}

/** On a screen of another size the strip has other rows: the place that is looked at stays in their middle. */
export function refit({ view, looked }: Shown, frame: Frame): void {
  const isKept = looked !== null && frame.paged !== true;
  view.set(step(view.get(), frame, isKept ? { kind: 'centre', sample: looked } : { kind: 'refit' }));
}

type Moved = { readonly before: View; readonly next: View; readonly looked: number | null };

/** A sample that was called for stays the one that is looked at, also where an end of the recording keeps it off the middle. */
export function lookedAfter(command: Command, { before, next, looked }: Moved, frame: Frame): number | null {
  if (command.kind === 'centre') return command.sample;
  if (next.start === before.start) return looked;
  return next.start === 0 ? null : middleOf(next, frame);
}
