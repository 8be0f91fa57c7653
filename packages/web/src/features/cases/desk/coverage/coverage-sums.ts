/** Sums up the review of a recording: what this reader, the others and nobody has reviewed. */
import type { CaseCoverage } from '@rhythmdesk/contract/reading';
import {
  lengthOf,
  type MinuteRange,
  rangesOutside,
  shareOf,
  uniteRanges,
} from '@rhythmdesk/ecg/reading/minute-ranges';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';

export type CoverageSums = {
  readonly minutes: number;
  readonly own: readonly MinuteRange[];
  readonly others: readonly MinuteRange[];
  /** Reviewed share of the whole recording, by all readers together. */
  readonly share: number;
  /** Number of reviewed minutes that the server has stored. */
  readonly saved: number;
  /** Unreviewed minutes, in order. */
  readonly unseen: readonly MinuteRange[];
  /** Share of each reader, the largest first. */
  readonly readers: readonly { readonly name: string; readonly share: number }[];
};

/** @param unsaved minutes that the reader has seen and that are not sent to the server yet */
export function coverageSums(
  { minutes, readers }: CaseCoverage,
  reader_id: number,
  unsaved: readonly MinuteRange[],
): CoverageSums {
  const own = uniteRanges([
    ...unsaved,
    ...(readers.find(({ reader }) => reader.id === reader_id)?.minutes ?? []),
  ]);
  const others = uniteRanges(readers.flatMap((one) => (one.reader.id === reader_id ? [] : [...one.minutes])));
  const all = uniteRanges([...own, ...others]);
  return {
    minutes,
    own,
    others,
    share: shareOf(all, minutes),
    saved: lengthOf(readers.flatMap((one) => [...one.minutes])),
    unseen: rangesOutside(all, minutes),
    readers: readers
      .map(({ reader, minutes: seen }) => ({
        name: reader.name,
        share: shareOf(reader.id === reader_id ? own : seen, minutes),
      }))
      .sort((a, b) => b.share - a.share),
  };
}

export const samplesOf = ([from, to]: MinuteRange, sampling_hz: number): SampleSpan => ({
  start: from * 60 * sampling_hz,
  end: to * 60 * sampling_hz,
});

/**
 * Returns the first unreviewed place, without the samples that the reader has just seen in it. A minute counts once all
 * of it was seen, so a reader who looks at one strip after the other is led through that minute.
 * @param seen half-open ranges of samples that the reader has seen
 */
export function firstUnseen(
  { unseen: [first] }: Pick<CoverageSums, 'unseen'>,
  seen: readonly MinuteRange[],
  sampling_hz: number,
): SampleSpan | null {
  if (first === undefined) return null;
  const { start, end } = samplesOf(first, sampling_hz);
  const left = rangesOutside([[0, start], ...seen], end);
  return left.map(([from, to]) => ({ start: from, end: to }))[0] ?? null;
}

const listed = 5;

/** Returns the longest unreviewed sections, in the order of the recording. */
export const longestUnseen = ({ unseen }: Pick<CoverageSums, 'unseen'>): readonly MinuteRange[] =>
  [...unseen]
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, listed)
    .sort((a, b) => a[0] - b[0]);
