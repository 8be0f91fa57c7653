/**
 * Measures one beat: its R peak, the onset and offset of its QRS, and how its QRS, P and T wave compare with the
 * dominant template of its lead. Every value is a ratio, a correlation or a time, so gain and offset do not matter.
 * Correlations compare with the lead's own normal beat, so polarity does not matter either.
 */
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import { nearReach } from '../kernel/kernel-sizes.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { copyFromRing } from './ring.ts';
import type { LeadBands } from './lead-bands.ts';
import { templateBefore } from './template-qrs.ts';

export interface BeatMeasure {
  /** Position of the R peak in working-rate samples, with a fraction. */
  peak: number;
  /** Working-rate samples from onset to R peak and from R peak to offset. */
  onset: number;
  offset: number;
  /** Correlations with the dominant template, −1 to 1. */
  qrs_like: number;
  p_like: number;
  t_like: number;
  before_like: number;
  /** Natural logarithms of the ratios to the dominant template. */
  size: number;
  area: number;
  p_size: number;
  /** Bend of the P wave after the rest of the T wave before it was subtracted: correlation and size. */
  p_bend_like: number;
  p_bend_size: number;
}

export const emptyMeasure = (): BeatMeasure => ({
  peak: 0,
  onset: 0,
  offset: 0,
  qrs_like: 0,
  p_like: 0,
  t_like: 0,
  before_like: 0,
  size: 0,
  area: 0,
  p_size: 0,
  p_bend_like: 0,
  p_bend_size: 0,
});

/**
 * Finds the R peak within 80 ms of half-rate index `h`: the largest excursion from the line between the signal on both
 * sides.
 */
export function findPeak(bands: LeadBands, h: number): number {
  const kernel = kernelOfThread();
  const { near_work } = kernel;
  lookAt(bands, 2 * h, kernel);
  const found = kernel.farthest();
  const a = near_work[nearReach + found - 1] ?? 0;
  const b = near_work[nearReach + found] ?? 0;
  const c = near_work[nearReach + found + 1] ?? 0;
  const bend = a - 2 * b + c;
  const shift = Math.abs(bend) > 1e-6 ? (a - c) / (2 * bend) : 0;
  return 2 * h + found + Math.max(-0.5, Math.min(0.5, shift));
}

/**
 * Copies the signal around a position to the kernel; before the first and after the newest sample, that sample is
 * repeated.
 */
function lookAt(bands: LeadBands, place: number, { near_work }: Kernel): void {
  const { work } = bands;
  const newest = bands.received() - 1;
  const first = place - nearReach;
  if (first >= 0 && place + nearReach <= newest)
    return copyFromRing(work, first, near_work.length, near_work);
  for (let k = 0; k < near_work.length; k++)
    near_work[k] = work[Math.max(0, Math.min(newest, first + k)) & (work.length - 1)] ?? 0;
}

/** Slopes below this part of the steepest one are outside the QRS. */
const calm = 0.12;

/** Finds the QRS bounds around the R peak in the kernel: where the slope stays low for 16 ms, at most 140 ms away. */
export function findBounds(kernel: Kernel, measure: BeatMeasure): void {
  const bounds = kernel.bounds(calm);
  measure.onset = bounds & 255;
  measure.offset = bounds >> 8;
}

/** Half-rate samples on each side of the R peak that `compareWithDominant` uses. */
export const shapeReach = 49;

/** Samples of the QRS that are compared: from 10 before the peak, at shifts of up to 3 to either side. */
const qrsLength = 23;
const qrsBefore = 10;
const mostShift = 3;
const shifts = 2 * mostShift + 1;
/** Spreads of the last comparison. */
let ownSpread = 0;
let usualSpread = 0;

/**
 * The previous beat: the shape of its template (empty if unknown), and how many half-rate samples before this one its R
 * peak is.
 */
export interface BeatBefore {
  shape: Float32Array;
  ago: number;
}

/** Compares the beat whose R peak is `half[h]` with the dominant template's shape. */
export function compareWithDominant(
  half: Float32Array,
  h: number,
  shape: Float32Array,
  before: BeatBefore,
  measure: BeatMeasure,
): void {
  const shift = compareQrs(half, h - qrsBefore - mostShift, shape, measure) - mostShift;
  measure.p_like = likeness(half, h + shift, shape, -32, -10);
  measure.p_size = ratioOf(Math.sqrt(ownSpread), Math.sqrt(usualSpread));
  measure.t_like = likeness(half, h + shift, shape, 15, 45);
  measure.before_like = likeness(half, h + shift, shape, -22, -6);
  comparePWave(half, h + shift, shape, before, measure);
}

/** Template samples, relative to the peak, in which a P wave bends (−224 to −72 ms), and their number. */
const bendFrom = -28;
const bendLength = 20;
/** The last sample of a template, relative to its peak. */
const templateEnd = 45;
const ownBend = new Float32Array(bendLength);
const usualBend = new Float32Array(bendLength);

