/**
 * The episode that is read, as the strip draws it over the trace, and the hand on its ends. While an end is held nothing
 * is written; let go of, the episode stands where the hand left it until the reading says so itself.
 *
 * Laws: another episode, and a hand that may not move it any more, lets go of the end; a hand that takes back leaves
 * the episode as it was.
 */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { createStore } from '../../platform/store.ts';
import type { Store } from '../../platform/store.ts';
import type { SampleSpan } from '../time/time-scale.ts';

export type EditedEpisode = SampleSpan & {
  /** The same for the same episode whatever is done to it. */
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
  /** Where the engine has it, of one that a hand mended. */
  readonly engine: SampleSpan | null;
  /** Writes both ends and answers whether they are others; null for who may not move them. */
  readonly onMove: ((ends: SampleSpan) => boolean) | null;
};

export type EpisodeHand = {
  readonly episode: Store<EditedEpisode | null>;
  /** Where the hand has its ends; null: where the reading has them. */
  readonly moved: Store<SampleSpan | null>;
  readonly ends: () => SampleSpan | null;
  readonly show: (episode: EditedEpisode | null) => void;
  readonly hold: (ends: SampleSpan) => void;
  /** `keeps`: what was held is written, else it goes back. */
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
