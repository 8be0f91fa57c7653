/**
 * How ventricular a template's mean beat looks beside the dominant one, whenever its beats come: a small network of
 * convolutions (LeCun and others 1998) with whole weights of a byte, learned by tools/ecg/train-classes.ts.
 *
 * All sums are of 32-bit numbers in a fixed order, so that every machine gives the same odds.
 */
import { viewLength } from './template-pair.ts';

export interface Convolution {
  readonly inputs: number;
  readonly outputs: number;
  /** Taps of each filter, samples from one to the next, zeros put before and behind. */
  readonly taps: number;
  readonly stride: number;
  readonly padding: number;
  /** Samples of a row that goes in, and that comes out. */
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

/** Three convolutions, then all that is left of the time at once, then one sum. */
export const shapeLayers: readonly Convolution[] = [
  convolution(2, 12, viewLength, [7, 2, 3]),
  convolution(12, 16, 22, [5, 2, 2]),
  convolution(16, 24, 11, [5, 2, 2]),
  convolution(24, 32, 6, [6, 1, 0]),
  convolution(32, 1, 1, [1, 1, 0]),
];

/** Of each layer: weights in steps of `step`, filter by filter, input by input, tap by tap; then what is added to each output. */
export interface LayerWeights {
  readonly step: number;
  readonly weights: readonly number[];
  readonly biases: readonly number[];
}
export type ShapeNetwork = readonly LayerWeights[];

export interface ShapeScorer {
  /** Log-odds for a pair of `template-pair`. */
  score(pair: Float32Array): number;
}

export function createShapeScorer(network: ShapeNetwork): ShapeScorer {
  const layers = shapeLayers.map((form, k) => {
    const { step = 0, weights = [], biases = [] } = network[k] ?? {};
    return {
      form,
      weights: Float32Array.from(weights, (weight) => weight * step),
      biases: Float32Array.from(biases),
      out: new Float32Array(form.outputs * form.made),
    };
  });
  return {
    score(pair) {
      let values = pair;
      layers.forEach(({ form, weights, biases, out }, k) => {
        convolve(form, values, weights, biases, out);
        if (k + 1 < layers.length) rectify(out);
        values = out;
      });
      return values[0] ?? 0;
    },
  };
}

/** Rows of `inputs` × `length` in, of `outputs` × `made` out. */
export function convolve(
  { inputs, outputs, taps, stride, padding, length, made }: Convolution,
  values: Float32Array,
  weights: Float32Array,
  biases: Float32Array,
  out: Float32Array,
): void {
  for (let o = 0; o < outputs; o++)
    for (let t = 0; t < made; t++) {
      const start = t * stride - padding;
      const first = Math.max(0, -start);
      const last = Math.min(taps, length - start);
      let sum = biases[o] ?? 0;
      for (let i = 0; i < inputs; i++) {
        const row = i * length + start;
        const filter = (o * inputs + i) * taps;
        for (let k = first; k < last; k++) sum += (values[row + k] ?? 0) * (weights[filter + k] ?? 0);
      }
      out[o * made + t] = sum;
    }
}

function rectify(values: Float32Array): void {
  for (let k = 0; k < values.length; k++) if ((values[k] ?? 0) < 0) values[k] = 0;
}

/** How much the network weighs beside the trees. */
const shapeShare = 0.2;

/** Log-odds of a ventricular beat, of what the trees and what the network say of it. */
export const ventricularOdds = (trees: number, shape: number): number =>
  (1 - shapeShare) * trees + shapeShare * shape;

/** Of each template the network is asked once. */
export function createTemplateOdds(
  network: ShapeNetwork,
  pairOf: (lead: number, template: number) => Float32Array,
): (lead: number, template: number) => number {
  const scorer = createShapeScorer(network);
  const known = new Map<number, number>();
  return (lead, template) => {
    const key = lead * 65536 + template;
    let odds = known.get(key);
    if (odds === undefined) known.set(key, (odds = scorer.score(pairOf(lead, template))));
    return odds;
  };
}
