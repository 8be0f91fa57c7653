/**
 * Computes features of the irregularity of the rhythm around a beat, from RR intervals alone and without unit:
 * - diversity of three-beat words (Zhou et al. 2015), on an absolute and on a relative scale;
 * - the evidence of the single intervals (`af-evidence`);
 * - correlation of an interval with the previous one (negative after ectopic beats, none in fibrillation);
 * - long intervals that no early beat explains (blocked beats of fibrillation and flutter).
 *
 * The features are few, and each has a known sign: with only a dozen patients to learn from, models with more features
 * fitted the patients themselves.
 *
 * Invariants: scaling every interval by one factor changes only the words of absolute rate; reversing time changes only
 * the features that depend on order.
 */
import type { AfEvidence } from './af-evidence.ts';

/**
 * First and last interval of each window, relative to the beat; the one-sided windows locate the start and end of an
 * episode.
 */
const afWindows = [
  [-64, 64],
  [-16, 16],
  [-64, 0],
  [1, 64],
  [-16, 0],
  [1, 16],
] as const;
/** Sign allowed for each feature: 1 for fibrillation, −1 against it, 0 either. */
const figures = [
  ['rate words', 1],
  ['relative words', 1],
  ['followed', 1],
  ['unexplained long', 0],
  ['explained', -1],
  ['odds', 1],
] as const;
const perWindow = figures.length;
export const afFeatureNames = afWindows.flatMap(([from, to]) =>
  figures.map(([name]) => `${name} ${from}..${to}`),
);
export const afFeatureSigns: readonly number[] = afWindows.flatMap(() => figures.map(([, sign]) => sign));
export const afFeatureCount = afWindows.length * perWindow;
/** A window with fewer readable intervals gives no features. */
const fewest = 6;

/** No window reaches further than this. */
const reach = 64;
const largest = 2 * reach + 1;
/** The readable intervals within reach, and for each position how many of them come before it. */
const intervals = new Float32Array(largest);
const placeOf = new Uint8Array(largest + 1);
/**
 * For each readable interval: its letter on the absolute scale, its letter on the window's own scale, and its bin of 4
 * ms.
 */
const rateLetters = new Uint8Array(largest);
const ownLetters = new Uint8Array(largest);
const bins = new Uint16Array(largest);
const coarseBins = 32;
const inBin = new Uint8Array(coarseBins * 32);
const inCoarse = new Uint8Array(coarseBins);
/**
 * Converts an interval to a letter, in steps of 60 / `scale` beats per minute: a scale of 12 gives steps of 5 per
 * minute.
 */
const letterOf = (scale: number, interval: number): number => Math.min(63, Math.floor(scale / interval));
const rateScale = 12;
const wordCounts = new Uint8Array(64 ** 3);
const seen = new Int32Array(largest + 1);
/** n log n. */
const timesLog = Float64Array.from({ length: largest + 1 }, (_, n) => (n === 0 ? 0 : n * Math.log(n)));

/**
 * Returns the share of successive intervals around `centre` that differ by more than 5 %. Below about a tenth the
 * rhythm is not fibrillation.
 */
export function unevenShare(rr: Float32Array, centre: number): number {
  const to = Math.min(rr.length - 1, centre + 64);
  let before = 0;
  let steps = 0;
  let uneven = 0;
  for (let i = Math.max(0, centre - 64); i <= to; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    if (before > 0) {
      steps++;
      if (Math.abs(value - before) > 0.05 * before) uneven++;
    }
    before = value;
  }
  return steps === 0 ? 0 : uneven / steps;
}

/**
 * Writes the features of one beat into `row` at `to`. `rr` is in seconds; 0 marks an interval that is not between two
 * beats of the same stretch.
 */
export function writeAfFeatures(
  rr: Float32Array,
  evidence: AfEvidence,
  centre: number,
  row: Float32Array,
  to: number,
): void {
  const start = Math.max(0, centre - reach);
  gather(rr, start, Math.min(rr.length - 1, centre + reach));
  let at = to;
  for (const [first, last] of afWindows) {
    const from = Math.max(0, centre + first);
    const until = Math.min(rr.length - 1, centre + last);
    describe(placeOf[from - start] ?? 0, placeOf[until + 1 - start] ?? 0, row, at);
    weigh(evidence, from, until, row, at + 4);
    at += perWindow;
  }
}

