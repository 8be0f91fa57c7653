/**
 * Defines the selected episode as the strip draws it over the trace, and the editor of its ends. While an end is
 * dragged nothing is stored; after the release the episode is shown at its new ends until the reading confirms them.
 *
 * Invariants: if another episode is selected, or the user may no longer move the ends, the drag ends; a cancelled drag
 * leaves the episode unchanged.
 */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { createStore } from '../../platform/store.ts';
import type { Store } from '../../platform/store.ts';
import type { SampleSpan } from '../time/time-scale.ts';

export type EditedEpisode = SampleSpan & {
  /** Stays the same for an episode, whatever is edited in it. */
  readonly key: string;
  readonly kind: RhythmKey;
  readonly words: {
    readonly name: string;
    readonly start: string;
    readonly end: string;
    readonly began: (time: string) => string;
    readonly ends: (time: string) => string;
    readonly engine: (time: string) => string;
  };
  /** The engine's own ends, if a user edited the episode. */
  readonly engine: SampleSpan | null;
  /** Stores both ends and returns whether they differ from before; null if the user may not move them. */
  readonly onMove: ((ends: SampleSpan) => boolean) | null;
};

export type EpisodeHand = {
  readonly episode: Store<EditedEpisode | null>;
  /** The dragged ends; null: the ends of the reading. */
  readonly moved: Store<SampleSpan | null>;
  readonly ends: () => SampleSpan | null;
  readonly show: (episode: EditedEpisode | null) => void;
  readonly hold: (ends: SampleSpan) => void;
  /** `keeps`: the dragged ends are stored; otherwise they are reverted. */
  readonly letGo: (keeps: boolean) => void;
};

export function createEpisodeHand(onChange: () => void): EpisodeHand {
  const episode = createStore<EditedEpisode | null>(null);
  const moved = createStore<SampleSpan | null>(null);
  let isHeld = false;
  episode.subscribe(onChange);
  moved.subscribe(onChange);
  const release = (): void => {
    isHeld = false;
    moved.set(null);
  };
  return {
    episode,
    moved,
    ends: () => moved.get() ?? episode.get(),
    show: (next) => {
      const before = episode.get();
      const isSame = next !== null && before?.key === next.key;
      const stands = isSame && before.start === next.start && before.end === next.end;
      if (isHeld ? !isSame || next.onMove === null : !stands) release();
      episode.set(next);
    },
    hold: (ends) => {
      if ((episode.get()?.onMove ?? null) === null) return;
      isHeld = true;
      moved.set(ends);
    },
    letGo: (keeps) => {
      const ends = moved.get();
      const isWritten = keeps && isHeld && ends !== null && episode.get()?.onMove?.(ends) === true;
      isHeld = false;
      if (!isWritten) moved.set(null);
    },
  };
}
