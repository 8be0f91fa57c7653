/**
 * Builds the histograms in which `boost.ts` searches for splits: for each feature the bounds of its bins, and each
 * row's bin.
 */
export const binCount = 40;

interface BinnedRows {
  /** Row-major features. */
  readonly rows: Float32Array;
  readonly width: number;
}

export function binEdges(data: BinnedRows, feature: number, chosen: Int32Array): Float32Array {
  const step = Math.max(1, Math.floor(chosen.length / 20000));
  const values: number[] = [];
  for (let i = 0; i < chosen.length; i += step) {
    values.push(data.rows[(chosen[i] ?? 0) * data.width + feature] ?? 0);
  }
  const sorted = Float32Array.from(values).sort();
  const edges = new Set<number>();
  for (let b = 1; b < binCount; b++) edges.add(sorted[Math.floor((b * sorted.length) / binCount)] ?? 0);
  return Float32Array.from([...edges].map((edge) => Number(edge.toPrecision(4)))).sort();
}

/** Rows that are binned together, so that they are read from memory once for all features. */
const rowsAtOnce = 256;

/** Returns for each feature the bin of every chosen row. */
export function binned(data: BinnedRows, chosen: Int32Array, edges: readonly Float32Array[]): Uint8Array[] {
  const columns = edges.map(() => new Uint8Array(chosen.length));
  for (let from = 0; from < chosen.length; from += rowsAtOnce) {
    const until = Math.min(chosen.length, from + rowsAtOnce);
    columns.forEach((column, f) => {
      const list = edges[f] ?? new Float32Array();
      for (let i = from; i < until; i++)
        column[i] = binOf(list, data.rows[(chosen[i] ?? 0) * data.width + f] ?? 0);
    });
  }
  return columns;
}

function binOf(list: Float32Array, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > (list[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Marks the features with more than one value: a blanked one must not take the place of another in the draw. */
export const usefulFeatures = (bins: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(bins, (column) => (column.some((bin) => bin !== column[0]) ? 1 : 0));
