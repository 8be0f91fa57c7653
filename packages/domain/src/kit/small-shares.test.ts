import { expect, test } from 'vitest';
import { isBelowShown, leastPercent } from './small-shares.ts';

test('only a share above zero that rounds to 0 % is below what is shown', () => {
  expect([0, 0.000_16, 0.000_499, 0.0005, 0.2, 1].map((share) => isBelowShown(share, 1))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isBelowShown(0.000_16, 2)).toBe(false);
  expect(isBelowShown(0.004, 0)).toBe(true);
  expect(isBelowShown(-0.0001, 1)).toBe(false);
  expect([0, 1, 2].map(leastPercent)).toEqual([1, 0.1, 0.01]);
});
