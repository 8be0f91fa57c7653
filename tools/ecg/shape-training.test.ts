import { createShapeScorer } from '@rhythmdesk/ecg/beats/shape-network';
import { pairOf, viewLength, viewOf } from '@rhythmdesk/ecg/beats/template-pair';
import { expect, test } from 'vitest';
import { repeatable } from './altered-copies.ts';
import { shapeModelText } from './write-model.ts';
import { learnShapeNetwork } from './shape-training.ts';
import type { ShapeExamples } from './shape-training.ts';

const wave = (width: number, height: number): Float32Array =>
  viewOf(
    Float32Array.from({ length: 2 * viewLength }, (_, k) => height * Math.exp(-(((k - 42) / width) ** 2))),
  );

/**
 * Returns wide beats as examples for the class, and beats as wide as the dominant one against it, of many sizes and
 * both polarities.
 */
function examples(seed: number): ShapeExamples {
  const chance = repeatable(seed);
  const pairs = Array.from({ length: 120 }, (_, k) => {
    const dominant = 2 + 2 * chance();
    const width = k % 2 === 0 ? dominant * (2.2 + chance()) : dominant * (0.8 + 0.4 * chance());
    return pairOf(wave(width, chance() < 0.5 ? -80 : 120), wave(dominant, 100));
  });
  return {
    pairs,
    for: Float64Array.from(pairs, (_, k) => Number(k % 2 === 0)),
    against: Float64Array.from(pairs, (_, k) => Number(k % 2 === 1)),
  };
}

test('beats wider than the dominant one are distinguished from others, on beats not used for training', () => {
  const scorer = createShapeScorer(learnShapeNetwork(examples(1), { steps: 60 }));
  const { pairs } = examples(2);
  const right = pairs.filter((pair, k) => scorer.score(pair) > 0 === (k % 2 === 0)).length;
  expect(right).toBeGreaterThan(110);
});

test('the same examples give the same network, bit for bit; another seed gives another one', () => {
  const text = (seed?: number): string =>
    shapeModelText(
      'a',
      'b',
      learnShapeNetwork(examples(1), { steps: 3, ...(seed !== undefined && { seed }) }),
    );
  expect(text()).toBe(text());
  expect(text(7)).not.toBe(text());
});

test('examples of only one kind are refused', () => {
  const one = examples(1);
  expect(() => learnShapeNetwork({ ...one, for: new Float64Array(120) })).toThrow('one kind alone');
});
