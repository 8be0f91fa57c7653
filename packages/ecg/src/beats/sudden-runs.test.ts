import { expect, test } from 'vitest';
import { createBeatColumns, noLead } from './beat-columns.ts';
import { suddenRuns } from './sudden-runs.ts';

const repeated = (interval: number, count: number): number[] => new Array<number>(count).fill(interval);

/** Returns the beats marked in a rhythm; the detector's odds and the likeness are those of every beat. */
function marked(rr: readonly number[], odds = 100, likeness = 95): number[] {
  const columns = createBeatColumns(rr.length, false);
  columns.odds.fill(odds);
  columns.shape.fill(likeness);
  columns.other_lead = new Uint8Array(rr.length).fill(noLead);
  return [...suddenRuns(Float32Array.from(rr), columns)].flatMap((mark, i) => (mark === 1 ? [i] : []));
}
const range = (from: number, until: number): number[] =>
  Array.from({ length: until - from }, (_, k) => from + k);

test('a fast steady run after a jump is marked from its first beat to its last, however long it is', () => {
  const rr = [...repeated(0.8, 40), ...repeated(0.42, 900), ...repeated(0.8, 40)];
  expect(marked(rr)).toEqual(range(40, 940));
});

test('a run that lasts to the end of the recording, and one with single early beats in it', () => {
  const run = repeated(0.42, 60);
  run[30] = 0.3;
  run[31] = 0.55;
  expect(marked([...repeated(0.8, 40), ...run])).toEqual(range(40, 100));
});

test('a run at twice the rate of a slower rhythm that lasted is marked', () => {
  expect(marked([...repeated(0.8, 60), ...repeated(0.4, 60), ...repeated(0.8, 40)])).toEqual(range(60, 120));
});

test('a run that begins again after a few beats of the slower rhythm is marked again', () => {
  const run = repeated(0.42, 80);
  const rr = [...repeated(0.8, 40), ...run, ...repeated(0.8, 14), ...run, ...repeated(0.8, 40)];
  expect(marked(rr)).toEqual([...range(40, 120), ...range(134, 214)]);
});

test.each([
  [
    'a gradual acceleration',
    [...repeated(0.8, 40), ...range(0, 40).map((k) => 0.8 - 0.01 * k), ...repeated(0.4, 60)],
  ],
  ['a run below 100 a minute', [...repeated(1.2, 40), ...repeated(0.7, 60)]],
  ['a run at the start', [...repeated(0.42, 60), ...repeated(0.8, 40)]],
  ['fewer than ten beats', [...repeated(0.8, 40), ...repeated(0.42, 9), ...repeated(0.8, 40)]],
  ['an irregular rhythm', [...repeated(0.8, 40), ...range(0, 80).map((k) => 0.36 + 0.12 * ((k * 7) % 3))]],
  [
    'conduction that changes between 2:1 and 1:1',
    [...range(0, 40).map((k) => (k % 2 === 0 ? 0.38 : 0.76)), ...repeated(0.38, 60)],
  ],
  [
    'a fast rhythm that was conducted 2:1 for a while, or of which every other beat was missed',
    [...repeated(0.38, 80), ...repeated(0.76, 16), ...repeated(0.38, 900)],
  ],
  [
    'a fast rhythm that was conducted 1:1 to 4:1',
    [
      ...range(0, 80).map((k) => 0.38 * ([1, 2, 3, 1, 2, 2, 1, 4, 2, 2, 3, 2][k % 12] ?? 1)),
      ...repeated(0.38, 900),
    ],
  ],
  ['the same where the recording begins so', [...repeated(0.76, 20), ...repeated(0.38, 900)]],
])('%s is no such run', (_, rr) => {
  expect(marked(rr)).toEqual([]);
});

test('beats that the detector doubts, or of another shape, are no run', () => {
  const rr = [...repeated(0.8, 40), ...repeated(0.42, 60), ...repeated(0.8, 40)];
  expect(marked(rr, 20)).toEqual([]);
  expect(marked(rr, 100, 60)).toEqual([]);
});
