import { expect, test } from 'vitest';
import { testDesk } from './test-desk.ts';
import { toolState } from './tool-state.ts';

test('a tool keeps its state at the same desk, and has another at another desk', () => {
  const countOf = toolState(() => ({ count: 0 }));
  const desk = testDesk();
  countOf(desk).count = 3;
  const drawnAgain = { ...desk, writes: false };
  expect(countOf(drawnAgain).count).toBe(3);
  expect(countOf(testDesk()).count).toBe(0);
});

test('each tool has its own state', () => {
  const [first, second] = [toolState(() => ({})), toolState(() => ({}))];
  const desk = testDesk();
  expect(first(desk)).not.toBe(second(desk));
});
