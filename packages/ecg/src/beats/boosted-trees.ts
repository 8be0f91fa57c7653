/**
 * Evaluates a small additive model of complete binary trees of one depth (Friedman 2001, stochastic gradient
 * boosting). The coefficients are learned by the scripts in the repository's tools folder and committed.
 *
 * Layout: for each tree 2^depth − 1 split features, as many thresholds, then 2^depth leaf values; a node's
 * children are 2i+1 (value ≤ threshold) and 2i+2 (value > threshold). No pointers, no allocation.
 */
export interface TreeModel {
  readonly depth: number;
  readonly bias: number;
  readonly features: readonly number[];
  readonly thresholds: readonly number[];
  readonly leaves: readonly number[];
}

export interface TreeScorer {
  /** The log-odds of the row of features that starts at `from`. */
  score(rows: Float32Array, from: number): number;
}

export function createTreeScorer(model: TreeModel): TreeScorer {
  const nodes = 2 ** model.depth - 1;
  const features = Uint8Array.from(model.features);
  const thresholds = Float32Array.from(model.thresholds);
  const leaves = Float32Array.from(model.leaves);
  const trees = leaves.length / (nodes + 1);
  const { depth, bias } = model;
  return {
    score(rows, from) {
      let sum = bias;
      for (let tree = 0; tree < trees; tree++) {
        const base = tree * nodes;
        let node = 0;
        for (let level = 0; level < depth; level++) {
          const at = base + node;
          const right = (rows[from + (features[at] ?? 0)] ?? 0) > (thresholds[at] ?? 0) ? 2 : 1;
          node = 2 * node + right;
        }
        sum += leaves[tree * (nodes + 1) + node - nodes] ?? 0;
      }
      return sum;
    },
  };
}

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
