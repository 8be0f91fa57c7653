/**
 * Learns the small tree models that `ecg/beats/boosted-trees` evaluates: gradient boosting with logistic loss
 * (Friedman 2001; second-order leaves as in Chen and Guestrin 2016), histograms of at most 40 bins, complete
 * trees of one depth. Where asked, each tree sees a share of the features, of the rows and of the groups only (stochastic
 * boosting; Breiman 1996), drawn by a repeatable source, and splits against a known sign are refused: the same data give
 * the same coefficients.
 */
import { createTreeScorer, logistic } from '@rhythmdesk/ecg/beats/boosted-trees';
import type { TreeModel } from '@rhythmdesk/ecg/beats/boosted-trees';
import { repeatable } from './altered-copies.ts';

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
  /** Shares that each tree sees, 1 where left out. */
  readonly feature_share?: number;
  readonly row_share?: number;
  readonly group_share?: number;
  /** For each feature 1 where more of it may only raise the odds, −1 where it may only lower them. */
  readonly signs?: readonly number[];
}

const binCount = 40;

function binEdges(data: TrainingRows, feature: number, chosen: Int32Array): Float32Array {
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

function binned(data: TrainingRows, chosen: Int32Array, edges: readonly Float32Array[]): Uint8Array {
  const bins = new Uint8Array(chosen.length * data.width);
  for (let i = 0; i < chosen.length; i++) {
    for (let f = 0; f < data.width; f++) {
      const value = data.rows[(chosen[i] ?? 0) * data.width + f] ?? 0;
      const list = edges[f] ?? new Float32Array();
      let low = 0;
      let high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value > (list[middle] ?? 0)) low = middle + 1;
        else high = middle;
      }
      bins[i * data.width + f] = low;
    }
  }
  return bins;
}

interface Split {
  feature: number;
  bin: number;
  gain: number;
}

/** Best split of every node of one level, from histograms of gradient and curvature. */
function bestSplits(state: Fit, nodeOf: Int32Array, nodes: number): Split[] {
  const { width, bins, gradient, curvature, options } = state;
  const best: Split[] = Array.from({ length: nodes }, () => ({ feature: 0, bin: 255, gain: 1e-6 }));
  const g = new Float64Array(nodes * binCount);
  const h = new Float64Array(nodes * binCount);
  for (let f = 0; f < width; f++) {
    if (!state.seen[f]) continue;
    const sign = options.signs?.[f] ?? 0;
    g.fill(0);
    h.fill(0);
    for (let i = 0; i < nodeOf.length; i++) {
      const cell = (nodeOf[i] ?? 0) * binCount + (bins[i * width + f] ?? 0);
      g[cell] = (g[cell] ?? 0) + (gradient[i] ?? 0);
      h[cell] = (h[cell] ?? 0) + (curvature[i] ?? 0);
    }
    for (let node = 0; node < nodes; node++) {
      let allG = 0;
      let allH = 0;
      for (let b = 0; b < binCount; b++) {
        allG += g[node * binCount + b] ?? 0;
        allH += h[node * binCount + b] ?? 0;
      }
      let leftG = 0;
      let leftH = 0;
      for (let b = 0; b < binCount - 1; b++) {
        leftG += g[node * binCount + b] ?? 0;
        leftH += h[node * binCount + b] ?? 0;
        if (leftH < options.min_weight || allH - leftH < options.min_weight) continue;
        const low = leftG / (leftH + options.lambda);
        const high = (allG - leftG) / (allH - leftH + options.lambda);
        if (sign * (high - low) > 0) continue;
        const gain =
          leftG ** 2 / (leftH + options.lambda) +
          (allG - leftG) ** 2 / (allH - leftH + options.lambda) -
          allG ** 2 / (allH + options.lambda);
        const current = best[node];
        if (current && gain > current.gain) best[node] = { feature: f, bin: b, gain };
      }
    }
  }
  return best;
}

interface Fit {
  readonly width: number;
  readonly bins: Uint8Array;
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
  readonly options: BoostOptions;
  /** 1 for the features that this tree may use. */
  readonly seen: Uint8Array;
}

function growTree(
  fit: Fit,
  edges: readonly Float32Array[],
  model: MutableModel,
  logOdds: Float64Array,
): void {
  const { options, bins, width } = fit;
  const nodeOf = new Int32Array(logOdds.length);
  for (let level = 0; level < options.depth; level++) {
    const splits = bestSplits(fit, nodeOf, 2 ** level);
    for (const split of splits) {
      model.features.push(split.feature);
      model.thresholds.push(edges[split.feature]?.[split.bin] ?? 3e38);
    }
    for (let i = 0; i < nodeOf.length; i++) {
      const node = nodeOf[i] ?? 0;
      const split = splits[node];
      const right = split && split.bin < 255 && (bins[i * width + split.feature] ?? 0) > split.bin ? 1 : 0;
      nodeOf[i] = 2 * node + right;
    }
  }
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
  const fit: Fit = { width: data.width, bins, gradient, curvature, options, seen };
  const chance = repeatable(12345);
  const drawn = (share = 1): 0 | 1 => (share === 1 || chance() < share ? 1 : 0);
  const useful = usefulFeatures(bins, data.width);
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

/** Features of more than one value: a blanked one must not take another's place in the draw. */
function usefulFeatures(bins: Uint8Array, width: number): Uint8Array {
  const useful = new Uint8Array(width);
  for (let at = 0; at < bins.length; at++) if (bins[at] !== bins[at % width]) useful[at % width] = 1;
  return useful;
}

/** Log-odds of every row from models that never saw its group (folds of groups, in turn). */
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
