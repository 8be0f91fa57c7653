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
  /**
   * A value within a half of a threshold takes both branches: the share of the right one rises from 0 to 1. Depth three
   * only.
   */
  readonly is_soft?: boolean;
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

const f32 = Math.fround;
const mixed = (left: number, right: number, share: number): number =>
  f32(left + f32(share * f32(right - left)));

/** Returns the same for soft trees of depth three: every leaf counts by its share. */
export function sumSoftTrees(tables: TreeTables, rows: Float32Array, from: number, step: number): number {
  const { features, thresholds, leaves } = tables;
  let sum = tables.bias;
  for (let base = 0, leaf = 0; leaf < leaves.length; base += 7, leaf += 8) {
    const share = (node: number): number => {
      const value = rows[from + step * (features[base + node] ?? 0)] ?? 0;
      return Math.min(Math.max(f32(f32(value - (thresholds[base + node] ?? 0)) + 0.5), 0), 1);
    };
    const pair = (node: number, at: number): number =>
      mixed(leaves[at] ?? 0, leaves[at + 1] ?? 0, share(node));
    const left = mixed(pair(3, leaf), pair(4, leaf + 2), share(1));
    const right = mixed(pair(5, leaf + 4), pair(6, leaf + 6), share(2));
    sum += mixed(left, right, share(0));
  }
  return sum;
}
