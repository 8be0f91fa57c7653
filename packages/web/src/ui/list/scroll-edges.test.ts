// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { moreBeyond, watchEdges } from './scroll-edges.ts';

test.each([
  { scrollLeft: 0, scrollWidth: 300, more: 'none' },
  { scrollLeft: 0, scrollWidth: 400, more: 'right' },
  { scrollLeft: 50, scrollWidth: 400, more: 'both' },
  { scrollLeft: 100, scrollWidth: 400, more: 'left' },
  { scrollLeft: 99.5, scrollWidth: 400, more: 'left' },
])('scrolled by $scrollLeft of $scrollWidth there is more: $more', ({ more, ...frame }) => {
  expect(moreBeyond({ ...frame, clientWidth: 300 })).toBe(more);
});

test('a frame is marked at once and when it is scrolled, until it is left', () => {
  const frame = document.createElement('div');
  Object.defineProperties(frame, { scrollWidth: { value: 400 }, clientWidth: { value: 300 } });
  const leave = watchEdges(frame);
  expect(frame.dataset['more']).toBe('right');
  frame.scrollLeft = 100;
  frame.dispatchEvent(new Event('scroll'));
  expect(frame.dataset['more']).toBe('left');
  leave?.();
  frame.scrollLeft = 0;
  frame.dispatchEvent(new Event('scroll'));
  expect(frame.dataset['more']).toBe('left');
});
