/**
 * Trains the small tree models that `ecg/beats/boosted-trees` evaluates. It uses gradient boosting with logistic loss
 * (Friedman 2001; second-order leaves as in Chen and Guestrin 2016), histograms of at most 40 bins, and complete trees
 * of one depth. Optionally, each tree sees only a share of the features, of the rows and of the groups (stochastic
 * boosting; Breiman 1996), drawn by a repeatable source, and splits against a known sign are refused. The same data
 * give the same coefficients.
 */
import { createTreeScorer, logistic } from '@rhythmdesk/ecg/beats/boosted-trees';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';
import { repeatable } from './altered-copies.ts';
import { binCount, binEdges, binned, usefulFeatures } from './tree-bins.ts';

export interface TrainingRows {
  /** Row-major features. */
  readonly rows: Float32Array;
  readonly width: number;
  readonly labels: Uint8Array;
  readonly weights: Float32Array;
  /** Record (or patient) number of each row: cross-validation leaves whole groups out. */
  readonly groups: Uint16Array;
}
export interface BoostOptions {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  readonly lambda: number;
  readonly min_weight: number;
  /** Shares that each tree sees, 1 by default. */
  readonly feature_share?: number;
  readonly row_share?: number;
  readonly group_share?: number;
  /** For each feature 1 if higher values may only raise the odds, −1 if they may only lower them. */
  readonly signs?: readonly number[];
}

/** Seed for the choice of features and rows of each tree. */
export const treeSeed = 12345;

interface Fit {
  readonly bins: readonly Uint8Array[];
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
  readonly options: BoostOptions;
  /** 1 for the features that this tree may use. */
  readonly seen: Uint8Array;
}

/** The rows of one node with a weight, and for each visible feature their gradient and curvature in each bin. */
interface Branch {
  readonly rows: Int32Array;
  readonly g: Float64Array;
  readonly h: Float64Array;
}

function branchOf(fit: Fit, rows: Int32Array): Branch {
  const { bins, gradient, curvature } = fit;
  const g = new Float64Array(bins.length * binCount);
  const h = new Float64Array(bins.length * binCount);
  for (const [f, column] of bins.entries()) {
    if (!fit.seen[f]) continue;
    for (let k = 0; k < rows.length; k++) {
      const i = rows[k] ?? 0;
      const cell = f * binCount + (column[i] ?? 0);
      g[cell] = (g[cell] ?? 0) + (gradient[i] ?? 0);
      h[cell] = (h[cell] ?? 0) + (curvature[i] ?? 0);
    }
  }
  return { rows, g, h };
}

/** Returns a branch minus one of its two parts. */
const without = (whole: Branch, part: Branch, rows: Int32Array): Branch => ({
  rows,
  g: whole.g.map((sum, cell) => sum - (part.g[cell] ?? 0)),
  h: whole.h.map((sum, cell) => sum - (part.h[cell] ?? 0)),
});

interface Split {
  feature: number;
  bin: number;
  gain: number;
}
const noBins = new Uint8Array();

/**
 * Returns both parts of a branch; only the smaller one is summed. For a branch without a split no value is above the
 * bin.
 */
function parted(fit: Fit, branch: Branch, { feature, bin }: Split): Branch[] {
  const column = fit.bins[feature] ?? noBins;
  const { rows } = branch;
  const left = new Int32Array(rows.length);
  const right = new Int32Array(rows.length);
  let lefts = 0;
  let rights = 0;
  for (let k = 0; k < rows.length; k++) {
    const i = rows[k] ?? 0;
    if ((column[i] ?? 0) > bin) right[rights++] = i;
    else left[lefts++] = i;
  }
  const [low, high] = [left.slice(0, lefts), right.slice(0, rights)];
  if (lefts < rights) {
    const small = branchOf(fit, low);
    return [small, without(branch, small, high)];
  }
  const small = branchOf(fit, high);
  return [without(branch, small, low), small];
}

function bestSplit(fit: Fit, { g, h }: Branch): Split {
  const { options } = fit;
  let best: Split = { feature: 0, bin: 255, gain: 1e-6 };
  for (let f = 0; f < fit.bins.length; f++) {
    if (!fit.seen[f]) continue;
    const sign = options.signs?.[f] ?? 0;
    let allG = 0;
    let allH = 0;
    for (let cell = f * binCount; cell < (f + 1) * binCount; cell++) {
      allG += g[cell] ?? 0;
      allH += h[cell] ?? 0;
    }
    let leftG = 0;
    let leftH = 0;
    for (let bin = 0; bin < binCount - 1; bin++) {
      leftG += g[f * binCount + bin] ?? 0;
      leftH += h[f * binCount + bin] ?? 0;
      if (leftH < options.min_weight || allH - leftH < options.min_weight) continue;
      const low = leftG / (leftH + options.lambda);
      const high = (allG - leftG) / (allH - leftH + options.lambda);
      if (sign * (high - low) > 0) continue;
      const gain =
        leftG ** 2 / (leftH + options.lambda) +
        (allG - leftG) ** 2 / (allH - leftH + options.lambda) -
        allG ** 2 / (allH + options.lambda);
      if (gain > best.gain) best = { feature: f, bin, gain };
    }
  }
  return best;
}

