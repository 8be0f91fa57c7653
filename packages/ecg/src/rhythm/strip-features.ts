/**
 * Computes the features for atrial fibrillation in a short strip, where only a minute of intervals is available. They
 * are the irregularity of `af-features`, how well each beat's P wave matches that of the mean beat, and the P wave's
 * height in the mean beat (fibrillatory waves average out there, P waves do not).
 *
 * Invariants: gain, offset and polarity change nothing.
 */
import { byteN, byteV } from '../beats/beat-class.ts';
import { shapeWidth } from '../beats/beat-columns.ts';
import type { FoundBeats } from '../beats/beat-finder.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { templateBefore } from '../beats/template-qrs.ts';
import { AfEvidence } from './af-evidence.ts';
import { afFeatureCount, afFeatureNames, writeAfFeatures } from './af-features.ts';
import { afIntervals } from './af-intervals.ts';
import type { Quality } from '../signal/quality.ts';

export const stripFeatureNames = [
  ...afFeatureNames,
  'p like',
  'p like low',
  'before like',
  'p size',
  'qrs like',
  't like',
  'mean p',
  'mean p rise',
  'beats',
  'usual',
  'expected errors',
  'odd',
  'large steps',
  'rmssd',
] as const;
export const stripFeatureCount = stripFeatureNames.length;

/**
 * A beat less like the dominant one than this counts as ventricular; the learned classes are not used, as they were
 * trained on these very strips.
 */
const oddLike = 80;

const byShape = (found: FoundBeats, beats: BeatTable): BeatTable => ({
  ...beats,
  classes: Uint8Array.from(beats.classes, (_, i) =>
    (found.columns.shape[i * shapeWidth] ?? 100) < oddLike ? byteV : byteN,
  ),
});

export function writeStripFeatures(
  found: FoundBeats,
  table: BeatTable,
  quality: Quality,
  row: Float32Array,
): void {
  const beats = byShape(found, table);
  const rr = afIntervals(beats, quality);
  const n = beats.samples.length;
  writeAfFeatures(rr, new AfEvidence(rr), n >> 1, row, 0);
  const at = afFeatureCount;
  row[at] = middleOf(found, n, 1, 0.5);
  row[at + 1] = middleOf(found, n, 1, 0.2);
  row[at + 2] = middleOf(found, n, 3, 0.5);
  row[at + 3] = middleOf(found, n, 6, 0.5);
  row[at + 4] = middleOf(found, n, 0, 0.3);
  row[at + 5] = middleOf(found, n, 2, 0.5);
  const p = meanPWave(found, beats);
  row[at + 6] = p.height;
  row[at + 7] = p.rise;
  row[at + 8] = n;
  row[at + 9] = usualInterval(rr);
  row[at + 10] = expectedErrorsPerSecond(found);
  row[at + 11] = n === 0 ? 0 : beats.classes.filter((byte) => byte !== byteN).length / n;
  const steps = stepsOf(rr);
  row[at + 12] = steps.large;
  row[at + 13] = steps.spread;
}

function middleOf(found: FoundBeats, n: number, column: number, quantile: number): number {
  const values = new Float32Array(n);
  for (let i = 0; i < n; i++) values[i] = found.columns.shape[i * shapeWidth + column] ?? 0;
  return values.sort()[Math.floor(quantile * n)] ?? 0;
}

/**
 * Measures the P wave of the commonest template relative to its QRS: its height over the baseline from −256 to −88 ms.
 */
function meanPWave(found: FoundBeats, beats: BeatTable): { height: number; rise: number } {
  const lead = beats.shapes[0]?.lead ?? 0;
  const shape = beats.shapes[0]?.samples ?? new Int8Array();
  if (shape.length === 0 || found.columns.count === 0) return { height: 0, rise: lead };
  const from = templateBefore - 32;
  const to = templateBefore - 11;
  const a = shape[from] ?? 0;
  const b = shape[to] ?? 0;
  let high = 0;
  let low = 0;
  for (let k = from; k <= to; k++) {
    const above = (shape[k] ?? 0) - a - ((b - a) * (k - from)) / (to - from);
    high = Math.max(high, above);
    low = Math.min(low, above);
  }
  const sign = (shape[templateBefore] ?? 0) < 0 ? -1 : 1;
  return { height: (high - low) / 127, rise: (sign * (high + low)) / 127 };
}

function usualInterval(rr: Float32Array): number {
  const read = rr.filter((value) => value > 0).sort();
  return read[read.length >> 1] ?? 0.8;
}

function expectedErrorsPerSecond(found: FoundBeats): number {
  const expectedErrors = found.leads[0]?.expected_errors ?? new Uint8Array();
  let sum = 0;
  for (const value of expectedErrors) sum += value;
  return expectedErrors.length === 0 ? 0 : sum / expectedErrors.length / 64;
}

function stepsOf(rr: Float32Array): { large: number; spread: number } {
  let large = 0;
  let squares = 0;
  let count = 0;
  const usual = usualInterval(rr);
  for (let i = 1; i < rr.length; i++) {
    if ((rr[i] ?? 0) <= 0 || (rr[i - 1] ?? 0) <= 0) continue;
    const step = ((rr[i] ?? 0) - (rr[i - 1] ?? 0)) / usual;
    if (Math.abs(step) > 0.15) large++;
    squares += Math.min(0.25, step * step);
    count++;
  }
  return count === 0 ? { large: 0, spread: 0 } : { large: large / count, spread: Math.sqrt(squares / count) };
}
