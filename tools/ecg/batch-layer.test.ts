/**
 * Checks that the gradients of a layer are those of its outputs, by comparing them with the effect of a small change of
 * each number.
 */
import { expect, test } from 'vitest';
import { repeatable } from './altered-copies.ts';
import { backward, batchSize, createBatchLayer, foldedLayer, forward } from './batch-layer.ts';
import type { BatchLayer } from './batch-layer.ts';
import { convolve, prepare, put } from '@rhythmdesk/ecg/beats/shape-network';

const form = { inputs: 2, outputs: 3, taps: 3, stride: 2, padding: 1, length: 6, made: 3 };
const given = (seed: number, length: number): Float32Array => {
  const chance = repeatable(seed);
  return Float32Array.from({ length }, () => 2 * chance() - 1);
};
const inputs = given(1, form.inputs * form.length * batchSize);
/** Weights of the outputs in the loss, all different. */
const factors = given(2, form.outputs * form.made * batchSize);

function loss(layer: BatchLayer, rectify: boolean): number {
  const out = forward(layer, inputs, rectify);
  let sum = 0;
  for (let k = 0; k < out.length; k++) sum += (out[k] ?? 0) * (factors[k] ?? 0);
  return sum;
}

test.each([
  [true, false],
  [false, true],
])(
  'gradients of weights, biases, gains and inputs are correct, with norm: %s, rectified: %s',
  (normed, rectify) => {
    const layer = createBatchLayer(form, normed, repeatable(3));
    loss(layer, rectify);
    const back = backward(layer, factors, true);
    const parts: [string, Float32Array, Float32Array][] = [
      ['weights', layer.weights.values, layer.weights.slopes.slice()],
      ['biases', layer.biases.values, layer.biases.slopes.slice()],
      ['inputs', inputs, back],
    ];
    if (normed) parts.push(['gains', layer.gains.values, layer.gains.slopes.slice()]);
    const step = 0.001;
    for (const [name, values, slopes] of parts)
      for (const k of [0, 1, values.length - 1]) {
        const kept = values[k] ?? 0;
        values[k] = kept + step;
        const above = loss(layer, rectify);
        values[k] = kept - step;
        const below = loss(layer, rectify);
        values[k] = kept;
        const measured = (above - below) / (2 * step);
        expect(Math.abs((slopes[k] ?? NaN) - measured), `${name} ${String(k)}`).toBeLessThan(
          0.05 + 0.05 * Math.abs(measured),
        );
      }
  },
);

test('folded into weights of a byte, a trained layer gives nearly the same output', () => {
  const layer = createBatchLayer(form, true, repeatable(4));
  for (let k = 0; k < 100; k++) forward(layer, inputs, false);
  const { step, weights, biases } = foldedLayer(layer);
  const first = Float32Array.from(
    { length: form.inputs * form.length },
    (_, k) => inputs[k * batchSize] ?? 0,
  );
  const prepared = prepare(
    form,
    Float32Array.from(weights, (w) => w * step),
    Float32Array.from(biases),
  );
  put(prepared, first, false);
  const out = convolve(prepared).subarray(0, form.outputs * form.made);
  out.forEach((value, k) => {
    expect(Math.abs(value - (layer.out[k * batchSize] ?? NaN))).toBeLessThan(0.1);
  });
  expect(Math.max(...weights.map(Math.abs))).toBe(127);
});
