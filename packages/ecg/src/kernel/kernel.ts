/**
 * Defines the loops over every sample, without any state: a kernel works on one block in its own buffers and stores
 * nothing between calls, so one kernel serves all leads of a thread.
 *
 * There are two kernels: WebAssembly with SIMD, and the same loops in TypeScript, which are the reference for the first
 * and replace it where WebAssembly is not allowed.
 *
 * Invariant: both give the same bits, for every block.
 */
import type { TreeTables } from './tree-tables.ts';

export interface Kernel {
  /** Working-rate samples: `workHistory` before the block, then the block. */
  readonly work: Float32Array;
  /** Half-rate samples and their envelope: `halfHistory` before the block, then the block. */
  readonly half: Float32Array;
  readonly mid: Float32Array;
  /** Fills `half` for `halves` new samples, and `mid` as far as it is known: `envelopeDelay` earlier. */
  envelope(halves: number): void;

  /** State of a scan: rising (0 or 1), highest value, its position, the value before. */
  readonly scan: Float64Array;
  /** Settled peaks: position in the block, height, number of samples above half of it. */
  readonly peak_at: Int32Array;
  readonly peak_height: Float32Array;
  readonly peak_width: Int32Array;
  /** Searches for peaks of `mid` in a part of the block and returns how many are settled. */
  peaks(from: number, until: number): number;
  /** Figures of a window: top, floor, muscle noise, sharpness and slowness at the top. */
  readonly figures: Float64Array;
  window(from: number): void;

  /** `windowColumns` figures of each of nine windows. */
  readonly nine_rows: Float32Array;
  /** For each figure the median over all nine windows, then over the middle three. */
  readonly medians: Float32Array;
  mediansOfNine(): void;

  /** Half-rate samples around a position, `rangeReach` to either side. */
  readonly near_half: Float32Array;
  /** Returns the highest minus the lowest of every `rangeStep`-th of them. */
  range(): number;
  /** Working-rate samples around a position, `nearReach` to either side. */
  readonly near_work: Float32Array;
  /** Returns how often they change between up and down with at least `steep`, a part of their steepest slope. */
  turns(steep: number): number;
  /** Returns which of those within 20 of the position is farthest from the line between the signal on both sides. */
  farthest(): number;
  /**
   * Returns how far before and after the position slopes stay below `part` of the steepest: one byte each, 35 if they
   * do not.
   */
  bounds(part: number): number;
  /**
   * Returns the sharpest bend from 20 samples before the position to 12 after it, if it is isolated: `before` times as
   * sharp as all 8 to 36 samples before it, `after` times as those after it. Otherwise `noBend`.
   */
  loneBend(before: number, after: number): number;

  /** A signal of a shape's length plus `shifts` minus one, and a shape. */
  readonly signal: Float32Array;
  readonly shape: Float32Array;
  /** Writes the sum over `length` of the signal's products with the shape, at each shift, to `products`. */
  correlate(length: number): void;
  readonly products: Float64Array;
  /** Writes the sums of the signal and of its squares, at each shift. */
  moments(length: number): void;
  readonly sums: Float64Array;
  readonly squares: Float64Array;

  /** The raw sample before the block at `rawBefore`, followed by the block. */
  readonly raw: Int16Array;
  /** Lowest and highest raw sample of the last `look`. */
  readonly raw_range: Int32Array;
  /** Returns bits of `lookBit`: some samples are "no signal"; some eight in a row equal their predecessors. */
  look(count: number): number;
  /** Returns the largest difference of `count` raw samples from the one before, at most 32767. */
  steepest(count: number): number;
  readonly values: Float32Array;
  /** Writes raw samples times `gain` plus `offset` to `values`. */
  scale(count: number, gain: number, offset: number): void;

  /** `treeRows` rows of features: feature f of row r is at `treeRows * f + r`. */
  readonly tree_rows: Float32Array;
  readonly tree_sums: Float64Array;
  /** Writes the sum of the trees for each of the rows to `tree_sums`. */
  sumTrees(tables: TreeTables): void;
}
