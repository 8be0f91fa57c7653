/**
 * Finds the waves of atrial flutter under regular conduction, where they repeat with the beats: four waves and more to
 * each beat, of which the last two before the QRS are free of the T wave.
 *
 * Sinus rhythm has one P wave there and a flat line before it, so its two parts differ. Its intervals also vary with
 * breathing, while those of flutter are multiples of one wave and stay the same within a few milliseconds. Faster
 * conduction (2:1, 3:1) is not searched: a T wave and a P wave can look like two waves of flutter.
 *
 * Invariant: gain, offset and polarity change nothing but the limit of the smallest wave.
 */
import { halfHz, halfRing } from './lead-bands.ts';
import { likeness } from './mean-beat.ts';
import { middleOfFirst } from './small-median.ts';

/** Fewest beats, and the share of intervals that differ from the one before by more than this, in half-rate samples. */
const fewestBeats = 12;
const mostVaried = 0.3;
const mostDifference = 0.016 * halfHz;
/** Largest difference of an interval from the median, as a share of it, for a beat that shows the waves. */
const likeInterval = 0.05;
/** Waves to a beat that are searched. */
const [fewestWaves, mostWaves] = [4, 6];
/** Half-rate samples before the R peak that belong to the QRS. */
const qrsBefore = 0.07 * halfHz;
/** Values of a wave. Each is the mean of four half-rate samples, of which each is the sum of two. */
const points = 10;
const together = 4;
/** Least correlation of the two waves, least ratio of their heights, and least height. */
interface Limits {
  readonly correlation: number;
  readonly ratio: number;
  readonly height_uv: number;
}
const ofAll: Limits = { correlation: 0.9, ratio: 0.7, height_uv: 50 };
/** Limits for the medians of about so many beats, which noise changes more. */
const ofFew: Limits = { correlation: 0.6, ratio: 0.4, height_uv: 30 };
const fewBeats = 8;

export interface SteadyWave {
  /** Waves per second. */
  readonly hz: number;
  /** Share of the line before the beats that their median explains, 0 to 1. */
  readonly share: number;
  /** From peak to peak, in microvolts. */
  readonly height_uv: number;
}

/**
 * Returns the wave that repeats before these beats, or null.
 * @param half a ring of half-rate samples
 * @param beats half-rate indices of the R peaks of about half a minute
 * @param rates the slowest and the fastest wave that is searched, in hertz
 */
export function steadyWave(
  half: Float32Array,
  beats: readonly number[],
  [slowest, fastest]: readonly [number, number],
): SteadyWave | null {
  const interval = steadyInterval(beats);
  if (interval === null) return null;
  const shown = beats.filter(
    (h, i) => i > 0 && Math.abs(h - (beats[i - 1] ?? 0) - interval) < likeInterval * interval,
  );
  for (let waves = fewestWaves; waves <= mostWaves; waves++) {
    const hz = (waves * halfHz) / interval;
    if (hz < slowest || hz > fastest) continue;
    const found = waveBefore(half, shown, interval / waves);
    if (found !== null) return { hz, ...found };
  }
  return null;
}

/** Returns the mean of the intervals near the median if they hardly vary, otherwise null. */
function steadyInterval(beats: readonly number[]): number | null {
  if (beats.length < fewestBeats) return null;
  const intervals = beats.slice(1).map((h, i) => h - (beats[i] ?? 0));
  const varied = intervals.filter(
    (rr, i) => i > 0 && Math.abs(rr - (intervals[i - 1] ?? 0)) > mostDifference,
  );
  if (varied.length > mostVaried * intervals.length) return null;
  const median = middleOfFirst(Float32Array.from(intervals), intervals.length);
  const like = intervals.filter((rr) => Math.abs(rr - median) < likeInterval * median);
  // A mean resolves the interval more finely than the samples do.
  return like.length === 0 ? null : like.reduce((sum, rr) => sum + rr, 0) / like.length;
}

/** Returns the mean of the samples around a place of the ring, in microvolts. */
function valueAt(half: Float32Array, place: number): number {
  const from = Math.round(place - (together - 1) / 2);
  let sum = 0;
  for (let k = 0; k < together; k++) sum += half[(from + k) & (halfRing - 1)] ?? 0;
  return sum / (2 * together);
}

/**
 * Returns the waves of `length` half-rate samples before the beats if the last two are alike, otherwise null. A few beats
 * are compared first: most hearts fail this cheaper test.
 */
function waveBefore(
  half: Float32Array,
  beats: readonly number[],
  length: number,
): Omit<SteadyWave, 'hz'> | null {
  const step = Math.max(1, Math.floor(beats.length / fewBeats));
  const few = beats.filter((_, i) => i % step === 0);
  if (!areAlike(mediansBefore(half, few, length), ofFew)) return null;
  const medians = mediansBefore(half, beats, length);
  if (!areAlike(medians, ofAll)) return null;
  return { share: explained(half, beats, length, medians), height_uv: Math.min(...heightsOf(medians)) };
}

/** Returns the medians of the line before the beats, from the QRS backwards: two waves of `points` values. */
function mediansBefore(half: Float32Array, beats: readonly number[], length: number): Float32Array {
  const values = new Float32Array(beats.length);
  const medians = new Float32Array(2 * points);
  for (let i = 0; i < medians.length; i++) {
    for (let k = 0; k < beats.length; k++) values[k] = valueAt(half, placeOf(beats[k] ?? 0, length, i));
    medians[i] = middleOfFirst(values, beats.length);
  }
  return medians;
}

/** Returns where value `i` of the waves before a beat is. */
const placeOf = (h: number, length: number, i: number): number =>
  h - qrsBefore - (length * (i + 0.5)) / points;

function areAlike(medians: Float32Array, { correlation, ratio, height_uv }: Limits): boolean {
  const [a, b] = heightsOf(medians);
  const low = Math.min(a, b);
  if (low < height_uv || low < ratio * Math.max(a, b)) return false;
  return likeness(medians, medians, 0, points, points) >= correlation;
}

const heightsOf = (medians: Float32Array): [number, number] => [
  heightOf(medians.subarray(0, points)),
  heightOf(medians.subarray(points)),
];
const heightOf = (values: Float32Array): number => Math.max(...values) - Math.min(...values);
const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the share of each beat's line that the medians explain, over all beats; wander between beats is left out. */
function explained(
  half: Float32Array,
  beats: readonly number[],
  length: number,
  medians: Float32Array,
): number {
  const mean = meanOf(medians);
  const line = new Float32Array(medians.length);
  let [rest, all] = [0, 0];
  for (const h of beats) {
    for (let i = 0; i < line.length; i++) line[i] = valueAt(half, placeOf(h, length, i));
    const own = meanOf(line);
    for (let i = 0; i < line.length; i++) {
      const value = (line[i] ?? 0) - own;
      rest += (value - (medians[i] ?? 0) + mean) ** 2;
      all += value ** 2;
    }
  }
  return all === 0 ? 0 : Math.max(0, 1 - rest / all);
}
