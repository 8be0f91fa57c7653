/**
 * Finds waves through which a fast rhythm continues: in a tachycardia whose T waves are as high as its QRS, a moving
 * electrode hides the complexes, and what is left repeats as ventricular tachycardia does.
 *
 * Such a stretch lasts 15 s at most. Eight intervals before it and eight after it are those of one fast rhythm that is not
 * ventricular, and within it the waves, or half of the time between the beats, have the same interval.
 *
 * Invariant: waves that are faster or slower than the rhythm around them remain, however short they are.
 */
import { byteV } from '../beats/beat-class.ts';
import { lowerBound } from '../beats/lower-bound.ts';

const longestS = 15;
const compared = 8;
/** How many of the compared intervals may differ from their median by more than a tenth, and of the beats may be V. */
const mostOther = 3;
const alike = 0.1;
const sameRate = 0.05;
/** Longest interval of a fast rhythm in seconds. */
const slowestS = 0.6;

export interface BeatsAndWaves {
  /** The beats in order, and their classes. */
  readonly samples: Uint32Array;
  readonly classes: Uint8Array;
  /** The waves of tachycardia in order. */
  readonly waves: readonly number[];
}

const isNear = (value: number, usual: number, share: number): boolean =>
  Math.abs(value - usual) <= share * usual;

/** Removes such stretches. `flutter` is 1 in each second that seems to flutter; positions are at `hz`. */
export function withoutContinuedTachycardia(
  flutter: Uint8Array,
  beats: BeatsAndWaves,
  hz: number,
): Uint8Array {
  const left = flutter.slice();
  for (let from = 0; from < flutter.length; from++) {
    if (flutter[from] !== 1) continue;
    let until = from;
    while (flutter[until] === 1) until++;
    if (until - from <= longestS && goesOn(beats, from * hz, until * hz, hz)) left.fill(0, from, until);
    from = until;
  }
  return left;
}

function goesOn({ samples, classes, waves }: BeatsAndWaves, start: number, end: number, hz: number): boolean {
  const first = lowerBound(samples, start);
  const after = lowerBound(samples, end);
  const before = steadyInterval(samples, classes, first - compared);
  const later = steadyInterval(samples, classes, after + 1);
  if (!isNear(later, before, sameRate) || before > slowestS * hz) return false;
  const held = waves.slice(lowerBound(waves, start), lowerBound(waves, end));
  const distances = held.slice(1).map((wave, i) => wave - (held[i] ?? 0));
  const distance = distances.sort((a, b) => a - b)[distances.length >> 1] ?? NaN;
  if (isNear(distance, before, sameRate)) return true;
  let same = 0;
  for (let i = first; i <= after; i++) {
    const interval = (samples[i] ?? 0) - (samples[i - 1] ?? 0);
    if (isNear(interval, before, alike)) same += interval;
  }
  return 2 * same >= end - start;
}

/** Returns the median of the intervals that end at `compared` beats from beat `from` on; NaN if they are not steady or V. */
function steadyInterval(samples: Uint32Array, classes: Uint8Array, from: number): number {
  if (from < 1 || from + compared > samples.length) return NaN;
  const intervals = Array.from(
    { length: compared },
    (_, i) => (samples[from + i] ?? 0) - (samples[from + i - 1] ?? 0),
  );
  const usual = intervals.toSorted((a, b) => a - b)[compared / 2] ?? NaN;
  const other = intervals.filter((interval) => !isNear(interval, usual, alike)).length;
  const wide = classes.subarray(from, from + compared).filter((byte) => byte === byteV).length;
  return other <= mostOther && wide <= mostOther ? usual : NaN;
}
