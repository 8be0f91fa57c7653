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
  /** Working samples about a place, `turnReach` and one more to either side. */
  readonly near_work: Float32Array;
  /** How often they change between up and down at `steep`, a part of their steepest slope, and more. */
  turns(steep: number): number;

  /** The raw sample before the block at `rawBefore`, the block after it. */
  readonly raw: Int16Array;
  /** Lowest and highest raw sample that `look` saw. */
  readonly raw_range: Int32Array;
  /** Bits of `lookBit`: some samples are "no signal"; some eight in a row are equal to the ones before them. */
  look(count: number): number;
  readonly values: Float32Array;
  /** Writes raw samples times `gain` plus `offset` to `values`. */
  scale(count: number, gain: number, offset: number): void;

  /** `treeRows` rows of features: feature f of row r at `treeRows * f + r`. */
  readonly tree_rows: Float32Array;
  readonly tree_sums: Float64Array;
  /** Writes the sum of the trees for each of the rows to `tree_sums`. */
  sumTrees(tables: TreeTables): void;
}
