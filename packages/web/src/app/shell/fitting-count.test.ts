import { expect, test } from 'vitest';
import { fittingCount } from './fitting-count.ts';

test('all entries are shown if they fit; otherwise the menu needs its place too', () => {
  const widths = [60, 50, 70, 80];
  expect(fittingCount(widths, 40, 260)).toBe(4);
  expect(fittingCount(widths, 40, 259.7)).toBe(4);
  expect(fittingCount(widths, 40, 259)).toBe(3);
  expect(fittingCount(widths, 40, 220)).toBe(3);
  expect(fittingCount(widths, 40, 219)).toBe(2);
  expect(fittingCount(widths, 40, 90)).toBe(0);
  expect(fittingCount(widths, 40, 0)).toBe(0);
  expect(fittingCount([], 40, 0)).toBe(0);
});