function gather(rr: Float32Array, first: number, last: number): void {
  let count = 0;
  for (let i = first; i <= last; i++) {
    placeOf[i - first] = count;
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    intervals[count] = value;
    rateLetters[count] = letterOf(rateScale, value);
    bins[count++] = Math.min(inBin.length - 1, Math.floor(value * 250));
  }
  placeOf[last + 1 - first] = count;
}

/** Writes the word and order features of the intervals from position `from` to `until` (exclusive). */
function describe(from: number, until: number, row: Float32Array, to: number): void {
  if (until - from < fewest) {
    row.fill(0, to, to + 4);
    return;
  }
  const middle = median(from, until);
  for (let i = from; i < until; i++) ownLetters[i] = letterOf(15 * middle, intervals[i] ?? 1);
  row[to] = wordDiversity(rateLetters, from, until);
  row[to + 1] = wordDiversity(ownLetters, from, until);
  follow(from, until, middle, row, to + 2);
}

function weigh(evidence: AfEvidence, from: number, until: number, row: Float32Array, to: number): void {
  const { odds, explained, read } = evidence.over(from, until + 1);
  row[to] = read < fewest ? 0 : explained / read;
  row[to + 1] = read < fewest ? 0 : odds / read;
}

/**
 * Writes the correlation of each interval with the previous one, and the share of long intervals after one that is not
 * short.
 */
function follow(from: number, until: number, middle: number, row: Float32Array, to: number): void {
  let squares = 0;
  let products = 0;
  let long = 0;
  let before = 0;
  for (let i = from; i < until; i++) {
    const value = intervals[i] ?? 0;
    const x = Math.max(-0.5, Math.min(0.5, (value - middle) / middle));
    squares += x * x;
    products += x * before;
    if (i > from && value > 1.15 * middle && (intervals[i - 1] ?? 0) > 0.93 * middle) long++;
    before = x;
  }
  row[to] = squares > 1e-6 ? products / squares : 0;
  row[to + 1] = long / (until - from - 1);
}

/**
 * Returns the entropy of the three-letter words times the share of different words. Whether a word is new is hard for
 * the CPU to predict, so every word is written and only a new one advances the position (no branch).
 */
function wordDiversity(letters: Uint8Array, from: number, until: number): number {
  const total = until - from - 2;
  let different = 0;
  let word = ((letters[from] ?? 0) << 6) | (letters[from + 1] ?? 0);
  for (let i = from + 2; i < until; i++) {
    word = ((word << 6) | (letters[i] ?? 0)) & 0x3ffff;
    const held = wordCounts[word] ?? 0;
    seen[different] = word;
    different += Number(held === 0);
    wordCounts[word] = held + 1;
  }
  let known = 0;
  for (let k = 0; k < different; k++) {
    const one = seen[k] ?? 0;
    known += timesLog[wordCounts[one] ?? 0] ?? 0;
    wordCounts[one] = 0;
  }
  const most = timesLog[total] ?? 1;
  return ((different / total) * (most - known)) / most;
}

/** Returns the median interval to the nearest 4 ms, by counting in coarse and fine bins instead of sorting. */
function median(from: number, until: number): number {
  for (let i = from; i < until; i++) {
    const bin = bins[i] ?? 0;
    inBin[bin] = (inBin[bin] ?? 0) + 1;
    inCoarse[bin >> 5] = (inCoarse[bin >> 5] ?? 0) + 1;
  }
  const middle = (until - from) >> 1;
  let passed = 0;
  let coarse = 0;
  while (passed + (inCoarse[coarse] ?? 0) <= middle) passed += inCoarse[coarse++] ?? 0;
  let found = coarse << 5;
  while (passed + (inBin[found] ?? 0) <= middle) passed += inBin[found++] ?? 0;
  for (let i = from; i < until; i++) inBin[bins[i] ?? 0] = 0;
  inCoarse.fill(0);
  return (found + 0.5) / 250;
}
