/** What was looked at of a recording: by the reader, by the others, and by nobody. */
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
  /** Of the whole recording, by whomever. */
  readonly share: number;
  /** How many minutes of it the server knows of. */
  readonly saved: number;
  /** What nobody looked at, in order. */
  readonly unseen: readonly MinuteRange[];
  /** Each reader's own share, the largest first. */
  readonly readers: readonly { readonly name: string; readonly share: number }[];
};

/** @param unsaved minutes that the reader saw and the server has not been told of yet */
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
 * The first of what nobody looked at, less what of it was just seen: a minute counts once it was seen whole, and whoever
 * looks at one strip after the other is led on within it.
 * @param seen half-open stretches of samples that the reader saw
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

/** The longest stretches that nobody looked at, in the order of the recording. */
export const longestUnseen = ({ unseen }: Pick<CoverageSums, 'unseen'>): readonly MinuteRange[] =>
  [...unseen]
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, listed)
    .sort((a, b) => a[0] - b[0]);
