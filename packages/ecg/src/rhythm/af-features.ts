/**
 * How irregular the rhythm is around a beat, as numbers without unit, from RR intervals alone: diversity of three-beat
 * words (Zhou et al. 2015) on an absolute and on a relative scale, what the single intervals say (`af-evidence`), how
 * an interval follows from the one before (negative after ectopic beats, none in fibrillation), and long intervals
 * that no early beat explains (blocked beats of fibrillation and flutter).
 *
 * Few, and each with a known sign: with a dozen patients to learn from, more of them learned the patients.
 *
 * Laws: stretching every interval by one factor changes only the words of absolute rate; reversing time changes only
 * what looks at order.
 */
import type { AfEvidence } from './af-evidence.ts';

/** First and last interval of each window, about the beat; the one-sided ones find where an episode starts and ends. */
export const afWindows = [
  [-64, 64],
  [-16, 16],
  [-64, 0],
  [1, 64],
  [-16, 0],
  [1, 16],
] as const;
/** Which way each figure may only speak: 1 for fibrillation, −1 against, 0 either. */
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
/** Fewer readable intervals in a window say nothing. */
const fewest = 6;

const largest = 2 * 64 + 1;
const intervals = new Float32Array(largest);
const rankBins = new Uint16Array(1024);
const wordCounts = new Uint8Array(64 ** 3);
const seen = new Int32Array(largest);
/** n log n. */
const timesLog = Float64Array.from({ length: largest + 1 }, (_, n) => (n === 0 ? 0 : n * Math.log(n)));

/** Share of successive intervals about `centre` that differ by more than 5 %: under a tenth or so is no fibrillation. */
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

/** Intervals of seconds; 0 stands for one that is not between two beats of the same stretch. */
export function writeAfFeatures(
  rr: Float32Array,
  evidence: AfEvidence,
  centre: number,
  row: Float32Array,
  to: number,
): void {
  afWindows.forEach(([first, last], w) => {
    const from = Math.max(0, centre + first);
    const until = Math.min(rr.length - 1, centre + last);
    describe(gather(rr, from, until), row, to + w * perWindow);
    weigh(evidence, from, until, row, to + w * perWindow + 4);
  });
}

function gather(rr: Float32Array, first: number, last: number): number {
  let count = 0;
  for (let i = first; i <= last; i++) {
    const value = rr[i] ?? 0;
    if (value > 0) intervals[count++] = value;
  }
  return count;
}

function describe(count: number, row: Float32Array, to: number): void {
  if (count < fewest) {
    row.fill(0, to, to + 4);
    return;
  }
  const middle = median(count);
  row[to] = wordDiversity(count, 12);
  row[to + 1] = wordDiversity(count, 15 * middle);
  follow(count, middle, row, to + 2);
}

function weigh(evidence: AfEvidence, from: number, until: number, row: Float32Array, to: number): void {
  const over = (sums: Float64Array): number => (sums[until + 1] ?? 0) - (sums[from] ?? 0);
  const count = until < from ? 0 : over(evidence.read);
  row[to] = count < fewest ? 0 : over(evidence.explained) / count;
  row[to + 1] = count < fewest ? 0 : over(evidence.odds) / count;
}

/** The correlation of each interval with the one before, and the share of long ones after one that is not short. */
function follow(count: number, middle: number, row: Float32Array, to: number): void {
  let squares = 0;
  let products = 0;
  let long = 0;
  let before = 0;
  for (let i = 0; i < count; i++) {
    const value = intervals[i] ?? 0;
    const x = Math.max(-0.5, Math.min(0.5, (value - middle) / middle));
    squares += x * x;
    products += x * before;
    if (i > 0 && value > 1.15 * middle && (intervals[i - 1] ?? 0) > 0.93 * middle) long++;
    before = x;
  }
  row[to] = squares > 1e-6 ? products / squares : 0;
  row[to + 1] = long / (count - 1);
}

/**
 * Beats per interval in steps of `scale` a second (12: steps of 5 a minute) as letters, three in a row as a word:
 * the words' entropy times the share of different words.
 */
function wordDiversity(count: number, scale: number): number {
  const total = count - 2;
  let different = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < count; i++) {
    const letter = Math.min(63, Math.floor(scale / (intervals[i] ?? 1)));
    if (i > 1) {
      const word = (first << 12) | (second << 6) | letter;
      const held = wordCounts[word] ?? 0;
      if (held === 0) seen[different++] = word;
      wordCounts[word] = held + 1;
    }
    first = second;
    second = letter;
  }
  let known = 0;
  for (let k = 0; k < different; k++) {
    const word = seen[k] ?? 0;
    known += timesLog[wordCounts[word] ?? 0] ?? 0;
    wordCounts[word] = 0;
  }
  const most = timesLog[total] ?? 1;
  return ((different / total) * (most - known)) / most;
}

/** The middle interval to the nearest 4 ms, counted in bins instead of sorted. */
function median(count: number): number {
  let low = rankBins.length - 1;
  let high = 0;
  for (let i = 0; i < count; i++) {
    const bin = Math.min(rankBins.length - 1, Math.floor((intervals[i] ?? 0) * 250));
    rankBins[bin] = (rankBins[bin] ?? 0) + 1;
    if (bin < low) low = bin;
    if (bin > high) high = bin;
  }
  let passed = 0;
  let found = -1;
  for (let bin = low; bin <= high; bin++) {
    passed += rankBins[bin] ?? 0;
    rankBins[bin] = 0;
    if (found < 0 && passed > count >> 1) found = bin;
  }
  return (found + 0.5) / 250;
}
