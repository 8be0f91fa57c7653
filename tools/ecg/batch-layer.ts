/**
 * Implements a layer of the shape network during training. Values are ordered by output and sample, with the examples
 * of a batch side by side, so that the innermost loops run over a batch.
 */
import type { Convolution, LayerWeights } from '@rhythmdesk/ecg/beats/shape-network';

/** Learned numbers, with their gradients and Adam's two running means. */
interface Learned {
  readonly values: Float32Array;
  readonly slopes: Float32Array;
  readonly mean: Float32Array;
  readonly square: Float32Array;
  readonly decays: boolean;
}
export interface BatchLayer {
  readonly form: Convolution;
  /** Whether each output is normalised to mean 0 and spread 1 over the batch before `gains` and `biases`. */
  readonly normed: boolean;
  readonly weights: Learned;
  readonly gains: Learned;
  readonly biases: Learned;
  /** Running means for each output over all batches so far. */
  readonly usual: Float32Array;
  readonly spread: Float32Array;
  /** Values of the last batch. */
  inputs: Float32Array;
  readonly raw: Float32Array;
  readonly out: Float32Array;
  readonly roots: Float32Array;
  readonly rectified: { is: boolean };
}

/** Number of examples in a batch. */
export const batchSize = 256;
const smallest = 1e-5;
/** Share by which a batch moves the running means. */
const novelty = 0.1;
const [meanShare, squareShare] = [0.9, 0.999];
const decay = 0.001;

const learned = (values: Float32Array, decays: boolean): Learned => ({
  values,
  slopes: new Float32Array(values.length),
  mean: new Float32Array(values.length),
  square: new Float32Array(values.length),
  decays,
});

/** Creates a layer with weights distributed uniformly between ±1/√(inputs of a unit). */
export function createBatchLayer(form: Convolution, normed: boolean, chance: () => number): BatchLayer {
  const { inputs, outputs, taps, made } = form;
  const most = 1 / Math.sqrt(inputs * taps);
  const weights = Float32Array.from({ length: outputs * inputs * taps }, () => most * (2 * chance() - 1));
  return {
    form,
    normed,
    weights: learned(weights, true),
    gains: learned(new Float32Array(outputs).fill(1), false),
    biases: learned(new Float32Array(outputs), false),
    usual: new Float32Array(outputs),
    spread: new Float32Array(outputs).fill(1),
    inputs: new Float32Array(),
    raw: new Float32Array(outputs * made * batchSize),
    out: new Float32Array(outputs * made * batchSize),
    roots: new Float32Array(outputs),
    rectified: { is: false },
  };
}

/**
 * Calls `each` for every weight and output sample that it affects, with the positions of the weight, the input row and
 * the output row.
 */
function overTaps(
  { inputs, outputs, taps, stride, padding, length, made }: Convolution,
  each: (weight: number, from: number, to: number) => void,
): void {
  for (let o = 0; o < outputs; o++)
    for (let i = 0; i < inputs; i++)
      for (let k = 0; k < taps; k++)
        for (let t = 0; t < made; t++) {
          const at = t * stride - padding + k;
          if (at >= 0 && at < length)
            each((o * inputs + i) * taps + k, (i * length + at) * batchSize, (o * made + t) * batchSize);
        }
}

function addRow(out: Float32Array, to: number, values: Float32Array, from: number, factor: number): void {
  for (let b = 0; b < batchSize; b++) out[to + b] = (out[to + b] ?? 0) + factor * (values[from + b] ?? 0);
}

function productOf(a: Float32Array, at: number, b: Float32Array, from: number): number {
  let sum = 0;
  for (let k = 0; k < batchSize; k++) sum += (a[at + k] ?? 0) * (b[from + k] ?? 0);
  return sum;
}

export function forward(layer: BatchLayer, inputs: Float32Array, rectify: boolean): Float32Array {
  const { form, raw, out, gains, biases } = layer;
  const weights = layer.weights.values;
  layer.inputs = inputs;
  layer.rectified.is = rectify;
  raw.fill(0);
  overTaps(form, (w, from, to) => {
    addRow(raw, to, inputs, from, weights[w] ?? 0);
  });
  const size = form.made * batchSize;
  for (let o = 0; o < form.outputs; o++) {
    if (layer.normed) bringToNorm(layer, o);
    const [gain, bias] = [layer.normed ? (gains.values[o] ?? 1) : 1, biases.values[o] ?? 0];
    for (let k = o * size; k < (o + 1) * size; k++) {
      const value = gain * (raw[k] ?? 0) + bias;
      out[k] = rectify && value < 0 ? 0 : value;
    }
  }
  return out;
}

