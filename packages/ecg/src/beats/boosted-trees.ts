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

interface Tables {
  readonly depth: number;
  readonly bias: number;
  readonly features: Uint8Array;
  readonly thresholds: Float32Array;
  readonly leaves: Float32Array;
}

export interface TreeScorer {
  /** The log-odds of the row of features that starts at `from`. */
  score(rows: Float32Array, from: number): number;
}

export function createTreeScorer(model: TreeModel): TreeScorer {
  const tables = {
    depth: model.depth,
    bias: model.bias,
    features: Uint8Array.from(model.features),
    thresholds: Float32Array.from(model.thresholds),
    leaves: Float32Array.from(model.leaves),
  };
  const walk = model.depth === 4 ? walkFour : model.depth === 3 ? walkThree : walkAny;
  return { score: (rows, from) => walk(tables, rows, from) };
}

/** `Number(a > b)` compiles to a comparison that is 0 or 1, with no branch that could be guessed wrongly. */
function walkAny(tables: Tables, rows: Float32Array, from: number): number {
  const { depth, features, thresholds, leaves } = tables;
  const nodes = 2 ** depth - 1;
  let sum = tables.bias;
  for (let base = 0, leaf = 0; leaf < leaves.length; base += nodes, leaf += nodes + 1) {
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const at = base + node;
      node = 2 * node + 1 + Number((rows[from + (features[at] ?? 0)] ?? 0) > (thresholds[at] ?? 0));
    }
    sum += leaves[leaf + node - nodes] ?? 0;
  }
  return sum;
}

/** The same, written out for the depths of the models that are asked most: twice as fast. */
function walkThree(tables: Tables, rows: Float32Array, from: number): number {
  const { features, thresholds, leaves } = tables;
  let sum = tables.bias;
  for (let base = 0, leaf = 0; leaf < leaves.length; base += 7, leaf += 8) {
    let node = 1 + Number((rows[from + (features[base] ?? 0)] ?? 0) > (thresholds[base] ?? 0));
    let at = base + node;
    node = 2 * node + 1 + Number((rows[from + (features[at] ?? 0)] ?? 0) > (thresholds[at] ?? 0));
    at = base + node;
    node = 2 * node + 1 + Number((rows[from + (features[at] ?? 0)] ?? 0) > (thresholds[at] ?? 0));
    sum += leaves[leaf + node - 7] ?? 0;
  }
  return sum;
}

function walkFour(tables: Tables, rows: Float32Array, from: number): number {
  const { features, thresholds, leaves } = tables;
  let sum = tables.bias;
  for (let base = 0, leaf = 0; leaf < leaves.length; base += 15, leaf += 16) {
    let node = 1 + Number((rows[from + (features[base] ?? 0)] ?? 0) > (thresholds[base] ?? 0));
    let at = base + node;
    node = 2 * node + 1 + Number((rows[from + (features[at] ?? 0)] ?? 0) > (thresholds[at] ?? 0));
    at = base + node;
    node = 2 * node + 1 + Number((rows[from + (features[at] ?? 0)] ?? 0) > (thresholds[at] ?? 0));
    at = base + node;
    node = 2 * node + 1 + Number((rows[from + (features[at] ?? 0)] ?? 0) > (thresholds[at] ?? 0));
    sum += leaves[leaf + node - 15] ?? 0;
  }
  return sum;
}

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
