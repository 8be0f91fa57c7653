import { expect, test } from 'vitest';
import { pauseAfter } from './partner-messages.ts';

test('the pause between attempts doubles up to ten minutes', () => {
  expect([1, 2, 3, 4].map(pauseAfter)).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect([8, 9, 1000].map(pauseAfter)).toEqual([600_000, 600_000, 600_000]);
});
