/**
 * What one beat looks like: its R peak, the onset and offset of its QRS, and how its QRS, P and T compare with the
 * dominant template of its lead. Everything is a ratio, a correlation or a time, so gain and offset do not matter;
 * correlations compare with the lead's own normal beat, so polarity does not either.
 */
import { placeIn, unbroken } from './ring.ts';
import type { LeadBands } from './lead-bands.ts';
import { templateBefore } from './templates.ts';

const peakReach = 30;
const spare = new Float32Array(2 * peakReach + 1);

export interface BeatMeasure {
  /** Working-rate position of the R peak, with a fraction. */
  peak: number;
  /** Working-rate samples from onset to R peak and from R peak to offset. */
  onset: number;
  offset: number;
  /** Correlations with the dominant template, −1 to 1. */
  qrs_like: number;
  p_like: number;
  t_like: number;
  before_like: number;
  /** Natural logarithms against the dominant template. */
  size: number;
  area: number;
  p_size: number;
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
});

/** R peak within 80 ms of half-rate index `h`: the largest excursion from the line between what lies either side. */
export function findPeak(bands: LeadBands, h: number): number {
  const first = 2 * h - peakReach;
  const row = peakRow(bands, first);
  const centre = placeIn(row, bands.work, first) + peakReach;
  let left = 0;
  let right = 0;
  for (let k = 22; k < 30; k++) {
    left += row[centre - k] ?? 0;
    right += row[centre + k] ?? 0;
  }
  const level = (left + right) / 16;
  const slope = (right - left) / 8 / 52;
  let best = -1;
  let found = 0;
  for (let k = -20; k <= 20; k++) {
    const high = Math.abs((row[centre + k] ?? 0) - level - slope * k);
    if (high > best) {
      best = high;
      found = k;
    }
  }
  const a = row[centre + found - 1] ?? 0;
  const b = row[centre + found] ?? 0;
  const c = row[centre + found + 1] ?? 0;
  const bend = a - 2 * b + c;
  const shift = Math.abs(bend) > 1e-6 ? (a - c) / (2 * bend) : 0;
  return 2 * h + found + Math.max(-0.5, Math.min(0.5, shift));
}

/** The samples around a peak; what lies before the first or after the newest one repeats that one. */
function peakRow(bands: LeadBands, first: number): Float32Array {
  const { work } = bands;
  const newest = bands.received() - 1;
  if (first >= 0 && first + 2 * peakReach <= newest) return unbroken(work, first, 2 * peakReach + 1, spare);
  for (let k = 0; k <= 2 * peakReach; k++)
    spare[k] = work[Math.max(0, Math.min(newest, first + k)) & (work.length - 1)] ?? 0;
  return spare;
}

/** How far from the R peak the bounds of a QRS are looked for. */
export const boundReach = 37;

/** QRS bounds of the R peak at `centre`: where the slope stays under 12 % of its largest for 16 ms, at most 140 ms away. */
export function findBounds(work: Float32Array, centre: number, measure: BeatMeasure): void {
  let steepest = 0;
  for (let i = centre - 16; i <= centre + 16; i++) steepest = Math.max(steepest, slopeAt(work, i));
  const low = 0.12 * steepest;
  measure.onset = calmAfter(work, centre, -1, low);
  measure.offset = calmAfter(work, centre, 1, low);
}

const slopeAt = (work: Float32Array, i: number): number => Math.abs((work[i + 2] ?? 0) - (work[i - 2] ?? 0));

function calmAfter(work: Float32Array, centre: number, side: number, low: number): number {
  let calm = 0;
  for (let k = 5; k < 35; k++) {
    calm = slopeAt(work, centre + side * k) < low ? calm + 1 : 0;
    if (calm === 4) return k - 3;
  }
  return 35;
}

/** How far from the R peak `compareWithDominant` looks. */
export const shapeReach = 49;

/** Parts of a beat that are compared, in template samples about its peak. */
const qrsPart = { from: -10, to: 12 };
const pPart = { from: -32, to: -10 };
const tPart = { from: 15, to: 45 };
const beforePart = { from: -22, to: -6 };
type Part = typeof qrsPart;

/** Of one part of a beat or a shape: its sum, the squares about its mean, and the absolute area over its first sample. */
interface PartSize {
  sum: number;
  squares: number;
  area: number;
}
const own: PartSize = { sum: 0, squares: 0, area: 0 };
const usual: PartSize = { sum: 0, squares: 0, area: 0 };

/** Compares the beat whose R peak is `half[h]` with the dominant template's shape. */
export function compareWithDominant(
  half: Float32Array,
  h: number,
  shape: Float32Array,
  measure: BeatMeasure,
): void {
  let shift = 0;
  let best = -2;
  let squares = 0;
  let area = 0;
  readPart(shape, templateBefore, qrsPart, usual);
  for (let s = -3; s <= 3; s++) {
    readPart(half, h + s, qrsPart, own);
    const like = likeness(half, h + s, shape, qrsPart);
    if (like <= best) continue;
    best = like;
    shift = s;
    squares = own.squares;
    area = own.area;
  }
  measure.size = ratioOf(Math.sqrt(squares), Math.sqrt(usual.squares));
  measure.area = ratioOf(area, usual.area);
  measure.qrs_like = best;
  measure.p_like = likenessOf(half, h + shift, shape, pPart);
  measure.p_size = ratioOf(Math.sqrt(own.squares), Math.sqrt(usual.squares));
  measure.t_like = likenessOf(half, h + shift, shape, tPart);
  measure.before_like = likenessOf(half, h + shift, shape, beforePart);
}

const ratioOf = (a: number, b: number): number => Math.log((a + 1e-3) / (b + 1e-3));

function likenessOf(half: Float32Array, h: number, shape: Float32Array, part: Part): number {
  readPart(shape, templateBefore, part, usual);
  readPart(half, h, part, own);
  return likeness(half, h, shape, part);
}

function readPart(values: Float32Array, centre: number, part: Part, out: PartSize): void {
  let sum = 0;
  let squares = 0;
  for (let k = centre + part.from; k <= centre + part.to; k++) {
    const value = values[k] ?? 0;
    sum += value;
    squares += value * value;
  }
  const n = part.to - part.from + 1;
  out.sum = sum;
  out.squares = Math.max(0, squares - (sum * sum) / n);
  out.area = Math.abs(sum / n - (values[centre + part.from] ?? 0)) * n;
}

/** Correlation of a part of the beat and of the shape, both of which were read. */
function likeness(half: Float32Array, h: number, shape: Float32Array, part: Part): number {
  let products = 0;
  for (let k = part.from; k <= part.to; k++)
    products += (half[h + k] ?? 0) * (shape[templateBefore + k] ?? 0);
  const n = part.to - part.from + 1;
  const { squares: vx } = own;
  const { squares: vy } = usual;
  return vx > 1e-9 && vy > 1e-9 ? (products - (own.sum * usual.sum) / n) / Math.sqrt(vx * vy) : 0;
}
