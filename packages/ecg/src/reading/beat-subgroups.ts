/**
 * Divides a group that is about to be split into its parts: the main shape, the beats that are split off, and those that
 * resemble both.
 *
 * Invariants: each beat is in exactly one part; the parts contain all beats of the group.
 */
import { beatsBeside, type BeatLikeness } from './beat-likeness.ts';
import type { GroupBeats } from './group-members.ts';

/** A beat whose two similarities differ by less than this (of 255) resembles both shapes. */
const nearlyAlike = 40;

export interface Subgroup {
  readonly beats: number;
  /** Median interval before the beats and median width of their QRS complexes in milliseconds; null if unknown. */
  readonly rr_ms: number | null;
  readonly qrs_ms: number | null;
}
export interface Subgroups {
  readonly main: Subgroup;
  readonly own: Subgroup;
  /** Null if beats unlike the mean are split off: then there is only one shape to compare with. */
  readonly between: Subgroup | null;
}

function median(values: readonly number[]): number | null {
  const known = values.filter((value) => value > 0).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? null;
}

type Figures = Pick<GroupBeats, 'samples' | 'rr_ms' | 'qrs_ms'>;

export function subgroupsOf(
  likeness: BeatLikeness,
  { cut, pressed }: { readonly cut: number; readonly pressed: number | null },
  { samples, rr_ms, qrs_ms }: Figures,
): Subgroups {
  const placeOf = new Map(Array.from(samples, (sample, at) => [sample, at]));
  const figuresOf = (part: readonly number[]): Subgroup => {
    const places = part.flatMap((sample) => placeOf.get(sample) ?? []);
    return {
      beats: part.length,
      rr_ms: median(places.map((at) => rr_ms[at] ?? 0)),
      qrs_ms: median(places.map((at) => qrs_ms[at] ?? 0)),
    };
  };
  const own = beatsBeside(likeness, cut, pressed === null ? 'unlike' : 'like');
  const split = new Set(own);
  const others = Array.from(likeness.samples.keys()).filter((i) => !split.has(likeness.samples[i] ?? -1));
  const isBetween = (i: number): boolean =>
    pressed !== null && (likeness.like[i] ?? 0) > (likeness.main[i] ?? 0) - nearlyAlike;
  const samplesOf = (places: readonly number[]): number[] => places.map((i) => likeness.samples[i] ?? 0);
  return {
    main: figuresOf(samplesOf(others.filter((i) => !isBetween(i)))),
    own: figuresOf(own),
    between: pressed === null ? null : figuresOf(samplesOf(others.filter(isBetween))),
  };
}
