/**
 * What persons say of episodes, over what the rules find: some that are none, and some that no rule finds. A figure
 * counts what is left of the one and all of the other.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import type { ExtremeKey } from '../labels/extreme-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';

/** A stretch of one kind, from beat to beat. */
export interface EpisodeSpan {
  readonly kind: RhythmKey;
  readonly start_sample: number;
  readonly end_sample: number;
}

export interface PlacedExtreme {
  readonly extreme: ExtremeKey;
  /** As the figures place it: the beat before the longest interval, the last beat of a rate. */
  readonly sample: number;
}

export interface EpisodeMarks {
  /** Found by a rule, and no such thing: found again at the same place they do not count. */
  readonly withheld: readonly EpisodeSpan[];
  readonly drawn: readonly EpisodeSpan[];
  /** Extremes that are none. */
  readonly no_extremes?: readonly PlacedExtreme[];
}

export const noMarks: EpisodeMarks = { withheld: [], drawn: [] };

/** Ends so near each other are the same beat, found by another engine. */
export const sameBeatS = 0.15;

/** Asks of a span whether one of these is the same: of its kind, both ends at the same beats. */
export function spanFinder<T extends EpisodeSpan>(
  spans: readonly T[],
  sampling_hz: number,
): (kind: RhythmKey, start: number, end: number) => T | undefined {
  if (spans.length === 0) return () => undefined;
  const near = Math.round(sameBeatS * sampling_hz);
  const sorted = [...spans].sort((a, b) => a.start_sample - b.start_sample);
  const starts = sorted.map(({ start_sample }) => start_sample);
  return (kind, start, end) => {
    let best: T | undefined;
    let bestApart = Infinity;
    for (let i = lowerBound(starts, start - near); i < sorted.length; i++) {
      const span = sorted[i];
      if (span === undefined || span.start_sample > start + near) break;
      const apart = Math.abs(span.end_sample - end);
      if (span.kind !== kind || apart > near) continue;
      if (apart + Math.abs(span.start_sample - start) >= bestApart) continue;
      best = span;
      bestApart = apart + Math.abs(span.start_sample - start);
    }
    return best;
  };
}
