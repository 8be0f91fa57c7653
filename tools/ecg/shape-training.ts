/**
 * Trains the shape network (`ecg/beats/shape-network`) with the logistic loss. It uses convolution layers with batch
 * normalisation (Ioffe and Szegedy 2015), dropout (Srivastava and others 2014), and Adam with decoupled weight decay
 * (Loshchilov and Hutter 2019) at a rate that rises and falls once. Examples are drawn by their weights, then shifted,
 * scaled and given a little noise, all from one repeatable source: the same examples give the same network.
 */
import { logistic } from '@rhythmdesk/ecg/beats/boosted-trees';
import { shapeLayers } from '@rhythmdesk/ecg/beats/shape-network';
import type { ShapeNetwork } from '@rhythmdesk/ecg/beats/shape-network';
import { pairLength, viewLength } from '@rhythmdesk/ecg/beats/template-pair';
import { repeatable } from './altered-copies.ts';
import { applySteps, backward, batchSize, createBatchLayer, forward, foldedLayer } from './batch-layer.ts';
import type { BatchLayer } from './batch-layer.ts';

/** Pairs of `template-pair`, each with its weight for and against the class. */
export interface ShapeExamples {
  readonly pairs: readonly Float32Array[];
  readonly for: Float64Array;
  readonly against: Float64Array;
}

const rate = 0.002;
/** Share of the steps in which the rate rises. */
const rising = 0.3;
/** Share of the units dropped before a layer without normalisation. */
const leftOut = 0.3;
const noise = 0.05;
/** Largest shift of a pair, in samples of a view. */
const farthestMove = 2;
const shapeSeed = 2026;
const usualSteps = 750;

export interface ShapeOptions {
  readonly steps?: number;
  readonly seed?: number;
}

type Chance = () => number;

/** Returns the sum of twelve uniform numbers minus six: close enough to normal here. */
function normal(chance: Chance): number {
  let sum = -6;
  for (let k = 0; k < 12; k++) sum += chance();
  return sum;
}

/** Returns a function that draws indices of `weights`, each with the probability of its weight. */
function drawer(weights: Float64Array, chance: Chance): () => number {
  const until = new Float64Array(weights.length);
  let sum = 0;
  weights.forEach((weight, i) => (until[i] = sum += weight));
  return () => {
    const at = chance() * sum;
    let [low, high] = [0, until.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((until[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Writes a pair into position `b` of a batch whose samples are side by side. */
function place(pair: Float32Array, b: number, chance: Chance, into: Float32Array): void {
  const size = Math.exp(0.1 * normal(chance));
  const move = Math.floor(chance() * (2 * farthestMove + 1)) - farthestMove;
  for (let k = 0; k < pairLength; k++) {
    const row = k < viewLength ? 0 : viewLength;
    const from = row + Math.max(0, Math.min(viewLength - 1, k - row + move));
    into[k * batchSize + b] = size * (pair[from] ?? 0) + noise * normal(chance);
  }
}

/** Returns the learning rate of a step: up by a cosine, then down to zero by one. */
function rateAt(step: number, steps: number): number {
  const share = step / steps;
  const part = share < rising ? 1 - share / rising : (share - rising) / (1 - rising);
  return rate * Math.max(0.04 * Number(share < rising), (1 + Math.cos(Math.PI * part)) / 2);
}

/** Sets random units to zero and scales up the others (dropout); returns the factor of each. */
function leaveOut(values: Float32Array, chance: Chance): Float32Array {
  const kept = new Float32Array(values.length);
  for (let k = 0; k < values.length; k++) {
    if (chance() >= leftOut) kept[k] = 1 / (1 - leftOut);
    values[k] = (values[k] ?? 0) * (kept[k] ?? 0);
  }
  return kept;
}

/** Trains the network. Throws if there are no examples for, or none against, the class. */
export function learnShapeNetwork(examples: ShapeExamples, options: ShapeOptions = {}): ShapeNetwork {
  const { steps = usualSteps, seed = shapeSeed } = options;
  const chance = repeatable(seed);
  const layers = shapeLayers.map((form, k) => createBatchLayer(form, k < shapeLayers.length - 2, chance));
  const count = examples.pairs.length;
  const weights = new Float64Array(2 * count);
  weights.set(examples.for);
  weights.set(examples.against, count);
  if (!examples.for.some((w) => w > 0) || !examples.against.some((w) => w > 0))
    throw new Error('examples of one kind alone teach nothing');
  const draw = drawer(weights, chance);
  const inputs = new Float32Array(pairLength * batchSize);
  const is = new Float32Array(batchSize);
  for (let step = 0; step < steps; step++) {
    for (let b = 0; b < batchSize; b++) {
      const drawn = draw();
      is[b] = drawn < count ? 1 : 0;
      const pair = examples.pairs[drawn % count];
      if (pair) place(pair, b, chance, inputs);
    }
    learnBatch(layers, inputs, is, chance);
    for (const layer of layers) applySteps(layer, rateAt(step, steps), step + 1);
  }
  return layers.map(foldedLayer);
}

function learnBatch(
  layers: readonly BatchLayer[],
  inputs: Float32Array,
  is: Float32Array,
  chance: Chance,
): void {
  const kept: (Float32Array | undefined)[] = [];
  let values = inputs;
  layers.forEach((layer, k) => {
    kept[k] = layer.normed ? undefined : leaveOut(values, chance);
    values = forward(layer, values, k + 1 < layers.length);
  });
  let slopes: Float32Array = Float32Array.from(
    values,
    (odds, b) => (logistic(odds) - (is[b] ?? 0)) / batchSize,
  );
  for (let k = layers.length - 1; k >= 0; k--) {
    const layer = layers[k];
    if (!layer) continue;
    slopes = backward(layer, slopes, k > 0);
    const mask = kept[k];
    if (mask) for (let i = 0; i < slopes.length; i++) slopes[i] = (slopes[i] ?? 0) * (mask[i] ?? 0);
  }
}
