import { expect, test } from 'vitest';
import type { FindingRow } from './finding-rows.ts';
import { nextOpen } from './use-judging.ts';

const row: FindingRow = {
  kind: 'af',
  count: 4,
  seconds: 40,
  share: null,
  places: { starts: [10, 20, 30, 40], ends: [15, 25, 35, 45] },
};

test('accepting opens the next open finding of the kind, wrapping at the end', () => {
  const judged = new Set([30]);
  const stateOf = (_: string, start: number) => (judged.has(start) ? 'accepted' : 'open');
  expect(nextOpen(row, 1, stateOf)).toBe(3);
  expect(nextOpen(row, 3, stateOf)).toBe(0);
  for (const start of [10, 20, 40]) judged.add(start);
  expect(nextOpen(row, 1, stateOf)).toBe(-1);
});
