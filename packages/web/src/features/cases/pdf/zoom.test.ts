import { expect, test } from 'vitest';
import { pageAt, pixelsPerPoint, zoomOf, zoomStep, zoomSteps } from './zoom.ts';

const a4 = { width: 595, height: 842 };

test('a fitted page fills the width, a whole one fits in both directions', () => {
  const room = { width: 793.33, height: 561.33 };
  expect(zoomOf('fit-width', a4, room)).toBeCloseTo(1, 2);
  expect(zoomOf('fit-page', a4, room)).toBeCloseTo(0.5, 2);
  expect(pixelsPerPoint(1)).toBeCloseTo(4 / 3);
});

test('zoom stays within its steps', () => {
  expect(zoomOf('fit-width', a4, { width: 1, height: 1 })).toBe(0.25);
  expect(zoomOf(99, a4, a4)).toBe(4);
  expect(zoomStep(4, 1)).toBe(4);
  expect(zoomStep(0.25, -1)).toBe(0.25);
});

test('a step goes to the next one, also from between', () => {
  expect(zoomStep(1, 1)).toBe(1.1);
  expect(zoomStep(0.97, 1)).toBe(1);
  expect(zoomStep(0.97, -1)).toBe(0.9);
  for (const [index, step] of zoomSteps.entries()) expect(zoomStep(step, 1)).toBe(zoomSteps[index + 1] ?? 4);
});

test('the page in view is the one under the middle', () => {
  const tops = [16, 1000, 2000];
  expect(pageAt(tops, 0, 600)).toBe(1);
  expect(pageAt(tops, 750, 600)).toBe(2);
  expect(pageAt(tops, 9000, 600)).toBe(3);
  expect(pageAt([], 0, 600)).toBe(1);
});
