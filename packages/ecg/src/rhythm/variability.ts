/**
 * Heart-rate variability over normal beats (Task Force of the ESC and NASPE, 1996): SDNN of all NN intervals, SDANN
 * of their means over five minutes of the recording, RMSSD and pNN50 (a share of the pairs) of successive ones. An NN
 * interval is counted, lies between two N beats outside atrial fibrillation (the Task Force's are of the sinus node)
 * and within 20 % of the running mean of those before it, so that a missed beat does not enter.
 *
 * Laws: an ectopic beat, a gap or a fibrillating stretch takes its intervals away and changes no other; differences are
 * taken only between intervals that follow each other.
 */
import { byteN } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { Intervals } from './intervals.ts';
import type { VariabilityFigures } from './summary.ts';

const segmentS = 300;
/** A five-minute mean counts when its intervals cover at least half of it. */
const segmentShare = 0.5;
const tolerance = 0.2;
const shortestS = 0.25;
const longestS = 2.5;
/** More than 50 ms, with room for the rounding of single precision. */
const over50S = 0.050001;

/** `afSeconds` is 1 where a second fibrillates. */
export function variability(
  beats: BeatTable,
  intervals: Intervals,
  afSeconds: Uint8Array,
): VariabilityFigures {
  const { samples, classes, sampling_hz: hz } = beats;
  const segment = { index: -1, sum: 0, n: 0 };
  const means: number[] = [];
  let [n, mean, square] = [0, 0, 0];
  let [steps, stepSquare, over50] = [0, 0, 0];
  let [usual, before] = [0, 0];
  for (let i = 1; i < samples.length; i++) {
    const rr = intervals.rr[i] ?? 0;
    const atS = (samples[i] ?? 0) / hz;
    const normal = isNormal(classes, i, rr) && afSeconds[Math.floor(atS)] !== 1;
    const kept = normal && (usual === 0 || Math.abs(rr - usual) <= tolerance * usual);
    if (normal) usual = follow(usual, rr);
    if (!kept) {
      before = 0;
      continue;
    }
    n++;
    const delta = rr - mean;
    mean += delta / n;
    square += delta * (rr - mean);
    if (before > 0) {
      const step = rr - before;
      steps++;
      stepSquare += step * step;
      if (Math.abs(step) > over50S) over50++;
    }
    before = rr;
    const index = Math.floor(atS / segmentS);
    if (index !== segment.index) closeSegment(segment, means, index);
    segment.sum += rr;
    segment.n++;
  }
  closeSegment(segment, means, -1);
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

/** The running mean after one more interval; an outlier moves it no further than the tolerance allows. */
function follow(usual: number, rr: number): number {
  if (usual === 0) return rr;
  const most = tolerance * usual;
  return usual + 0.25 * Math.max(-most, Math.min(most, rr - usual));
}

function closeSegment(
  segment: { index: number; sum: number; n: number },
  means: number[],
  next: number,
): void {
  if (segment.sum >= segmentShare * segmentS) means.push(segment.sum / segment.n);
  segment.index = next;
  segment.sum = 0;
  segment.n = 0;
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
