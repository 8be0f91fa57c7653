/**
 * Peaks of the QRS envelope as beat candidates, in a ring, and the strength of each window of 1.536 s (largest
 * peak, lowest envelope, sharpness at the peak) from which local references are read as medians. No threshold
 * here: whether a candidate is a beat is decided later, with what comes after it known.
 */
import { envelopeReach, fastAround, fastAt, halfRing, placeIn, slowAt, unbroken } from './lead-bands.ts';
import type { LeadBands } from './lead-bands.ts';

const halfMask = halfRing - 1;
export const candidateRing = 1024;
const candidateMask = candidateRing - 1;
export const windowHalves = 192;
export const windowRing = 64;
const windowMask = windowRing - 1;
/** A peak is taken once the envelope stayed below it for 96 ms. */
const settle = 12;

export interface Candidates {
  /** Half-rate index of each candidate's envelope peak. */
  readonly at: Float64Array;
  readonly height: Float32Array;
  /** Fast and slow envelope beside the QRS envelope, as natural logarithms of their ratio. */
  readonly fast_ratio: Float32Array;
  readonly slow_ratio: Float32Array;
  /** Half-rate samples above half the height. */
  readonly width: Float32Array;
  readonly log_odds: Float32Array;
  readonly window_height: Float32Array;
  readonly window_floor: Float32Array;
  readonly window_fast: Float32Array;
  readonly window_fast_ratio: Float32Array;
  readonly window_slow_ratio: Float32Array;
  count(): number;
  /** Windows whose figures are complete. */
  windows(): number;
  scan(until: number): void;
  /** Works out sharpness and width of candidate `i`; most are too small to need it. */
  describe(i: number): void;
}

export function createCandidates(bands: LeadBands): Candidates {
  return new CandidateScan(bands);
}

class CandidateScan implements Candidates {
  readonly at = new Float64Array(candidateRing);
  readonly height = new Float32Array(candidateRing);
  readonly fast_ratio = new Float32Array(candidateRing);
  readonly slow_ratio = new Float32Array(candidateRing);
  readonly width = new Float32Array(candidateRing);
  readonly log_odds = new Float32Array(candidateRing);
  readonly window_height = new Float32Array(windowRing);
  readonly window_floor = new Float32Array(windowRing);
  readonly window_fast = new Float32Array(windowRing);
  readonly window_fast_ratio = new Float32Array(windowRing);
  readonly window_slow_ratio = new Float32Array(windowRing);
  private readonly bands: LeadBands;
  private readonly spare = new Float32Array(windowHalves + 2);
  private readonly ratios = { fast: 0, slow: 0 };
  private found = 0;
  private scanned = 0;
  private closed = 0;
  private rising = false;
  private best = 0;
  private bestAt = 0;
  private before = 0;

  constructor(bands: LeadBands) {
    this.bands = bands;
  }

  count(): number {
    return this.found;
  }

  windows(): number {
    return this.closed;
  }

  /** Looks at every envelope index below `until`, once. */
  scan(until: number): void {
    while (this.scanned < until) {
      const end = Math.min(until, (this.closed + 1) * windowHalves);
      this.peaks(this.scanned, end);
      this.scanned = end;
      if (end === (this.closed + 1) * windowHalves) this.closeWindow();
    }
  }

  private peaks(from: number, until: number): void {
    const { mid } = this.bands;
    let { rising, best, bestAt, before } = this;
    for (let start = from; start < until;) {
      const base = start - (start & halfMask);
      const end = Math.min(until, base + halfRing);
      for (let h = start; h < end; h++) {
        const value = mid[h - base] ?? 0;
        if (!rising) {
          if (value > before) {
            rising = true;
            best = value;
            bestAt = h;
          }
        } else if (value > best) {
          best = value;
          bestAt = h;
        } else if (h - bestAt >= settle) {
          this.add(bestAt, best);
          rising = false;
        }
        before = value;
      }
      start = end;
    }
    this.rising = rising;
    this.best = best;
    this.bestAt = bestAt;
    this.before = before;
  }

  private add(h: number, height: number): void {
    const slot = this.found++ & candidateMask;
    this.at[slot] = h;
    this.height[slot] = height;
  }

  describe(i: number): void {
    const slot = i & candidateMask;
    const h = this.at[slot] ?? 0;
    const height = this.height[slot] ?? 0;
    const { mid } = this.bands;
    this.describeAt(h, height);
    this.fast_ratio[slot] = this.ratios.fast;
    this.slow_ratio[slot] = this.ratios.slow;
    const level = height / 2;
    let left = 0;
    let right = 0;
    while (left < settle && (mid[(h - left - 1) & halfMask] ?? 0) > level) left++;
    while (right < settle && (mid[(h + right + 1) & halfMask] ?? 0) > level) right++;
    this.width[slot] = left + right + 1;
  }

  /** Sharpness and slowness about `h` against `height`, to `ratios`. */
  private describeAt(h: number, height: number): void {
    const { half } = this.bands;
    const row = unbroken(half, h - envelopeReach, 2 * envelopeReach, this.spare);
    const at = placeIn(row, half, h - envelopeReach) + envelopeReach;
    this.ratios.fast = logRatio(fastAt(row, at), height);
    this.ratios.slow = logRatio(slowAt(row, at), height);
  }

  private closeWindow(): void {
    const { mid, half } = this.bands;
    const from = this.closed * windowHalves;
    let top = 0;
    let topAt = from;
    let floor = 3.4e38;
    const heights = unbroken(mid, from, windowHalves, this.spare);
    const first = placeIn(heights, mid, from);
    for (let k = 0; k < windowHalves; k++) {
      const value = heights[first + k] ?? 0;
      if (value > top) {
        top = value;
        topAt = from + k;
      }
      if (value < floor) floor = value;
    }
    const slot = this.closed++ & windowMask;
    this.window_height[slot] = top;
    this.window_floor[slot] = floor;
    const row = unbroken(half, from - 1, windowHalves + 2, this.spare);
    const middle = placeIn(row, half, from - 1) + 1 + windowHalves / 2;
    this.window_fast[slot] = fastAround(row, middle, windowHalves) / (windowHalves / 12);
    this.describeAt(topAt, top);
    this.window_fast_ratio[slot] = this.ratios.fast;
    this.window_slow_ratio[slot] = this.ratios.slow;
  }
}

export function logRatio(part: number, whole: number): number {
  return Math.log((part + 1e-3) / (whole + 1e-3));
}