/**
 * Compares the P wave with that of the template. The P wave of an early beat is on the T wave of the beat before, which
 * is mostly a slope there: the template of the beat before is subtracted as far as it reaches, then a straight line
 * from both.
 */
function comparePWave(
  half: Float32Array,
  h: number,
  shape: Float32Array,
  { shape: waves, ago }: BeatBefore,
  measure: BeatMeasure,
): void {
  const end = waves[templateBefore + templateEnd] ?? 0;
  for (let k = 0; k < bendLength; k++) {
    const at = ago + bendFrom + k;
    const wave = at > 0 && at < templateEnd ? (waves[templateBefore + at] ?? 0) - end : 0;
    ownBend[k] = (half[h + bendFrom + k] ?? 0) - wave;
    usualBend[k] = shape[templateBefore + bendFrom + k] ?? 0;
  }
  const own = withoutLine(ownBend);
  const usual = withoutLine(usualBend);
  let together = 0;
  for (let k = 0; k < bendLength; k++) together += (ownBend[k] ?? 0) * (usualBend[k] ?? 0);
  measure.p_bend_like = correlation(together, own, usual);
  measure.p_bend_size = ratioOf(Math.sqrt(own), Math.sqrt(usual));
}

/** Subtracts the least-squares line in place; returns the remaining sum of squares. */
function withoutLine(values: Float32Array): number {
  const middle = (bendLength - 1) / 2;
  let sum = 0;
  let tilt = 0;
  let places = 0;
  for (let k = 0; k < bendLength; k++) {
    const place = k - middle;
    sum += values[k] ?? 0;
    tilt += place * (values[k] ?? 0);
    places += place * place;
  }
  let squares = 0;
  for (let k = 0; k < bendLength; k++) {
    const left = (values[k] ?? 0) - sum / bendLength - ((k - middle) * tilt) / places;
    values[k] = left;
    squares += left * left;
  }
  return squares;
}

const ratioOf = (a: number, b: number): number => Math.log((a + 1e-3) / (b + 1e-3));
const areaOf = (sum: number, base: number): number => Math.abs(sum / qrsLength - base) * qrsLength;
const spreadOf = (sum: number, square: number, n: number): number => Math.max(0, square - (sum * sum) / n);

/**
 * Writes likeness, size and area of the QRS at the shift that fits best and returns that shift; `from` is the start of
 * the first shift.
 */
function compareQrs(half: Float32Array, from: number, shape: Float32Array, measure: BeatMeasure): number {
  const first = templateBefore - qrsBefore;
  let sum = 0;
  let square = 0;
  for (let k = first; k < first + qrsLength; k++) {
    const value = shape[k] ?? 0;
    sum += value;
    square += value * value;
  }
  const usual = spreadOf(sum, square, qrsLength);
  const kernel = kernelOfThread();
  const { sums, squares, products } = kernel;
  kernel.signal.set(half.subarray(from, from + qrsLength + shifts));
  kernel.shape.set(shape.subarray(first, first + qrsLength));
  kernel.moments(qrsLength);
  kernel.correlate(qrsLength);
  let best = -2;
  let found = 0;
  for (let shift = 0; shift < shifts; shift++) {
    const own = sums[shift] ?? 0;
    const spread = spreadOf(own, squares[shift] ?? 0, qrsLength);
    const like = correlation((products[shift] ?? 0) - (own * sum) / qrsLength, spread, usual);
    if (like <= best) continue;
    best = like;
    found = shift;
  }
  const own = sums[found] ?? 0;
  const spread = spreadOf(own, squares[found] ?? 0, qrsLength);
  measure.qrs_like = best;
  measure.size = ratioOf(Math.sqrt(spread), Math.sqrt(usual));
  measure.area = ratioOf(areaOf(own, half[from + found] ?? 0), areaOf(sum, shape[first] ?? 0));
  return found;
}

const correlation = (together: number, a: number, b: number): number =>
  a > 1e-9 && b > 1e-9 ? together / Math.sqrt(a * b) : 0;

/** Returns the correlation over template samples `from` to `to`, relative to the peak; stores both spreads. */
function likeness(half: Float32Array, h: number, shape: Float32Array, from: number, to: number): number {
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let k = from; k <= to; k++) {
    const x = half[h + k] ?? 0;
    const y = shape[templateBefore + k] ?? 0;
    sx += x;
    sy += y;
    sxx += x * x;
    syy += y * y;
    sxy += x * y;
  }
  const n = to - from + 1;
  ownSpread = spreadOf(sx, sxx, n);
  usualSpread = spreadOf(sy, syy, n);
  return correlation(sxy - (sx * sy) / n, ownSpread, usualSpread);
}
