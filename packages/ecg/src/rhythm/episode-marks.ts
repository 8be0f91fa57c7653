/**
 * Describes the users' corrections of the automatic episodes: rejected episodes and added ones. Figures count the
 * remaining automatic episodes and all added ones.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import type { ExtremeKey } from '../labels/extreme-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';

/** An episode of one kind, from beat to beat. */
export interface EpisodeSpan {
  readonly kind: RhythmKey;
  readonly start_sample: number;
  readonly end_sample: number;
}

export interface PlacedExtreme {
  readonly extreme: ExtremeKey;
  /** Position as the figures give it: the beat before the longest interval, or the last beat of a rate. */
  readonly sample: number;
}

export interface EpisodeMarks {
  /** Episodes that a rule finds and a user rejected; if found again at the same place, they do not count. */
  readonly withheld: readonly EpisodeSpan[];
  readonly drawn: readonly EpisodeSpan[];
  /** Extremes that a user rejected. */
  readonly no_extremes?: readonly PlacedExtreme[];
}

export const noMarks: EpisodeMarks = { withheld: [], drawn: [] };

/** Two ends at most this far apart are the same beat, found by different versions of the engine. */
export const sameBeatS = 0.15;

/** Returns a function that finds the same span in a list: same kind, with both ends at the same beats. */
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
