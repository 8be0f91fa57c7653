/**
 * Finds the peaks of the QRS envelope as beat candidates, kept in a ring, and measures each window of 1.536 s (largest
 * peak, lowest envelope, sharpness at the peak); medians over windows give the local references. No threshold is
 * applied here: whether a candidate is a beat is decided later, when the signal after it is known.
 */
import { envelopeReach, fastAt, slowAt } from '../kernel/envelope-sums.ts';
import { halfHistory, windowColumns, windowHalves } from '../kernel/kernel-sizes.ts';
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { LeadBands } from './lead-bands.ts';
import { copyFromRing, placeIn, unbroken } from './ring.ts';

export const candidateRing = 1024;
const candidateMask = candidateRing - 1;
export const windowRing = 64;
const windowMask = windowRing - 1;
/** Columns of height, fast ratio, slow ratio and floor in a window's row. */
export const [heightColumn, fastColumn, slowColumn, floorColumn] = [0, 1, 2, 3];
/** Half-rate samples processed at once, and how many samples beyond them are known. */
const scanHalves = 1024;
const ahead = 22;
const nearLength = 2 * envelopeReach + 1;
const spare = new Float32Array(nearLength);

export interface Candidates {
  /** Half-rate index of each candidate's envelope peak. */
  readonly at: Float64Array;
  readonly height: Float32Array;
  /** Natural logarithms of the ratios of the fast and the slow envelope to the QRS envelope. */
  readonly fast_ratio: Float32Array;
  readonly slow_ratio: Float32Array;
  /** Number of half-rate samples above half the height. */
  readonly width: Float32Array;
  readonly log_odds: Float32Array;
  /** A row of `windowColumns` for each window, in the layout of the kernel. */
  readonly window_rows: Float32Array;
  readonly window_fast: Float32Array;
  count(): number;
  /** Returns the number of windows whose figures are complete. */
  windows(): number;
  scan(until: number): void;
  /** Computes the ratios of candidate `i`; most candidates are too small to need them. */
  describe(i: number): void;
}

export function createCandidates(bands: LeadBands, kernel: Kernel = kernelOfThread()): Candidates {
  return new CandidateScan(bands, kernel);
}

class CandidateScan implements Candidates {
  readonly at = new Float64Array(candidateRing);
  readonly height = new Float32Array(candidateRing);
  readonly fast_ratio = new Float32Array(candidateRing);
  readonly slow_ratio = new Float32Array(candidateRing);
  readonly width = new Float32Array(candidateRing);
  readonly log_odds = new Float32Array(candidateRing);
  readonly window_rows = new Float32Array(windowRing * windowColumns);
  readonly window_fast = new Float32Array(windowRing);
  private readonly scanState = new Float64Array(4);
  private readonly bands: LeadBands;
  private readonly kernel: Kernel;
  private found = 0;
  private scanned = 0;
  private closed = 0;

  constructor(bands: LeadBands, kernel: Kernel) {
    this.bands = bands;
    this.kernel = kernel;
  }

  count(): number {
    return this.found;
  }

  windows(): number {
    return this.closed;
  }

  /** Processes every envelope index below `until`, once. */
  scan(until: number): void {
    while (this.scanned < until) {
      const fresh = Math.min(until - this.scanned, scanHalves);
      const { kernel, bands, scanned } = this;
      copyFromRing(bands.half, scanned - halfHistory, halfHistory + fresh + ahead, kernel.half);
      copyFromRing(bands.mid, scanned - halfHistory, halfHistory + fresh + ahead, kernel.mid);
      this.takePeaks(fresh);
      while ((this.closed + 1) * windowHalves <= scanned + fresh) this.closeWindow();
      this.scanned += fresh;
    }
  }

  /** Takes the peaks of a block. The position of the highest value so far is stored relative to the next block. */
  private takePeaks(fresh: number): void {
    const { kernel, scanned, scanState } = this;
    kernel.scan.set(scanState);
    const peaks = kernel.peaks(0, fresh);
    scanState.set(kernel.scan);
    scanState[2] = (scanState[2] ?? 0) - fresh;
    for (let k = 0; k < peaks; k++) {
      const slot = this.found++ & candidateMask;
      this.at[slot] = scanned + (kernel.peak_at[k] ?? 0);
      this.height[slot] = kernel.peak_height[k] ?? 0;
      this.width[slot] = kernel.peak_width[k] ?? 0;
    }
  }

  describe(i: number): void {
    const slot = i & candidateMask;
    const height = this.height[slot] ?? 0;
    const from = (this.at[slot] ?? 0) - envelopeReach;
    const near = unbroken(this.bands.half, from, nearLength, spare);
    const centre = placeIn(near, this.bands.half, from) + envelopeReach;
    this.fast_ratio[slot] = logRatio(fastAt(near, centre), height);
    this.slow_ratio[slot] = logRatio(slowAt(near, centre), height);
  }

  private closeWindow(): void {
    const { kernel } = this;
    const { figures } = kernel;
    kernel.window(this.closed * windowHalves - this.scanned);
    const slot = this.closed++ & windowMask;
    const top = figures[0] ?? 0;
    this.window_fast[slot] = (figures[2] ?? 0) / (windowHalves / 12);
    const row = slot * windowColumns;
    this.window_rows[row + heightColumn] = top;
    this.window_rows[row + fastColumn] = logRatio(figures[3] ?? 0, top);
    this.window_rows[row + slowColumn] = logRatio(figures[4] ?? 0, top);
    this.window_rows[row + floorColumn] = figures[1] ?? 0;
  }
}

export function logRatio(part: number, whole: number): number {
  return Math.log((part + 1e-3) / (whole + 1e-3));
}