/** Normalises one output's raw values to mean 0 and spread 1, in place. */
function bringToNorm({ form, raw, roots, usual, spread }: BatchLayer, o: number): void {
  const size = form.made * batchSize;
  const [from, until] = [o * size, (o + 1) * size];
  let sum = 0;
  for (let k = from; k < until; k++) sum += raw[k] ?? 0;
  const mean = sum / size;
  let squares = 0;
  for (let k = from; k < until; k++) squares += ((raw[k] ?? 0) - mean) ** 2;
  const root = Math.sqrt(squares / size + smallest);
  for (let k = from; k < until; k++) raw[k] = ((raw[k] ?? 0) - mean) / root;
  roots[o] = root;
  usual[o] = (usual[o] ?? 0) + novelty * (mean - (usual[o] ?? 0));
  spread[o] = (spread[o] ?? 0) + novelty * (squares / (size - 1) - (spread[o] ?? 0));
}

/**
 * Computes the gradients of weights, gains and biases from those of the outputs; returns those of the inputs if
 * `further` is set.
 */
export function backward(layer: BatchLayer, given: Float32Array, further: boolean): Float32Array {
  const { form, inputs, out } = layer;
  const slopes = given.slice();
  if (layer.rectified.is) for (let k = 0; k < slopes.length; k++) if ((out[k] ?? 0) <= 0) slopes[k] = 0;
  for (let o = 0; o < form.outputs; o++) slopesOfOutput(layer, slopes, o);
  const weights = layer.weights.values;
  const weightSlopes = layer.weights.slopes;
  weightSlopes.fill(0);
  const back = new Float32Array(further ? inputs.length : 0);
  overTaps(form, (w, from, to) => {
    weightSlopes[w] = (weightSlopes[w] ?? 0) + productOf(slopes, to, inputs, from);
    if (further) addRow(back, from, slopes, to, weights[w] ?? 0);
  });
  return back;
}

/** Computes the gradients of one output's gain and bias, and of its values before normalisation, in place. */
function slopesOfOutput(
  { form, normed, raw, gains, biases, roots }: BatchLayer,
  slopes: Float32Array,
  o: number,
): void {
  const size = form.made * batchSize;
  const [from, until] = [o * size, (o + 1) * size];
  let [sum, along] = [0, 0];
  for (let k = from; k < until; k++) {
    sum += slopes[k] ?? 0;
    along += (slopes[k] ?? 0) * (raw[k] ?? 0);
  }
  biases.slopes[o] = sum;
  if (!normed) return;
  gains.slopes[o] = along;
  const factor = (gains.values[o] ?? 1) / (roots[o] ?? 1);
  for (let k = from; k < until; k++)
    slopes[k] = factor * ((slopes[k] ?? 0) - sum / size - ((raw[k] ?? 0) * along) / size);
}

export function applySteps(layer: BatchLayer, rate: number, step: number): void {
  for (const part of [layer.weights, layer.gains, layer.biases]) {
    const { values, slopes, mean, square, decays } = part;
    const [meanSum, squareSum] = [1 - meanShare ** step, 1 - squareShare ** step];
    for (let k = 0; k < values.length; k++) {
      const slope = slopes[k] ?? 0;
      mean[k] = meanShare * (mean[k] ?? 0) + (1 - meanShare) * slope;
      square[k] = squareShare * (square[k] ?? 0) + (1 - squareShare) * slope * slope;
      const move = (mean[k] ?? 0) / meanSum / (Math.sqrt((square[k] ?? 0) / squareSum) + 1e-8);
      values[k] = (values[k] ?? 0) * (1 - (decays ? rate * decay : 0)) - rate * move;
    }
  }
}

/**
 * Returns the layer as the engine evaluates it: normalisation folded into weights and biases, weights as one-byte
 * integer steps.
 */
export function foldedLayer({
  form,
  normed,
  weights,
  gains,
  biases,
  usual,
  spread,
}: BatchLayer): LayerWeights {
  const each = form.inputs * form.taps;
  const factor = Array.from({ length: form.outputs }, (_, o) =>
    normed ? (gains.values[o] ?? 1) / Math.sqrt((spread[o] ?? 1) + smallest) : 1,
  );
  const folded = Float64Array.from(weights.values, (w, k) => w * (factor[Math.floor(k / each)] ?? 1));
  const step = folded.reduce((most, w) => Math.max(most, Math.abs(w)), 0) / 127;
  return {
    step,
    weights: Array.from(folded, (w) => Math.round(w / step)),
    biases: Array.from(biases.values, (bias, o) => bias - (normed ? (usual[o] ?? 0) * (factor[o] ?? 1) : 0)),
  };
}