function growTree(
  fit: Fit,
  edges: readonly Float32Array[],
  model: MutableModel,
  logOdds: Float64Array,
): void {
  const { options } = fit;
  const nodeOf = new Int32Array(logOdds.length);
  let branches = [
    branchOf(
      fit,
      Int32Array.from(nodeOf.keys()).filter((i) => fit.curvature[i] !== 0),
    ),
  ];
  for (let level = 0; level < options.depth; level++) {
    const splits = branches.map((branch) => bestSplit(fit, branch));
    for (const split of splits) {
      model.features.push(split.feature);
      model.thresholds.push(edges[split.feature]?.[split.bin] ?? 3e38);
    }
    const columns = splits.map(({ feature }) => fit.bins[feature] ?? noBins);
    const bounds = Uint8Array.from(splits, ({ bin }) => bin);
    for (let i = 0; i < nodeOf.length; i++) {
      const node = nodeOf[i] ?? 0;
      nodeOf[i] = 2 * node + ((columns[node]?.[i] ?? 0) > (bounds[node] ?? 0) ? 1 : 0);
    }
    if (level + 1 === options.depth) break;
    branches = branches.flatMap((branch, node) => {
      const split = splits[node];
      return split ? parted(fit, branch, split) : [];
    });
  }
  giveLeaves(fit, nodeOf, model, logOdds);
}

function giveLeaves(fit: Fit, nodeOf: Int32Array, model: MutableModel, logOdds: Float64Array): void {
  const { options } = fit;
  const leaves = 2 ** options.depth;
  const g = new Float64Array(leaves);
  const h = new Float64Array(leaves);
  for (let i = 0; i < nodeOf.length; i++) {
    const leaf = nodeOf[i] ?? 0;
    g[leaf] = (g[leaf] ?? 0) + (fit.gradient[i] ?? 0);
    h[leaf] = (h[leaf] ?? 0) + (fit.curvature[i] ?? 0);
  }
  const values = Array.from(g, (sum, leaf) =>
    Number(((-options.rate * sum) / ((h[leaf] ?? 0) + options.lambda)).toPrecision(3)),
  );
  model.leaves.push(...values);
  for (let i = 0; i < nodeOf.length; i++) logOdds[i] = (logOdds[i] ?? 0) + (values[nodeOf[i] ?? 0] ?? 0);
}

interface MutableModel {
  depth: number;
  bias: number;
  features: number[];
  thresholds: number[];
  leaves: number[];
}

export function trainTrees(data: TrainingRows, chosen: Int32Array, options: BoostOptions): TreeModel {
  const edges = Array.from({ length: data.width }, (_, f) => binEdges(data, f, chosen));
  const bins = binned(data, chosen, edges);
  let positive = 0;
  let total = 0;
  for (const i of chosen) {
    total += data.weights[i] ?? 0;
    positive += (data.weights[i] ?? 0) * (data.labels[i] ?? 0);
  }
  const bias = Number(Math.log((positive + 1) / (total - positive + 1)).toPrecision(3));
  const model: MutableModel = { depth: options.depth, bias, features: [], thresholds: [], leaves: [] };
  const logOdds = new Float64Array(chosen.length).fill(bias);
  const gradient = new Float64Array(chosen.length);
  const curvature = new Float64Array(chosen.length);
  const seen = new Uint8Array(data.width);
  const fit: Fit = { bins, gradient, curvature, options, seen };
  const chance = repeatable(treeSeed);
  const drawn = (share = 1): 0 | 1 => (share === 1 || chance() < share ? 1 : 0);
  const useful = usefulFeatures(bins);
  const groups = [...new Set(data.groups)].sort((a, b) => a - b);
  for (let tree = 0; tree < options.trees; tree++) {
    for (let f = 0; f < seen.length; f++) seen[f] = useful[f] === 1 ? drawn(options.feature_share) : 0;
    const inTree = new Map(groups.map((group) => [group, drawn(options.group_share)]));
    for (let i = 0; i < chosen.length; i++) {
      const p = logistic(logOdds[i] ?? 0);
      const row = chosen[i] ?? 0;
      const share = drawn(options.row_share) * (inTree.get(data.groups[row] ?? 0) ?? 1);
      const weight = share * (data.weights[row] ?? 0);
      gradient[i] = weight * (p - (data.labels[chosen[i] ?? 0] ?? 0));
      curvature[i] = weight * p * (1 - p);
    }
    growTree(fit, edges, model, logOdds);
  }
  return model;
}

/** Returns the log-odds of every row from models that never saw its group (folds of groups, in turn). */
export function crossValidate(data: TrainingRows, folds: number, options: BoostOptions): Float32Array {
  const out = new Float32Array(data.labels.length);
  const groups = [...new Set(data.groups)].sort((a, b) => a - b);
  for (let fold = 0; fold < folds; fold++) {
    const held = new Set(groups.filter((_, i) => i % folds === fold));
    const chosen: number[] = [];
    data.groups.forEach((group, i) => {
      if (!held.has(group)) chosen.push(i);
    });
    const scorer = createTreeScorer(trainTrees(data, Int32Array.from(chosen), options));
    data.groups.forEach((group, i) => {
      if (held.has(group)) out[i] = scorer.score(data.rows, i * data.width);
    });
  }
  return out;
}

export function importance(model: TreeModel, names: readonly string[]): string {
  const nodes = 2 ** model.depth - 1;
  const counts = new Map<string, number>();
  model.features.forEach((feature, i) => {
    if ((model.thresholds[i] ?? 3e38) > 1e38) return;
    const name = names[feature] ?? String(feature);
    const share = 1 / (1 + Math.floor(Math.log2((i % nodes) + 1)));
    counts.set(name, (counts.get(name) ?? 0) + share);
  });
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count.toFixed(1)}`)
    .join(', ');
}
