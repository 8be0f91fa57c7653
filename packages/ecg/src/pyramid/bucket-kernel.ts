// Computes minima and maxima of buckets of samples, and of buckets of buckets; these are the innermost loops.
//
// Two samples are ordered first, then compared with the extremes so far, without a branch (the sign of a difference as
// a mask). This was measured at some 550 million samples per second, four times as fast as comparisons, which the noise
// of an ECG makes unpredictable. "No signal" (−32768) is the lowest number, so a maximum is correct without checking. A
// minimum of −32768 shows that the bucket has a gap; only then is the bucket read again, with checks.

import { NO_SIGNAL } from '../labels/stored-samples.ts';

/** Extremes of buckets. `gap` is 1 if any sample is missing; both extremes are −32768 if all are. */
export interface Buckets {
  readonly min: Int16Array;
  readonly max: Int16Array;
  readonly gap: Uint8Array;
}

/**
 * Reads `count` buckets of `size` samples of one lead. `from` is the index of its first sample in `frames`, `stride`
 * the number of leads; results are written to `out` from index `at` on. Returns whether any bucket has a gap.
 */
export function bucketsOfSamples(
  frames: Int16Array,
  from: number,
  stride: number,
  size: number,
  count: number,
  out: Buckets,
  at: number,
): boolean {
  const { min, max, gap } = out;
  let anyGap = false;
  let place = from;
  const evenSize = size - (size % 2);
  for (let b = at; b < at + count; b++) {
    let low = 32767;
    let high = NO_SIGNAL;
    const evenEnd = place + evenSize * stride;
    for (let i = place; i < evenEnd; i += 2 * stride) {
      const first = frames[i] ?? 0;
      const second = frames[i + stride] ?? 0;
      const difference = first - second;
      const swap = difference & (difference >> 31);
      const below = second + swap - low;
      low += below & (below >> 31);
      const above = first - swap - high;
      high += above & ~(above >> 31);
    }
    if (evenSize < size) {
      const last = frames[evenEnd] ?? 0;
      low = Math.min(low, last);
      high = Math.max(high, last);
    }
    gap[b] = 0;
    if (low === NO_SIGNAL) {
      anyGap = true;
      gap[b] = 1;
      if (high !== NO_SIGNAL) low = lowestSignal(frames, place, stride, size);
    }
    min[b] = low;
    max[b] = high;
    place += size * stride;
  }
  return anyGap;
}

function lowestSignal(frames: Int16Array, from: number, stride: number, size: number): number {
  let low = 32767;
  for (let j = 0; j < size; j++) {
    const value = frames[from + j * stride] ?? NO_SIGNAL;
    if (value !== NO_SIGNAL && value < low) low = value;
  }
  return low;
}

/** Folds `count` buckets into ceil(count / factor) buckets at index `at` of `out`. */
export function foldBuckets(fine: Buckets, count: number, factor: number, out: Buckets, at: number): void {
  for (let b = at, from = 0; from < count; b++, from += factor) {
    let low = 32767;
    let high = NO_SIGNAL;
    let gap = 0;
    for (let i = from; i < Math.min(from + factor, count); i++) {
      const fineHigh = fine.max[i] ?? NO_SIGNAL;
      gap |= fine.gap[i] ?? 0;
      if (fineHigh === NO_SIGNAL) continue;
      low = Math.min(low, fine.min[i] ?? low);
      high = Math.max(high, fineHigh);
    }
    out.min[b] = high === NO_SIGNAL ? NO_SIGNAL : low;
    out.max[b] = high;
    out.gap[b] = gap;
  }
}

/** Allocates `count` buckets. */
export function newBuckets(count: number): Buckets {
  return { min: new Int16Array(count), max: new Int16Array(count), gap: new Uint8Array(count) };
}
