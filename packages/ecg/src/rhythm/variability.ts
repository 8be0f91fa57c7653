/**
 * Computes heart-rate variability over normal beats (Task Force of the ESC and NASPE, 1996): SDNN of all NN intervals,
 * SDANN of their means over five minutes of the recording, RMSSD and pNN50 (a share of the pairs) of successive ones.
 * An NN interval is counted, is between two N beats outside atrial fibrillation (those of the Task Force are of sinus
 * rhythm) and is within 20 % of the running mean of those before it, so that missed beats are left out.
 *
 * Invariants: an ectopic beat, a gap or a fibrillating stretch removes its intervals and changes no other; differences
 * are taken only between intervals that follow each other; an update gives the same figures as a full computation.
 */
import { byteN } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import type { Intervals } from './intervals.ts';
import type { VariabilityFigures } from './summary.ts';

const segmentS = 300;
/** A five-minute mean counts if its intervals cover at least half of the five minutes. */
const segmentShare = 0.5;
const tolerance = 0.2;
const shortestS = 0.25;
const longestS = 2.5;
/** More than 50 ms, with a margin for single-precision rounding. */
const over50S = 0.050001;

/**
 * The columns used of one table; `samples`, `classes` and `rr` have one value for every beat, `af` one for every
 * second.
 */
interface Source {
  readonly samples: Uint32Array;
  readonly classes: Uint8Array;
  readonly rr: Float32Array;
  readonly af: Uint8Array;
}

/**
 * State passed from one five-minute segment to the next: the running mean, and the previous interval if it was kept.
 */
interface Carry {
  readonly usual: number;
  readonly before: number;
}

/** A five-minute segment of the recording, its beats from `first` to `last` (exclusive), and the state at its start. */
interface FiveMinuteSegment {
  readonly index: number;
  readonly first: number;
  readonly last: number;
  readonly entered: Carry;
}
interface Part extends FiveMinuteSegment {
  readonly left: Carry;
  readonly n: number;
  readonly sum: number;
  readonly square: number;
  readonly steps: number;
  readonly step_square: number;
  readonly over_50: number;
}

export type Variability = (
  beats: BeatTable,
  intervals: Intervals,
  /** 1 if the second fibrillates. */
  afSeconds: Uint8Array,
) => VariabilityFigures;

/**
 * Computes the figures of successive tables of the same recording; segments in which nothing changed are not computed
 * again.
 */
export function createVariability(): Variability {
  let held: { readonly source: Source; readonly parts: readonly Part[] } | undefined;
  return ({ samples, classes, length, sampling_hz: hz }, { rr }, af) => {
    const source = { samples, classes, rr, af };
    const parts: Part[] = [];
    let [first, entered] = [1, { usual: 0, before: 0 }];
    for (let index = 0; index * segmentS * hz < length; index++) {
      const last = Math.max(first, lowerBound(samples, Math.ceil((index + 1) * segmentS * hz)));
      const place = { index, first, last, entered };
      const known = held?.parts[index];
      const isKnown = held !== undefined && known !== undefined && isSame(held.source, known, source, place);
      const part = isKnown ? { ...known, ...place } : partOf(source, place, hz);
      parts.push(part);
      entered = part.left;
      first = last;
    }
    held = { source, parts };
    return figuresOf(parts);
  };
}

export const variability: Variability = (beats, intervals, afSeconds) =>
  createVariability()(beats, intervals, afSeconds);

function isSame(
  was: Source,
  known: Part,
  now: Source,
  { index, first, last, entered }: FiveMinuteSegment,
): boolean {
  if (known.last - known.first !== last - first) return false;
  if (known.entered.usual !== entered.usual || known.entered.before !== entered.before) return false;
  const by = known.first - first;
  // The interval of the first beat also depends on the class of the beat before it.
  return (
    areSameBytes(was.classes, now.classes, first - 1, last, by) &&
    areSameTimes(was, now, first, last, by) &&
    areSameBytes(was.af, now.af, index * segmentS, Math.min(now.af.length, (index + 1) * segmentS), 0)
  );
}

/**
 * Tells whether two columns are equal from `first` to `last` of the current one; the indices of the earlier one are
 * `by` higher. Each array type has its own loop: one shared loop is several times slower.
 */
function areSameBytes(was: Uint8Array, now: Uint8Array, first: number, last: number, by: number): boolean {
  if (was === now && by === 0) return true;
  for (let i = first; i < last; i++) if (was[i + by] !== now[i]) return false;
  return true;
}

function areSameTimes(was: Source, now: Source, first: number, last: number, by: number): boolean {
  if (was.samples === now.samples && was.rr === now.rr && by === 0) return true;
  for (let i = first; i < last; i++) {
    if (was.samples[i + by] !== now.samples[i] || was.rr[i + by] !== now.rr[i]) return false;
  }
  return true;
}

function partOf({ samples, classes, rr: all, af }: Source, place: FiveMinuteSegment, hz: number): Part {
  const { first, last, entered } = place;
  let { usual, before } = entered;
  let [n, sum, mean, square] = [0, 0, 0, 0];
  let [steps, step_square, over_50] = [0, 0, 0];
  for (let i = first; i < last; i++) {
    const rr = all[i] ?? 0;
    const normal = isNormal(classes, i, rr) && af[Math.floor((samples[i] ?? 0) / hz)] !== 1;
    const kept = normal && (usual === 0 || Math.abs(rr - usual) <= tolerance * usual);
    if (normal) usual = follow(usual, rr);
    if (!kept) {
      before = 0;
      continue;
    }
    n++;
    sum += rr;
    const delta = rr - mean;
    mean += delta / n;
    square += delta * (rr - mean);
    if (before > 0) {
      const step = rr - before;
      steps++;
      step_square += step * step;
      if (Math.abs(step) > over50S) over_50++;
    }
    before = rr;
  }
  return { ...place, left: { usual, before }, n, sum, square, steps, step_square, over_50 };
}

/** Combines the sums of squares of the segments (Chan, Golub and LeVeque 1979). */
function figuresOf(parts: readonly Part[]): VariabilityFigures {
  const means: number[] = [];
  let [n, mean, square] = [0, 0, 0];
  let [steps, stepSquare, over50] = [0, 0, 0];
  for (const part of parts) {
    if (part.n === 0) continue;
    const own = part.sum / part.n;
    if (part.sum >= segmentShare * segmentS) means.push(own);
    const delta = own - mean;
    square += part.square + (delta * delta * n * part.n) / (n + part.n);
    n += part.n;
    mean += (delta * part.n) / n;
    steps += part.steps;
    stepSquare += part.step_square;
    over50 += part.over_50;
  }
  const ms = (seconds: number): number => Math.round(10000 * seconds) / 10;
  return {
    nn_intervals: n,
    sdnn_ms: n < 2 ? null : ms(Math.sqrt(square / (n - 1))),
    sdann_ms: means.length < 2 ? null : ms(spread(means)),
    rmssd_ms: steps === 0 ? null : ms(Math.sqrt(stepSquare / steps)),
    pnn50: steps === 0 ? null : Math.round((10000 * over50) / steps) / 10000,
  };
}

const isNormal = (classes: Uint8Array, i: number, rr: number): boolean =>
  rr > shortestS && rr < longestS && classes[i] === byteN && classes[i - 1] === byteN;

/** Returns the running mean after one more interval; an outlier moves it no further than the tolerance allows. */
function follow(usual: number, rr: number): number {
  if (usual === 0) return rr;
  const most = tolerance * usual;
  return usual + 0.25 * Math.max(-most, Math.min(most, rr - usual));
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
