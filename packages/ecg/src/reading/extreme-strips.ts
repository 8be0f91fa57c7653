/**
 * Creates the strips that show the extremes of a reading: lowest and highest rate, longest interval. A strip stores its
 * extreme and the value at that time, so that the page can show when the reading has another.
 *
 * Invariant: after these edits are applied, the function returns no more edits, and no other strip changes.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import type { ExtremeKey } from '../labels/extreme-labels.ts';
import type { RateFigures } from '../rhythm/summary.ts';
import type { ReadingEdit, ShownExtreme, StripMark } from './edits.ts';
import type { ReadStrip } from './read-strips.ts';

/** Seconds that fit in a row of the report at 25 mm/s; the least margin in seconds around its beats. */
export const rowS = 6.8;
const tightS = 0.3;
/** The margin in seconds around an extreme that is longer than a row. */
export const marginS = 1.5;

interface FoundExtreme extends ShownExtreme {
  /** Number of beats that it is based on. */
  readonly beats: number;
}

type Rates = {
  readonly [K in 'min' | 'max']: {
    readonly bpm: number;
    readonly sample: number;
    readonly beats?: number | undefined;
  } | null;
} & Pick<RateFigures, 'longest_rr'>;

/**
 * Returns the extremes, the most severe first. Rates are rounded to whole beats per minute, as everywhere on the
 * screen.
 */
export function extremesOf({ max, min, longest_rr }: Rates): FoundExtreme[] {
  const rate = (extreme: ExtremeKey, found: Rates['min']): FoundExtreme[] =>
    found === null
      ? []
      : [{ extreme, sample: found.sample, value: Math.round(found.bpm), beats: found.beats ?? 2 }];
  const rr = longest_rr;
  return [
    ...rate('max_rate', max),
    ...rate('min_rate', min),
    ...(rr === null ? [] : [{ extreme: 'longest_rr' as const, sample: rr.sample, value: rr.ms, beats: 2 }]),
  ];
}

/** Whether a strip still shows its extreme; if not, the extreme that the reading has now. */
export type ExtremeStanding =
  | { readonly stands: true }
  | { readonly stands: false; readonly now: ShownExtreme | null };

export function extremeStanding(shows: ShownExtreme, found: readonly ShownExtreme[]): ExtremeStanding {
  const now = found.find(({ extreme }) => extreme === shows.extreme) ?? null;
  const stands = now?.sample === shows.sample && now.value === shows.value;
  return stands ? { stands } : { stands: false, now };
}

export interface ExtremeBasket {
  readonly strips: readonly ReadStrip[];
  readonly rates: Rates;
  /** Samples of the beats in the reading. */
  readonly beats: ArrayLike<number>;
  readonly sampling_hz: number;
  /** Length of the recording in samples. */
  readonly length: number;
  /** Returns the lead on which calipers between two samples are placed. */
  readonly leadOf: (start: number, end: number) => number;
}

/** Returns the first and the last beat of an extreme: a rate is stored by its last beat, an interval by its first. */
function beatsOf(
  { extreme, sample, beats: count }: FoundExtreme,
  beats: ArrayLike<number>,
): [number, number] {
  const at = lowerBound(beats, sample);
  return extreme === 'longest_rr'
    ? [sample, beats[at + 1] ?? sample]
    : [beats[Math.max(0, at - count + 1)] ?? sample, sample];
}

type ExtremeStrip = {
  readonly start_sample: number;
  readonly end_sample: number;
  readonly marks: readonly StripMark[];
  readonly shows: ShownExtreme;
};

function stripOf(
  found: FoundExtreme,
  { beats, sampling_hz: hz, length, leadOf }: ExtremeBasket,
): ExtremeStrip {
  const [first, last] = beatsOf(found, beats);
  const middle = (first + last) / 2;
  const inRow = last - first + 2 * tightS * hz <= rowS * hz;
  const half = inRow ? (rowS * hz) / 2 : (last - first) / 2 + marginS * hz;
  const start = Math.max(0, Math.min(Math.round(middle - half), length - Math.round(2 * half)));
  const { extreme, sample, value } = found;
  return {
    start_sample: start,
    end_sample: Math.min(length - 1, start + Math.round(2 * half)),
    marks:
      extreme === 'longest_rr'
        ? [{ of: 'caliper', lead: leadOf(first, last), sample: first, to_sample: last }]
        : [],
    shows: { extreme, sample, value },
  };
}

/**
 * Returns edits that append a strip for each extreme without one, and move strips whose extreme is elsewhere now.
 * Annotations and caption of a moved strip refer to the old place and are removed.
 */
export function extremeEdits(basket: ExtremeBasket): ReadingEdit[] {
  const found = extremesOf(basket.rates);
  let order = Math.max(0, ...basket.strips.map((strip) => strip.order));
  return found.flatMap((extreme): ReadingEdit[] => {
    const held = basket.strips.filter(({ shows }) => shows?.extreme === extreme.extreme);
    if (held.length === 0)
      return [{ kind: 'add_strip', ...stripOf(extreme, basket), caption: '', order: ++order }];
    return held.flatMap(({ strip, shows, order: own }): ReadingEdit[] =>
      shows === undefined || extremeStanding(shows, found).stands
        ? []
        : [{ kind: 'change_strip', strip, ...stripOf(extreme, basket), caption: '', order: own }],
    );
  });
}
