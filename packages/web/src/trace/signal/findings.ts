/**
 * Groups the findings by kind. One kind is selected at a time: chips, list, keys and the lane of the trend all show
 * that one.
 *
 * Invariant: `places` are in order of time; `count` counts all findings, which may be more than the places listed.
 */
import type { SampleSpan } from '../time/time-scale.ts';
import type { Tokens } from '../../platform/theme/tokens.ts';
import { firstAtOrAfter } from '../time/measure.ts';

/** A colour of the theme that marks a finding, by name. */
export type MarkToken = keyof Tokens['beat'] | 'af';

export type FindingGroup<Kind extends string = string> = {
  readonly kind: Kind;
  /** In the user's language. */
  readonly name: string;
  readonly token: MarkToken;
  readonly count: number;
  readonly places: Places;
};

/** Sample positions; without ends, each place is a single beat or moment. */
export type Places = {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number> | null;
};

/** The selected kind and the selected place in it; −1 if none has been visited. */
export type ActiveFinding = { readonly kind: string | null; readonly index: number };

export function placeAt({ starts, ends }: Places, index: number): SampleSpan | null {
  const start = starts[index];
  return start === undefined ? null : { start, end: ends?.[index] ?? start };
}

/**
 * Returns the next place, wrapping around at the ends; counted from a sample if no place has been visited. −1 if there
 * is no place.
 */
export function nextPlace({ starts }: Places, index: number, sample: number, by: -1 | 1): number {
  const count = starts.length;
  if (count === 0) return -1;
  const from = by === 1 ? firstAtOrAfter(starts, sample + 1) - 1 : firstAtOrAfter(starts, sample);
  return ((index >= 0 && index < count ? index : from) + by + count) % count;
}

/**
 * Returns the filled share of each column of a row, 0 to 1; for moments, their number relative to the fullest column.
 */
export function placeDensity(places: Places, span: SampleSpan, columns: number): Float32Array {
  const filled = new Float32Array(columns);
  const perColumn = (span.end - span.start) / columns;
  const add = (from: number, to: number): void => {
    const first = Math.max(0, Math.floor((from - span.start) / perColumn));
    const last = Math.min(columns - 1, Math.floor((to - span.start) / perColumn));
    for (let column = first; column <= last; column += 1) {
      const left = span.start + column * perColumn;
      const share = (Math.min(to, left + perColumn) - Math.max(from, left)) / perColumn;
      filled[column] = (filled[column] ?? 0) + (places.ends === null ? 1 : Math.max(0, share));
    }
  };
  for (let index = 0; index < places.starts.length; index += 1) {
    const place = placeAt(places, index);
    if (place !== null && place.end >= span.start && place.start < span.end) add(place.start, place.end);
  }
  const most = places.ends === null ? filled.reduce((high, value) => Math.max(high, value), 1) : 1;
  return filled.map((value) => Math.min(1, value / most));
}
