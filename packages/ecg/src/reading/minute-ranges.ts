/**
 * Which minutes of a recording somebody looked at: half-open ranges of whole minutes from its first sample on.
 *
 * Laws: ranges are in order, none is empty and none touches the next; a union does not care for order or repetition;
 * what was seen and what was not are together the recording.
 */
export type MinuteRange = readonly [from: number, to: number];

/** In order, without overlap or touch. */
export function uniteRanges(ranges: readonly MinuteRange[]): MinuteRange[] {
  const united: [number, number][] = [];
  for (const [from, to] of [...ranges].filter((one) => one[1] > one[0]).sort((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (last === undefined || from > last[1]) united.push([from, to]);
    else last[1] = Math.max(last[1], to);
  }
  return united;
}

/** What of 0 to `end` lies in none of the ranges. */
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

/** What share of so many minutes the ranges hold; a recording of none is seen. */
export const shareOf = (ranges: readonly MinuteRange[], minutes: number): number =>
  minutes === 0 ? 1 : lengthOf(ranges) / minutes;

type Signal = { readonly samples: number; readonly sampling_hz: number };

/** The last minute counts as one, however short it is. */
export const minutesOf = ({ samples, sampling_hz }: Signal): number =>
  Math.ceil(samples / (60 * sampling_hz));

/**
 * The minutes that stretches of samples hold from their first to their last sample.
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

/** The minutes that a stretch of samples touches. */
export function minutesAround([from, to]: MinuteRange, signal: Signal): MinuteRange {
  const perMinute = 60 * signal.sampling_hz;
  return [Math.floor(from / perMinute), Math.min(minutesOf(signal), Math.ceil(to / perMinute))];
}
