/**
 * Evaluates a small additive model of complete binary trees of one depth (Friedman 2001, stochastic gradient boosting).
 * The scripts in the repository's tools folder learn the coefficients, which are committed.
 */
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { treeRows } from '../kernel/kernel-sizes.ts';
import type { TreeTables } from '../kernel/tree-tables.ts';

/** A model: the tables of `kernel/tree-tables` as plain numbers. */
export interface TreeModel {
  readonly depth: number;
  readonly bias: number;
  readonly features: readonly number[];
  readonly thresholds: readonly number[];
  readonly leaves: readonly number[];
}

export interface TreeScorer {
  /** Returns the log-odds of the row of features that starts at `from`. */
  score(rows: Float32Array, from: number): number;
}

export function createTreeScorer(model: TreeModel, kernel: Kernel = kernelOfThread()): TreeScorer {
  const tables = tablesOf(model);
  const width = 1 + tables.features.reduce((most, feature) => Math.max(most, feature), 0);
  return {
    score(rows, from) {
      for (let k = 0, at = 0; k < width; k++, at += treeRows) kernel.tree_rows[at] = rows[from + k] ?? 0;
      kernel.sumTrees(tables);
      return kernel.tree_sums[0] ?? 0;
    },
  };
}

/** Scores rows in small batches, which is several times as fast as one by one. */
export interface RowScorer {
  /** Takes the row of features that starts at `from`; `id` is chosen by the caller. */
  add(rows: Float32Array, from: number, id: number): void;
  /** Scores the remaining rows. */
  finish(): void;
}

/**
 * Creates a scorer for rows of `width` features. It calls `onOdds` with the id of each row and its log-odds under each
 * model, in their order.
 */
export function createRowScorer(
  models: readonly TreeModel[],
  width: number,
  onOdds: (id: number, odds: Float64Array) => void,
  kernel: Kernel = kernelOfThread(),
): RowScorer {
  const tables = models.map(tablesOf);
  const held = new Float32Array(treeRows * width);
  const ids = new Float64Array(treeRows);
  const sums = new Float64Array(treeRows * tables.length);
  const odds = new Float64Array(tables.length);
  let count = 0;
  const finish = (): void => {
    kernel.tree_rows.set(held);
    tables.forEach((trees, m) => {
      kernel.sumTrees(trees);
      sums.set(kernel.tree_sums, m * treeRows);
    });
    for (let r = 0; r < count; r++) {
      for (let m = 0; m < odds.length; m++) odds[m] = sums[m * treeRows + r] ?? 0;
      onOdds(ids[r] ?? 0, odds);
    }
    count = 0;
  };
  return {
    add(rows, from, id) {
      for (let k = 0, at = count; k < width; k++, at += treeRows) held[at] = rows[from + k] ?? 0;
      ids[count++] = id;
      if (count === treeRows) finish();
    },
    finish: () => {
      if (count > 0) finish();
    },
  };
}

const known = new WeakMap<TreeModel, TreeTables>();

/** Returns the same tables for the same model, so that a kernel stores them only once. */
function tablesOf(model: TreeModel): TreeTables {
  const found = known.get(model);
  if (found) return found;
  const tables = {
    depth: model.depth,
    bias: model.bias,
    features: Uint8Array.from(model.features),
    thresholds: Float32Array.from(model.thresholds),
    leaves: Float32Array.from(model.leaves),
  };
  known.set(model, tables);
  return tables;
}

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
