/**
 * Stores complete binary trees of one depth as tables. Each tree has 2^depth − 1 split features, as many thresholds,
 * then 2^depth leaf values; a node's children are 2i+1 (value ≤ threshold) and 2i+2 (value > threshold). No pointers.
 */
export interface TreeTables {
  readonly depth: number;
  readonly bias: number;
  readonly features: Uint8Array;
  readonly thresholds: Float32Array;
  readonly leaves: Float32Array;
}

/**
 * Returns the bias plus a leaf of each tree for the row whose feature f is at `from + f * step`. `Number(a > b)`
 * compiles to a comparison that is 0 or 1, without a branch that could be mispredicted.
 */
export function sumTrees(tables: TreeTables, rows: Float32Array, from: number, step: number): number {
  const { depth, features, thresholds, leaves } = tables;
  const nodes = 2 ** depth - 1;
  let sum = tables.bias;
  for (let base = 0, leaf = 0; leaf < leaves.length; base += nodes, leaf += nodes + 1) {
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const at = base + node;
      const value = rows[from + step * (features[at] ?? 0)] ?? 0;
      node = 2 * node + 1 + Number(value > (thresholds[at] ?? 0));
    }
    sum += leaves[leaf + node - nodes] ?? 0;
  }
  return sum;
}
