/**
 * Scores how ventricular a template's mean beat looks compared with the dominant one, independent of the timing of its
 * beats. The score comes from a small convolutional network (LeCun and others 1998) with one-byte integer weights,
 * learned by tools/ecg/train-classes.ts.
 *
 * All sums are computed in a fixed order and rounded to 32 bits, so that every machine gives the same odds.
 */
import { clusterKey } from './class-features.ts';
import { viewLength } from './template-pair.ts';

export interface Convolution {
  readonly inputs: number;
  readonly outputs: number;
  /** Length of each filter; `padding` zeros are added before and after a row. */
  readonly taps: number;
  readonly stride: number;
  readonly padding: number;
  /** Samples of an input row (`length`) and of an output row (`made`). */
  readonly length: number;
  readonly made: number;
}

function convolution(
  inputs: number,
  outputs: number,
  length: number,
  [taps, stride, padding]: readonly [number, number, number],
): Convolution {
  const made = Math.floor((length + 2 * padding - taps) / stride) + 1;
  return { inputs, outputs, taps, stride, padding, length, made };
}

/** Three convolutions, then one over the whole remaining time, then one sum. */
export const shapeLayers: readonly Convolution[] = [
  convolution(2, 12, viewLength, [7, 2, 3]),
  convolution(12, 16, 22, [5, 2, 2]),
  convolution(16, 24, 11, [5, 2, 2]),
  convolution(24, 32, 6, [6, 1, 0]),
  convolution(32, 1, 1, [1, 1, 0]),
];

/** Weights of a layer in steps of `step`, ordered by filter, input and tap; then the bias of each output. */
export interface LayerWeights {
  readonly step: number;
  readonly weights: readonly number[];
  readonly biases: readonly number[];
}
export type ShapeNetwork = readonly LayerWeights[];

export interface ShapeScorer {
  /** Returns the log-odds for a pair of `template-pair`. */
  score(pair: Float32Array): number;
}

/** A layer ready to be evaluated: its filters with four outputs side by side, its rows with their padding. */
interface Prepared {
  readonly form: Convolution;
  /** Number of outputs, rounded up to a multiple of four. */
  readonly width: number;
  /** Ordered by input, tap and output. */
  readonly filters: Float64Array;
  readonly biases: Float64Array;
  /** Samples of a row with its padding. */
  readonly padded: number;
  readonly values: Float64Array;
  readonly out: Float64Array;
}

export function prepare(form: Convolution, weights: Float32Array, biases: Float32Array): Prepared {
  const { inputs, outputs, taps, made, length, padding } = form;
  const width = 4 * Math.ceil(outputs / 4);
  const filters = new Float64Array(inputs * taps * width);
  for (let o = 0; o < outputs; o++)
    for (let k = 0; k < inputs * taps; k++) filters[k * width + o] = weights[o * inputs * taps + k] ?? 0;
  const wide = new Float64Array(width);
  wide.set(biases);
  const padded = length + 2 * padding;
  const values = new Float64Array(inputs * padded);
  return { form, width, filters, biases: wide, padded, values, out: new Float64Array(width * made) };
}

/** Copies rows into a layer; with `rectified`, negative values become 0. */
export function put(layer: Prepared, rows: ArrayLike<number>, rectified: boolean): void {
  const { form, padded, values } = layer;
  for (let i = 0; i < form.inputs; i++)
    for (let k = 0; k < form.length; k++) {
      const value = rows[i * form.length + k] ?? 0;
      values[i * padded + form.padding + k] = rectified && value < 0 ? 0 : value;
    }
}

/**
 * Returns rows of `made` samples, one for each output. Four outputs are summed side by side, since each addition waits
 * for the previous one.
 */
export function convolve({ form, width, filters, biases, padded, values, out }: Prepared): Float64Array {
  const { inputs, taps, stride, made } = form;
  for (let t = 0; t < made; t++)
    for (let o = 0; o < width; o += 4) {
      let a = biases[o] ?? 0;
      let b = biases[o + 1] ?? 0;
      let c = biases[o + 2] ?? 0;
      let d = biases[o + 3] ?? 0;
      let at = o;
      for (let i = 0; i < inputs; i++) {
        const row = i * padded + t * stride;
        for (let k = 0; k < taps; k++, at += width) {
          const value = values[row + k] ?? 0;
          a += value * (filters[at] ?? 0);
          b += value * (filters[at + 1] ?? 0);
          c += value * (filters[at + 2] ?? 0);
          d += value * (filters[at + 3] ?? 0);
        }
      }
      out[o * made + t] = Math.fround(a);
      out[(o + 1) * made + t] = Math.fround(b);
      out[(o + 2) * made + t] = Math.fround(c);
      out[(o + 3) * made + t] = Math.fround(d);
    }
  return out;
}

export function createShapeScorer(network: ShapeNetwork): ShapeScorer {
  const layers = shapeLayers.map((form, k) => {
    const { step = 0, weights = [], biases = [] } = network[k] ?? {};
    const filters = Float32Array.from(weights, (weight) => weight * step);
    return prepare(form, filters, Float32Array.from(biases));
  });
  return {
    score(pair) {
      let rows: ArrayLike<number> = pair;
      layers.forEach((layer, k) => {
        put(layer, rows, k > 0);
        rows = convolve(layer);
      });
      return rows[0] ?? 0;
    },
  };
}

/** Weight of the network relative to the trees. */
const shapeShare = 0.2;

/** Combines the log-odds of the trees and of the network for a ventricular beat. */
export const ventricularOdds = (trees: number, shape: number): number =>
  (1 - shapeShare) * trees + shapeShare * shape;

/** Returns a function that scores each template once. */
export function createTemplateOdds(
  network: ShapeNetwork,
  pairOf: (lead: number, template: number) => Float32Array,
): (lead: number, template: number) => number {
  const scorer = createShapeScorer(network);
  const known = new Map<number, number>();
  return (lead, template) => {
    const key = clusterKey(lead, template);
    let odds = known.get(key);
    if (odds === undefined) known.set(key, (odds = scorer.score(pairOf(lead, template))));
    return odds;
  };
}
