import { expect, test } from 'vitest';
import {
  convolve,
  createShapeScorer,
  createTemplateOdds,
  prepare,
  put,
  shapeLayers,
  ventricularOdds,
} from './shape-network.ts';
import type { ShapeNetwork } from './shape-network.ts';
import { pairLength } from './template-pair.ts';

/** Makes a network in which every filter takes only the middle tap of its first input. */
const middles = (factor: number): ShapeNetwork =>
  shapeLayers.map(({ inputs, outputs, taps }) => ({
    step: factor / 100,
    weights: Array.from({ length: outputs * inputs * taps }, (_, k) =>
      k % (inputs * taps) === taps >> 1 ? 100 : 0,
    ),
    biases: new Array<number>(outputs).fill(0),
  }));

test('a convolution weighs the samples around each kept one, with zeros before the first and after the last', () => {
  const form = { inputs: 1, outputs: 2, taps: 3, stride: 2, padding: 1, length: 5, made: 3 };
  const layer = prepare(form, Float32Array.from([1, 10, 100, 0, 0, -1]), Float32Array.from([0, 0.5]));
  put(layer, [1, 2, 3, 4, 5], false);
  expect([...convolve(layer)].slice(0, 6)).toEqual([210, 432, 54, -1.5, -3.5, 0.5]);
  put(layer, [-1, 2, -3, -4, 5], true);
  expect([...convolve(layer)].slice(0, 6)).toEqual([200, 2, 50, -1.5, 0.5, 0.5]);
});

test('each layer gets the output of the one before', () => {
  for (const [k, form] of shapeLayers.entries()) {
    const before = shapeLayers[k - 1];
    if (before) expect(before.outputs * before.made).toBe(form.inputs * form.length);
  }
  expect(shapeLayers[0]?.inputs).toBe(2);
  expect(shapeLayers.at(-1)?.made).toBe(1);
});

test('the odds are those of the samples that pass the filters; negative values stop at each layer', () => {
  const pair = new Float32Array(pairLength);
  // Three layers of stride two, then the fourth of six samples.
  pair[24] = 5;
  expect(createShapeScorer(middles(1)).score(pair)).toBeCloseTo(5, 4);
  expect(createShapeScorer(middles(0.5)).score(pair)).toBeCloseTo(5 / 32, 4);
  expect(createShapeScorer(middles(1)).score(pair.map((value) => -value))).toBeCloseTo(0, 6);
});

test('a template is evaluated once, however many beats it has', () => {
  const evaluated: string[] = [];
  const odds = createTemplateOdds(middles(1), (lead, template) => {
    evaluated.push(`${lead}:${template}`);
    return new Float32Array(pairLength).fill(template);
  });
  expect([odds(0, 3), odds(0, 3), odds(1, 3), odds(0, 4)]).toEqual([3, 3, 3, 4]);
  expect(evaluated).toEqual(['0:3', '1:3', '0:4']);
});

test('a beat that trees and network call ventricular is so for both, and one of them alone weighs less', () => {
  expect(ventricularOdds(2, 2)).toBeCloseTo(2);
  expect(ventricularOdds(2, -2)).toBeGreaterThan(ventricularOdds(-2, 2));
  expect(ventricularOdds(2, -2)).toBeLessThan(2);
});
