/** Opens the kernel in WebAssembly: `kernel.as`, built by `npm run kernel` into `wasm-bytes.ts`. */
import type { Kernel } from './kernel.ts';
import {
  mostFeatures,
  mostShape,
  nearReach,
  rangeReach,
  shifts,
  treeRows,
  windowColumns,
} from './kernel-sizes.ts';
import { sumSoftTrees, sumTrees } from './tree-tables.ts';
import type { TreeTables } from './tree-tables.ts';
import { wasmBytes } from './wasm-bytes.ts';
import { openModule } from './wasm-module.ts';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly envelope: (halves: number) => void;
  readonly peaks: (from: number, until: number) => number;
  readonly window: (from: number) => void;
  readonly look: (count: number) => number;
  readonly steepest: (count: number) => number;
  readonly scale: (count: number, gain: number, offset: number) => void;
  readonly mediansOfNine: () => void;
  readonly range: () => number;
  readonly turns: (steep: number) => number;
  readonly farthest: () => number;
  readonly bounds: (part: number) => number;
  readonly loneBend: (before: number, after: number) => number;
  readonly correlate: (length: number) => void;
  readonly moments: (length: number) => void;
  readonly treesOfTwo: (at: number, end: number, bias: number) => void;
  readonly treesOfThree: (at: number, end: number, bias: number) => void;
  readonly treesOfFour: (at: number, end: number, bias: number) => void;
  readonly softTreesOfThree: (at: number, end: number, bias: number) => void;
}

const names = [
  'memory',
  'envelope',
  'peaks',
  'window',
  'mediansOfNine',
  'range',
  'turns',
  'farthest',
  'bounds',
  'loneBend',
  'correlate',
  'moments',
  'look',
  'steepest',
  'scale',
  'treesOfTwo',
  'treesOfThree',
  'treesOfFour',
  'softTreesOfThree',
];

const isKernel = (value: object): value is Exports => names.every((name) => name in value);

/** Opens the kernel; null if WebAssembly or its SIMD is not available or not allowed. */
export function openWasmKernel(): Kernel | null {
  const exports = openModule(wasmBytes);
  return exports !== null && isKernel(exports) ? overMemory(exports) : null;
}

/** Maps the kernel's memory; the positions are those of `memory.as`. */
function overMemory(exports: Exports): Kernel {
  const { memory, ...loops } = exports;
  const { buffer } = memory;
  return {
    ...loops,
    work: new Float32Array(buffer, 1024, 4176),
    half: new Float32Array(buffer, 20480, 2336),
    mid: new Float32Array(buffer, 30720, 2336),
    peak_at: new Int32Array(buffer, 40960, 256),
    peak_height: new Float32Array(buffer, 42496, 256),
    peak_width: new Int32Array(buffer, 44032, 256),
    figures: new Float64Array(buffer, 49152, 5),
    scan: new Float64Array(buffer, 49664, 4),
    raw_range: new Int32Array(buffer, 49664, 2),
    raw: new Int16Array(buffer, 50176, 4104),
    values: new Float32Array(buffer, 58624, 4096),
    near_half: new Float32Array(buffer, 77088, 2 * rangeReach + 1),
    near_work: new Float32Array(buffer, 78112, 2 * nearReach + 1),
    nine_rows: new Float32Array(buffer, 78816, 9 * windowColumns),
    medians: new Float32Array(buffer, 78960, 2 * windowColumns),
    signal: new Float32Array(buffer, 78992, mostShape + shifts),
    shape: new Float32Array(buffer, 79184, mostShape),
    products: new Float64Array(buffer, 79344, shifts),
    sums: new Float64Array(buffer, 79408, shifts),
    squares: new Float64Array(buffer, 79472, shifts),
    ...treesOver(exports),
  };
}

const tablesAt = 79536;

/**
 * Stores trees in the memory from `tablesAt` on, each model at its first use; when there is no room left, it starts
 * over.
 */
function treesOver(exports: Exports): Pick<Kernel, 'tree_rows' | 'tree_sums' | 'sumTrees'> {
  const { buffer } = exports.memory;
  const rows = new Float32Array(buffer, 75008, treeRows * mostFeatures);
  const sums = new Float64Array(buffer, 77056, treeRows);
  const places = new Map<TreeTables, number>();
  let free = tablesAt;
  const adders = new Map([
    [2, exports.treesOfTwo],
    [3, exports.treesOfThree],
    [4, exports.treesOfFour],
  ]);
  const place = (tables: TreeTables): number => {
    const bytes = 8 * tables.features.length + 4 * tables.leaves.length;
    if (free + bytes > buffer.byteLength) {
      places.clear();
      free = tablesAt;
    }
    const at = free;
    if (at + bytes > buffer.byteLength) return -1;
    writeTrees(tables, new DataView(buffer, at, bytes));
    places.set(tables, at);
    free += bytes;
    return at;
  };
  return {
    tree_rows: rows,
    tree_sums: sums,
    sumTrees(tables) {
      const isSoft = tables.is_soft === true;
      const add = isSoft ? exports.softTreesOfThree : adders.get(tables.depth);
      const at = add === undefined ? -1 : (places.get(tables) ?? place(tables));
      if (add !== undefined && at >= 0)
        add(at, at + 8 * tables.features.length + 4 * tables.leaves.length, tables.bias);
      else {
        const sum = isSoft ? sumSoftTrees : sumTrees;
        for (let r = 0; r < treeRows; r++) sums[r] = sum(tables, rows, r, treeRows);
      }
    },
  };
}

/**
 * Writes each tree: for each node the position of its feature's rows in bytes (u32) and the threshold, then the leaves.
 */
function writeTrees(tables: TreeTables, view: DataView): void {
  const leaves = 2 ** tables.depth;
  let at = 0;
  for (let tree = 0; tree * leaves < tables.leaves.length; tree++) {
    for (let node = tree * (leaves - 1); node < (tree + 1) * (leaves - 1); node++, at += 8) {
      view.setUint32(at, 4 * treeRows * (tables.features[node] ?? 0), true);
      view.setFloat32(at + 4, tables.thresholds[node] ?? 0, true);
    }
    for (let leaf = tree * leaves; leaf < (tree + 1) * leaves; leaf++, at += 4)
      view.setFloat32(at, tables.leaves[leaf] ?? 0, true);
  }
}
