/**
 * Finds supraventricular tachycardia that lasts: runs of at least ten steady beats above 100 a minute that begin with a
 * jump of the interval. Sinus rhythm becomes faster gradually, over many beats. After some minutes such a run is the
 * usual rhythm of its surroundings, so that its beats are early compared with nothing and look normal.
 *
 * Invariants: a run needs a slower rhythm before it, so that nothing is found at the start of a recording or in a
 * rhythm that changes between two rates; a run of beats that the detector doubts is none.
 */
import type { BeatColumns } from './beat-columns.ts';
import { viewed } from './beat-view.ts';
import { medianOfFirst } from './small-median.ts';

const fewest = 10;
const [most, half] = [9, 5];
/** Longest interval in seconds, and the largest ratio to the median of those before. */
const longestS = 0.6;
const jump = 0.7;
/** Intervals before a run, and how many of them may be nearly as short as those of the run. */
const lookBack = 12;
const shortBefore = 4;
const nearlyAsShort = 1.15;
/** Intervals further back, outside other runs; with fewer than `enoughFarBack` they say little. */
const farBack = 60;
const enoughFarBack = 45;
/** The rhythm was as fast before if more than this share of them are nearly as short. */
const mostlyShort = 0.5;
/**
 * A fast rhythm seems slower for a while if it is conducted 2:1 or less, or if noise hides beats. Then some intervals are
 * nearly as short, and nearly all are multiples of those of the run. These are the least shares of both.
 */
const someShort = 0.2;
const nearlyAll = 0.8;
/** How far the ratio of two intervals may be from a whole number, and the largest such number. */
const aroundWhole = 0.08;
const largestMultiple = 4;
/** Largest deviation of the first intervals from their median; one of them may differ more. */
const steady = 0.08;
/** Largest deviation of a later interval from the recent ones, how fast these follow, and how many in a row end a run. */
const like = 0.12;
const follow = 0.1;
const ending = 4;
/** The detector's log-odds × 16 below which it doubts a beat; in a fast rhythm they are lower than otherwise. */
const doubted = 24;
const scratch = new Float32Array(lookBack);

const medianAt = (rr: Float32Array, from: number, count: number): number => {
  scratch.set(rr.subarray(from, from + count));
  return medianOfFirst(scratch, count);
};

/**
 * Percent of likeness to the dominant beat from which a QRS is one of this patient's usual ones. In the longest such run of
 * the development records it is 80 to 90, depending on where the recording begins.
 */
const usualShape = 65;

/** Returns 1 for each beat in such a run; `rr` is the seconds since the beat before. */
export function suddenRuns(rr: Float32Array, columns: BeatColumns): Uint8Array {
  const { odds } = columns;
  const marks = new Uint8Array(rr.length);
  for (let i = lookBack + 1; i + fewest <= rr.length; i++) {
    if (!beginsAt(rr, i) || !mostly((k) => (odds[k] ?? 0) >= doubted, i, most)) continue;
    if (wasAsFast(rr, marks, i)) continue;
    if (!mostly((k) => viewed.qrsLow(columns, k) >= usualShape, i, half)) continue;
    const until = endOf(rr, i);
    if (until < i + fewest) continue;
    marks.fill(1, i, until);
    i = until;
  }
  return marks;
}

function beginsAt(rr: Float32Array, i: number): boolean {
  const own = rr[i] ?? 0;
  if (own > longestS * (1 + steady)) return false;
  const before = medianAt(rr, i - lookBack, lookBack);
  if (own >= jump * before) return false;
  const usual = medianAt(rr, i, fewest);
  if (usual > longestS || usual > jump * before) return false;
  let different = 0;
  for (let k = i; k < i + fewest; k++) different += Number(Math.abs((rr[k] ?? 0) - usual) > steady * usual);
  let short = 0;
  for (let k = i - lookBack; k < i; k++) short += Number((rr[k] ?? 0) < nearlyAsShort * usual);
  return different <= 1 && short <= shortBefore;
}

const isMultiple = (ratio: number): boolean => {
  const whole = Math.round(ratio);
  return whole >= 1 && whole <= largestMultiple && Math.abs(ratio - whole) <= aroundWhole;
};

/** Tells whether the rhythm was as fast before, outside other runs (`marks`), or may have been. */
function wasAsFast(rr: Float32Array, marks: Uint8Array, i: number): boolean {
  const usual = medianAt(rr, i, fewest);
  let [short, multiple, outside] = [0, 0, 0];
  for (let k = Math.max(1, i - farBack); k < i; k++) {
    if (marks[k] === 1) continue;
    const ratio = (rr[k] ?? 0) / usual;
    outside++;
    short += Number(ratio < nearlyAsShort);
    multiple += Number(isMultiple(ratio));
  }
  if (short > mostlyShort * outside) return true;
  if (multiple < nearlyAll * outside) return false;
  return short >= someShort * outside || outside < enoughFarBack;
}

/** Tells whether something is true of at least `least` of the first beats. */
function mostly(isTrue: (i: number) => boolean, first: number, least: number): boolean {
  let count = 0;
  for (let k = first; k < first + fewest; k++) count += Number(isTrue(k));
  return count >= least;
}

/** Returns the beat after the last one of the run that begins at beat `first`. */
function endOf(rr: Float32Array, first: number): number {
  let usual = medianAt(rr, first, fewest);
  let different = 0;
  let i = first;
  for (; i < rr.length && different < ending; i++) {
    const step = (rr[i] ?? 0) - usual;
    different = Math.abs(step) > like * usual ? different + 1 : 0;
    if (different === 0) usual += follow * step;
    if (usual > longestS) break;
  }
  return i - different;
}
