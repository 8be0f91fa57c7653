/**
 * How irregular the rhythm is around a beat, as numbers without unit, from RR intervals alone: spread of
 * successive differences (Tateno and Glass 2001), entropy of the interval histogram, diversity of three-beat words (Zhou et al. 2015), and differences over two beats, which stay small in
 * bigeminy and do not in atrial fibrillation.
 *
 * Laws: stretching every interval by one factor changes only the rate; reversing time changes nothing.
 */
/** First and last interval of each window, about the beat; the one-sided ones find where an episode starts and ends. */
export const afWindows = [
  [-64, 64],
  [-16, 16],
  [-64, 0],
  [1, 64],
] as const;
const perWindow = 6;
export const afFeatureNames = afWindows.flatMap(([from, to]) =>
  ['over 5 %', 'two-beat step', 'histogram', 'trimmed spread', 'rate words', 'relative words'].map(
    (name) => `${name} ${from}..${to}`,
  ),
);
export const afFeatureCount = afWindows.length * perWindow;

const largest = 2 * 64 + 1;
const intervals = new Float32Array(largest);
const rankBins = new Uint16Array(1024);
const ranks = new Float32Array(3);
const bins = new Uint8Array(32);
const wordCounts = new Uint8Array(64 ** 3);
const seen = new Int32Array(largest);

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
export function writeAfFeatures(rr: Float32Array, centre: number, row: Float32Array, to: number): void {
  afWindows.forEach(([first, last], w) => {
    const count = gather(rr, centre + first, centre + last);
    describe(count, row, to + w * perWindow);
  });
}

function gather(rr: Float32Array, first: number, last: number): number {
  let count = 0;
  const to = Math.min(rr.length - 1, last);
  for (let i = Math.max(0, first); i <= to; i++) {
    const value = rr[i] ?? 0;
    if (value > 0) intervals[count++] = value;
  }
  return count;
}

function describe(count: number, row: Float32Array, to: number): void {
  if (count < 6) {
    row.fill(0, to, to + perWindow);
    return;
  }
  findRanks(count);
  const middle = ranks[1] ?? 0.8;
  stepFigures(count, middle, row, to);
  row[to + 2] = histogramEntropy(count, middle);
  row[to + 3] = trimmedSpread(count, middle);
  row[to + 4] = wordDiversity(count, 12);
  row[to + 5] = wordDiversity(count, 15 * middle);
}

function trimmedSpread(count: number, middle: number): number {
  const low = (ranks[0] ?? 0) - 0.002;
  const high = (ranks[2] ?? 0) + 0.002;
  let sum = 0;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const value = intervals[i] ?? 0;
    if (value < low || value > high) continue;
    sum += Math.abs(value - middle);
    kept++;
  }
  return sum / Math.max(1, kept) / middle;
}

function stepFigures(count: number, middle: number, row: Float32Array, to: number): void {
  let over5 = 0;
  let two = 0;
  for (let i = 1; i < count; i++) {
    const step = Math.abs((intervals[i] ?? 0) - (intervals[i - 1] ?? 0)) / middle;
    if (step > 0.05) over5++;
    if (i > 1) two += Math.min(0.4, Math.abs((intervals[i] ?? 0) - (intervals[i - 2] ?? 0)) / middle);
  }
  row[to] = over5 / (count - 1);
  row[to + 1] = two / (count - 2);
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
  let entropy = 0;
  for (let k = 0; k < different; k++) {
    const word = seen[k] ?? 0;
    entropy -= shareTimesLog(wordCounts[word] ?? 0, total);
    wordCounts[word] = 0;
  }
  return ((different / total) * entropy) / Math.log(total);
}

function histogramEntropy(count: number, middle: number): number {
  bins.fill(0);
  for (let i = 0; i < count; i++) {
    const bin = Math.floor(((intervals[i] ?? 0) / middle - 0.4) * 20);
    const slot = bin < 0 ? 0 : bin > 31 ? 31 : bin;
    bins[slot] = (bins[slot] ?? 0) + 1;
  }
  let entropy = 0;
  for (const held of bins) if (held > 0) entropy -= (held / count) * Math.log(held / count);
  return entropy / Math.log(count);
}

/** Tenth, half and nine tenths of the intervals, to the nearest 4 ms, counted in bins instead of sorted. */
function findRanks(count: number): void {
  let low = rankBins.length - 1;
  let high = 0;
  for (let i = 0; i < count; i++) {
    const bin = Math.min(rankBins.length - 1, Math.floor((intervals[i] ?? 0) * 250));
    rankBins[bin] = (rankBins[bin] ?? 0) + 1;
    if (bin < low) low = bin;
    if (bin > high) high = bin;
  }
  const wanted = [Math.floor(count * 0.1), count >> 1, Math.ceil(count * 0.9) - 1];
  let passed = 0;
  let next = 0;
  for (let bin = low; bin <= high; bin++) {
    passed += rankBins[bin] ?? 0;
    rankBins[bin] = 0;
    while (next < 3 && passed > (wanted[next] ?? 0)) ranks[next++] = (bin + 0.5) / 250;
  }
}

/** `count / total` times its logarithm, worked out once for each pair. */
const products = new Float64Array((largest + 1) ** 2).fill(NaN);
function shareTimesLog(count: number, total: number): number {
  const at = total * (largest + 1) + count;
  const held = products[at] ?? 0;
  if (!Number.isNaN(held)) return held;
  const product = (count / total) * Math.log(count / total);
  products[at] = product;
  return product;
}
