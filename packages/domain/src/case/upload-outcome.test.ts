import { expect, test } from 'vitest';
import { arrivedPercent, duplicateCode, outcomeOf, uploadOutcomes, uploadStates } from './upload-outcome.ts';

test('only a refusal for a taken HN ID is a duplicate', () => {
  expect(outcomeOf('refused', duplicateCode)).toBe('duplicate');
  expect(outcomeOf('refused', 'upload/summary-number')).toBe('refused');
  for (const state of uploadStates) expect(uploadOutcomes).toContain(outcomeOf(state, null));
});

test('the received share is a whole number, and 100 only at the end', () => {
  expect(arrivedPercent(0, 10)).toBe(0);
  expect(arrivedPercent(999, 1000)).toBe(99);
  expect(arrivedPercent(1000, 1000)).toBe(100);
  expect(arrivedPercent(0, 0)).toBe(0);
});
