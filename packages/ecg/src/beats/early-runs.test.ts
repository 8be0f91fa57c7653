import { expect, test } from 'vitest';
import { addRow, createBeatColumns, noLead } from './beat-columns.ts';
import { findEarlyRuns } from './early-runs.ts';
import { createIntervalContext } from './interval-context.ts';

function contextOf(intervalsS: readonly number[], odd: readonly number[] = []) {
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
  return createIntervalContext(columns, flags);
}
function runsOf(intervalsS: readonly number[], odd: readonly number[] = []) {
  const p = (): number => 90;
  const { start, end, onset, finish, step, high } = findEarlyRuns(contextOf(intervalsS, odd), p, p);
  return Array.from(start, (first, k) => ({
    start: first,
    end: end[k],
    onset: onset[k],
    finish: finish[k],
    step: step[k],
    high: high[k],
  }));
}
const many = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

test('a run of early beats is one run of any length, with a sudden onset', () => {
  const [run, ...others] = runsOf([...many(0.8, 60), ...many(0.45, 90), ...many(0.8, 60)]);
  expect(others).toEqual([]);
  expect([run?.start, run?.end]).toEqual([60, 149]);
  expect(run?.onset).toBeLessThan(-0.5);
});

test('a run that reaches its rate among single early beats is as sudden as one that begins at once', () => {
  const begin = [0.87, 0.65, 0.57, 0.78, 0.63, 0.52, 0.51];
  const [run] = runsOf([...many(0.9, 60), ...begin, ...many(0.48, 60), ...many(0.9, 60)]);
  expect(run?.step).toBeLessThan(-0.5);
  const slowly = Array.from({ length: 40 }, (_, i) => 0.78 - 0.0075 * i);
  const [effort] = runsOf([...many(0.9, 60), ...slowly, ...many(0.48, 60), ...many(0.9, 60)]);
  expect(effort?.step ?? 0).toBeGreaterThan(-0.35);
});

test('a recording that ends within a run recognises it from the beats before', () => {
  const intervals = [...many(0.9, 100), ...many(0.5, 100)];
  const { baselineBack } = contextOf(intervals);
  expect(baselineBack[150]).toBeCloseTo(0.9, 1);
  expect(baselineBack[50]).toBeCloseTo(0.9, 1);
  const [run] = runsOf(intervals);
  expect(run?.end).toBe(199);
  expect(run?.finish).toBe(run?.step);
  expect(run?.high).toBeCloseTo(0.9, 1);
});

test('a heart that accelerates slowly makes no run', () => {
  const faster = Array.from({ length: 120 }, (_, i) => 0.9 - 0.003 * i);
  expect(runsOf([...many(0.9, 40), ...faster])).toEqual([]);
});

test('the pause after a ventricular beat is not the usual rhythm: the beats between two are not early', () => {
  const bigeminy = Array.from({ length: 40 }, () => [0.5, 1.3]).flat();
  const odd = bigeminy.map((_, i) => 40 + i).filter((i) => (i - 40) % 2 === 0);
  const runs = runsOf([...many(0.9, 40), ...bigeminy, ...many(0.9, 40)], odd);
  expect(runs.every((run) => odd.includes(run.start) && run.end === run.start)).toBe(true);
});
