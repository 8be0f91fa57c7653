/**
 * Computes which minutes of a recording a user has viewed: half-open ranges of whole minutes from its first sample on.
 *
 * Invariants: ranges are in order, none is empty and none touches the next; a union does not depend on order or
 * repetition; seen and unseen minutes together are the recording.
 */
export type MinuteRange = readonly [from: number, to: number];

/** Merges ranges: in order, without overlap or touching ones. */
export function uniteRanges(ranges: readonly MinuteRange[]): MinuteRange[] {
  const united: [number, number][] = [];
  for (const [from, to] of [...ranges].filter((one) => one[1] > one[0]).sort((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (last === undefined || from > last[1]) united.push([from, to]);
    else last[1] = Math.max(last[1], to);
  }
  return united;
}

/** Returns the parts of 0 to `end` that are in none of the ranges. */
export function rangesOutside(ranges: readonly MinuteRange[], end: number): MinuteRange[] {
  const outside: MinuteRange[] = [];
  let at = 0;
  for (const [from, to] of uniteRanges(ranges)) {
    if (from > at) outside.push([at, Math.min(from, end)]);
    at = Math.max(at, to);
  }
  if (at < end) outside.push([at, end]);
  return outside.filter(([from, to]) => to > from);
}

export const lengthOf = (ranges: readonly MinuteRange[]): number =>
  uniteRanges(ranges).reduce((sum, [from, to]) => sum + to - from, 0);

/** Returns the share of the minutes that the ranges cover; an empty recording counts as seen. */
export const shareOf = (ranges: readonly MinuteRange[], minutes: number): number =>
  minutes === 0 ? 1 : lengthOf(ranges) / minutes;

type Signal = { readonly samples: number; readonly sampling_hz: number };

/** Returns the number of minutes; the last one counts however short it is. */
export const minutesOf = ({ samples, sampling_hz }: Signal): number =>
  Math.ceil(samples / (60 * sampling_hz));

/**
 * Returns the minutes that stretches of samples cover completely.
 *
 * @param stretches half-open ranges of samples
 */
export function wholeMinutes(stretches: readonly MinuteRange[], signal: Signal): MinuteRange[] {
  const perMinute = 60 * signal.sampling_hz;
  const last = minutesOf(signal);
  return uniteRanges(
    uniteRanges(stretches).map(([from, to]): MinuteRange => {
      const end = to >= signal.samples ? last : Math.floor(to / perMinute);
      return [Math.ceil(Math.max(0, from) / perMinute), end];
    }),
  );
}

/** Returns the minutes that a stretch of samples touches. */
export function minutesAround([from, to]: MinuteRange, signal: Signal): MinuteRange {
  const perMinute = 60 * signal.sampling_hz;
  return [Math.floor(from / perMinute), Math.min(minutesOf(signal), Math.ceil(to / perMinute))];
}
