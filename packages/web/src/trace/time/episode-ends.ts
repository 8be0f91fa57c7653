/**
 * The ends of the episode that is read, moved by the hand.
 *
 * Laws: an end never passes the other, nor leaves the recording; with beats it stands on one of them, on the nearest;
 * free it stands on any sample.
 */
import { firstAtOrAfter } from './measure.ts';
import type { SampleSpan } from './time-scale.ts';

export type End = 'start' | 'end';

type Limits = {
  /** Of the recording. */
  readonly samples: number;
  /** What an end snaps to; null: it is free. */
  readonly beats: ArrayLike<number> | null;
};

/** Of two neighbours in a sorted list the one nearer to a sample, among those from `first` to before `last`. */
function nearest(beats: ArrayLike<number>, sample: number, first: number, last: number): number | undefined {
  const after = Math.min(Math.max(firstAtOrAfter(beats, sample), first), last - 1);
  const before = Math.max(first, after - 1);
  const [a, b] = [beats[before], beats[after]];
  if (a === undefined || b === undefined || first >= last) return undefined;
  return sample - a <= b - sample ? a : b;
}

/** Both ends after one of them was dragged to a sample. */
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
