import { expect, test } from 'vitest';
import { addRow, createBeatColumns, noLead } from './beat-columns.ts';
import { findEarlyRuns } from './early-runs.ts';
import { createIntervalContext } from './interval-context.ts';

function runsOf(intervalsS: readonly number[], odd: readonly number[] = []) {
  const columns = createBeatColumns(16);
  let at = 0;
  for (const interval of intervalsS) {
    at += 250 * interval;
    const i = addRow(columns);
    columns.peak[i] = at;
    columns.other_lead[i] = noLead;
  }
  const n = columns.count;
  const flags = Uint8Array.from({ length: n }, (_, i) => (odd.includes(i) ? 1 : 0));
  const p = (): number => 90;
  const { start, end, onset } = findEarlyRuns(createIntervalContext(columns, flags), p, p);
  return start.map((first, k) => ({ start: first, end: end[k], onset: onset[k] }));
}
const many = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

test('a run of early beats is one run however long, with a sudden onset', () => {
  const [run, ...others] = runsOf([...many(0.8, 60), ...many(0.45, 90), ...many(0.8, 60)]);
  expect(others).toEqual([]);
  expect([run?.start, run?.end]).toEqual([60, 149]);
  expect(run?.onset).toBeLessThan(-0.5);
});

test('a heart that goes faster little by little makes no run', () => {
  const faster = Array.from({ length: 120 }, (_, i) => 0.9 - 0.003 * i);
  expect(runsOf([...many(0.9, 40), ...faster])).toEqual([]);
});

test('the pause after a ventricular beat is not the own rhythm: the beats between two are not early', () => {
  const bigeminy = Array.from({ length: 40 }, () => [0.5, 1.3]).flat();
  const odd = bigeminy.map((_, i) => 40 + i).filter((i) => (i - 40) % 2 === 0);
  const runs = runsOf([...many(0.9, 40), ...bigeminy, ...many(0.9, 40)], odd);
  expect(runs.every((run) => odd.includes(run.start) && run.end === run.start)).toBe(true);
});
