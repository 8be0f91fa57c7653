import { expect, test } from 'vitest';
import { dueAt, dueSoonMs } from './due.ts';

test('a passed due time is over by the passed time', () => {
  expect(dueAt(1_000, 61_000)).toEqual({ kind: 'over', spanMs: 60_000 });
});

test('soon begins below four hours', () => {
  expect(dueAt(dueSoonMs, 0).kind).toBe('later');
  expect(dueAt(dueSoonMs - 1, 0).kind).toBe('soon');
  expect(dueAt(5, 5)).toEqual({ kind: 'soon', spanMs: 0 });
});
