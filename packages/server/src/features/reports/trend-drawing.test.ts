import { expect, test } from 'vitest';
import { atrialLane } from './trend-drawing.ts';

test.each([
  [[], 'AF'],
  [['vt', 'noise'], 'AF'],
  [['af'], 'AF'],
  [['afl'], 'AFL'],
  [['afl', 'af'], 'AF·AFL'],
] as const)('the lane below the trend of %j is named %s', (kinds, name) => {
  expect(atrialLane(kinds.map((kind) => ({ kind }))).name).toBe(name);
});
