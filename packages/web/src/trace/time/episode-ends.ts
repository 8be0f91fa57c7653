/**
 * Moves the ends of the selected episode.
 *
 * Invariants: an end never passes the other, nor leaves the recording; with beats it snaps to the nearest one; free, it
 * may be on any sample.
 */
import { firstAtOrAfter } from './measure.ts';
import type { SampleSpan } from './time-scale.ts';

export type End = 'start' | 'end';

type Limits = {
  /** Number of samples of the recording. */
  readonly samples: number;
  /** Beats that an end snaps to; null: the end is free. */
  readonly beats: ArrayLike<number> | null;
};

/** Returns the nearer of a sample's two neighbours in a sorted list, among those from `first` to before `last`. */
function nearest(beats: ArrayLike<number>, sample: number, first: number, last: number): number | undefined {
  const after = Math.min(Math.max(firstAtOrAfter(beats, sample), first), last - 1);
  const before = Math.max(first, after - 1);
  const [a, b] = [beats[before], beats[after]];
  if (a === undefined || b === undefined || first >= last) return undefined;
  return sample - a <= b - sample ? a : b;
}

/** Returns both ends after one of them was dragged to a sample. */
export function withEnd(
  { start, end: until }: SampleSpan,
  end: End,
  sample: number,
  { samples, beats }: Limits,
): SampleSpan {
  const ends = { start, end: until };
  const isStart = end === 'start';
  const first = isStart ? 0 : start + 1;
  const last = isStart ? until - 1 : samples - 1;
  if (first > last) return ends;
  const free = Math.min(Math.max(Math.round(sample), first), last);
  if (beats === null) return { ...ends, [end]: free };
  const beat = nearest(beats, free, firstAtOrAfter(beats, first), firstAtOrAfter(beats, last + 1));
  return beat === undefined ? ends : { ...ends, [end]: beat };
}
