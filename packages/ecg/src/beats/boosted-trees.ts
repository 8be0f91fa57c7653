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

/**
 * Trees whose splits are no steps: within `reach` of a threshold (one for each feature) a value takes both branches in
 * part, so that a small change of a feature changes the odds only a little.
 */
export interface SoftTrees {
  readonly model: TreeModel;
  readonly reach: readonly number[];
}

export function createTreeScorer(
  trees: TreeModel | SoftTrees,
  kernel: Kernel = kernelOfThread(),
): TreeScorer {
  const tables = tablesOf(trees);
  const scales = scalesOf(trees);
  const width = 1 + tables.features.reduce((most, feature) => Math.max(most, feature), 0);
  return {
    score(rows, from) {
      for (let k = 0, at = 0; k < width; k++, at += treeRows)
        kernel.tree_rows[at] = (rows[from + k] ?? 0) * (scales?.[k] ?? 1);
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
 * model, in their order. Soft models must have the same reach.
 */
export function createRowScorer(
  models: readonly (TreeModel | SoftTrees)[],
  width: number,
  onOdds: (id: number, odds: Float64Array) => void,
  kernel: Kernel = kernelOfThread(),
): RowScorer {
  const tables = models.map(tablesOf);
  const scales = models[0] && scalesOf(models[0]);
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
      for (let k = 0, at = count; k < width; k++, at += treeRows)
        held[at] = (rows[from + k] ?? 0) * (scales?.[k] ?? 1);
      ids[count++] = id;
      if (count === treeRows) finish();
    },
    finish: () => {
      if (count > 0) finish();
    },
  };
}

const known = new WeakMap<TreeModel | SoftTrees, TreeTables>();
/** The smallest reach: a feature with a single value has none. */
const leastReach = 1e-6;

/** Returns the factors that make the reach of every feature a half. */
function scalesOf(trees: TreeModel | SoftTrees): Float32Array | undefined {
  if (!('reach' in trees)) return undefined;
  return Float32Array.from(trees.reach, (reach) => 0.5 / Math.max(leastReach, reach));
}

/** Returns the same tables for the same model, so that a kernel stores them only once. */
function tablesOf(trees: TreeModel | SoftTrees): TreeTables {
  const found = known.get(trees);
  if (found) return found;
  const model = 'reach' in trees ? trees.model : trees;
  const scales = scalesOf(trees);
  const { features, thresholds } = model;
  const tables = {
    depth: model.depth,
    bias: model.bias,
    features: Uint8Array.from(features),
    thresholds: Float32Array.from(thresholds, (value, i) => value * (scales?.[features[i] ?? 0] ?? 1)),
    leaves: Float32Array.from(model.leaves),
    is_soft: scales !== undefined,
  };
  known.set(trees, tables);
  return tables;
}

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
