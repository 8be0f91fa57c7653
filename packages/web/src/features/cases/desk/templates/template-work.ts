/** Describes the state of the work on templates: beats to be split off, selected tiles, order of the tiles. */
import { beatsBeside, type BeatLikeness } from '@rhythmdesk/ecg/reading/beat-likeness';
import type { ApiError } from '../../../../platform/client/api-error.ts';
import { createStore, type Store } from '../../../../platform/store.ts';
import { toolState } from '../session/tool-state.ts';

export const tileOrders = ['size', 'certainty'] as const;
export type TileOrder = (typeof tileOrders)[number];

/** Beats of one template that are to be split off. */
export type Picked = {
  readonly template: number;
  /** The pressed beat; null if beats unlike the mean are searched. */
  readonly pressed: number | null;
  /** Null until it has arrived. */
  readonly likeness: BeatLikeness | null;
  readonly fault: ApiError | null;
  /** 0 to 255; `pressed` decides which side of it is split off. */
  readonly cut: number;
};

type TemplateWork = {
  readonly picked: Store<Picked | null>;
  /** Numbers of the templates that a key applies to together. */
  readonly chosen: Store<ReadonlySet<number>>;
  readonly order: Store<TileOrder>;
};

export const templateWorkOf = toolState<TemplateWork>(() => ({
  picked: createStore<Picked | null>(null),
  chosen: createStore<ReadonlySet<number>>(new Set()),
  order: createStore<TileOrder>('size'),
}));

/** Returns the beats that would be split off, the most certain first. */
export function pickedBeats(picked: Picked | null): readonly number[] {
  if (picked === null || picked.likeness === null) return [];
  return beatsBeside(picked.likeness, picked.cut, picked.pressed === null ? 'unlike' : 'like');
}

/** Adds or removes one tile with Ctrl, adds all from the selected tile with Shift. */
export function chosenAfter(
  before: ReadonlySet<number>,
  tiles: readonly number[],
  press: { readonly on: number; readonly from: number | null; readonly extend: boolean },
): ReadonlySet<number> {
  const next = new Set(before);
  if (press.from !== null) next.add(press.from);
  if (!press.extend) {
    if (!next.delete(press.on) || press.on === press.from) next.add(press.on);
    return next;
  }
  const [a, b] = [tiles.indexOf(press.from ?? press.on), tiles.indexOf(press.on)];
  for (const tile of tiles.slice(Math.min(a, b), Math.max(a, b) + 1)) next.add(tile);
  return next;
}
