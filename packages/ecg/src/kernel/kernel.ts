/**
 * The loops that see every sample, apart from what remembers: a kernel works on one block in buffers of its own and
 * keeps nothing from one call to the next, so one kernel serves all leads of a thread.
 *
 * Two kernels obey this: WebAssembly with SIMD, and the same loops in TypeScript, which are the other's oracle and
 * stand in where WebAssembly is not allowed. Law: both give the same bits, for every block.
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

  /** Where a scan stands: rising (0 or 1), highest value, where that was, the value before. */
  readonly scan: Float64Array;
  /** Settled peaks: place in the block, height, samples above half of it. */
  readonly peak_at: Int32Array;
  readonly peak_height: Float32Array;
  readonly peak_width: Int32Array;
  /** Looks for peaks of `mid` in a part of the block and returns how many settled. */
  peaks(from: number, until: number): number;
  /** Of a window: top, floor, muscle noise, sharpness and slowness at the top. */
  readonly figures: Float64Array;
  window(from: number): void;

  /** `windowColumns` figures of each of nine windows. */
  readonly nine_rows: Float32Array;
  /** Of each figure the median over all nine, then over the middle three. */
  readonly medians: Float32Array;
  mediansOfNine(): void;

  /** Half-rate samples about a place, `rangeReach` to either side. */
  readonly near_half: Float32Array;
  /** Highest less lowest of every `rangeStep`-th of them. */
  range(): number;
  /** Working samples about a place, `nearReach` to either side. */
  readonly near_work: Float32Array;
  /** How often they change between up and down at `steep`, a part of their steepest slope, and more. */
  turns(steep: number): number;
  /** Of those within 20 of the place, which is farthest from the line between what lies on either side. */
  farthest(): number;
  /** How far before and after the place slopes stay under `part` of the steepest: one byte each, 35 where they do not. */
  bounds(part: number): number;
  /**
   * The sharpest bend from 20 samples before the place to 12 behind it, where it stands alone: `before` times as sharp
   * as all 8 to 36 samples before it, `after` times as those behind it. Else `noBend`.
   */
  loneBend(before: number, after: number): number;

  /** A signal of a shape's length and `shifts` less one, and a shape. */
  readonly signal: Float32Array;
  readonly shape: Float32Array;
  /** Writes the sum over `length` of the signal's products with the shape, at each shift, to `products`. */
  correlate(length: number): void;
  readonly products: Float64Array;
  /** Writes the sums of the signal and of its squares, at each shift. */
  moments(length: number): void;
  readonly sums: Float64Array;
  readonly squares: Float64Array;

  /** The raw sample before the block at `rawBefore`, the block after it. */
  readonly raw: Int16Array;
  /** Lowest and highest raw sample that `look` saw. */
  readonly raw_range: Int32Array;
  /** Bits of `lookBit`: some samples are "no signal"; some eight in a row are equal to the ones before them. */
  look(count: number): number;
  /** The farthest of `count` raw samples from the one before it, 32767 at most. */
  steepest(count: number): number;
  readonly values: Float32Array;
  /** Writes raw samples times `gain` plus `offset` to `values`. */
  scale(count: number, gain: number, offset: number): void;

  /** `treeRows` rows of features: feature f of row r at `treeRows * f + r`. */
  readonly tree_rows: Float32Array;
  readonly tree_sums: Float64Array;
  /** Writes the sum of the trees for each of the rows to `tree_sums`. */
  sumTrees(tables: TreeTables): void;
}
