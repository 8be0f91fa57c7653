/**
 * Computes for each feature of a beat how far around a threshold both branches of a tree count (`SoftTrees`): a part of
 * its spread over the beats that are scored.
 */
const part = 0.4;

const quantile = (sorted: Float32Array, share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

/** Returns the reach of each of `width` features, to three digits. */
export function reachOf(rows: readonly Float32Array[], width: number): number[] {
  return Array.from({ length: width }, (_, feature) => {
    const sorted = Float32Array.from(rows, (row) => row[feature] ?? 0).sort();
    const inner = 2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25));
    const spread = Math.min(quantile(sorted, 0.9) - quantile(sorted, 0.1), inner);
    return Number((part * spread).toPrecision(3));
  });
}
