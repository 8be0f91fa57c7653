/** Checks that a rejected extreme is replaced by the next one: in the whole recording, in its hour and in the queue. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { extremeKeys } from '../labels/extreme-labels.ts';
import { handQuality, handTable } from '../rhythm/test-table.ts';
import type { ReadingEdit } from './edits.ts';
import { createReadingFigures } from './reading-figures.ts';
import { readExtremes } from './read-extremes.ts';
import { applyEdits } from './reading.ts';
import { logged } from './test-edits.ts';

const lengthS = 2 * 3600;
const options = { criteria: defaultCriteria, engine_version: 'e' };
const size = defaultCriteria.rate_intervals;

/**
 * Returns one beat per second; fast twice, the faster one by little; slow twice; long intervals at the border of the
 * hours and after it.
 */
function known() {
  const intervals = new Map<number, number>();
  const stretch = (from: number, rr: number): void => {
    for (let i = from; i < from + 2 * size; i++) intervals.set(i, rr);
  };
  stretch(100, 0.4);
  stretch(4000, 0.5);
  stretch(1000, 1.6);
  stretch(5000, 1.4);
  intervals.set(3000, 1.75).set(4500, 1.7);
  const at: number[] = [];
  for (let s = 0.5, i = 0; s < lengthS; s += intervals.get(i++) ?? 1) at.push(s);
  return { beats: handTable(at, 'N', lengthS), quality: handQuality(lengthS) };
}
const base = known();

function read(edits: readonly ReadingEdit[]) {
  const reading = applyEdits(base, logged(edits));
  const figures = createReadingFigures()(reading, options);
  const extremes = readExtremes(figures, reading);
  return {
    figures,
    extremes,
    now: (key: string) => extremes.find((one) => one.extreme === key && !one.rejected),
  };
}
const rejected = ({ extreme, sample }: ReturnType<typeof readExtremes>[number]): ReadingEdit => ({
  kind: 'judge_thing',
  thing: { of: 'extreme', extreme, sample },
  verdict: 'rejected',
});

test('the next longest, fastest and slowest replace rejected ones', () => {
  const before = read([]);
  const values = (of: typeof before) => extremeKeys.map((key) => of.now(key)?.value);
  expect(values(before)).toEqual([150, 38, 1752]);
  const edits = before.extremes.map(rejected);
  const after = read(edits);
  expect(after.now('longest_rr')?.value).toBe(1700);
  // Half of the stretch is left: the means that share no interval with the rejected one.
  expect(values(read([...edits, ...after.extremes.filter((one) => !one.rejected).map(rejected)]))[0]).toBe(
    120,
  );
  expect(after.figures.rate.mean_bpm).toBe(before.figures.rate.mean_bpm);
  expect(after.extremes.filter((one) => one.rejected)).toEqual(
    before.extremes
      .map((one) => ({ ...one, rejected: true }))
      .sort((a, b) => (a.extreme < b.extreme ? -1 : 1)),
  );
});

test('the hour has its next longest too, and undo restores the former', () => {
  const before = read([]);
  const longest = before.now('longest_rr');
  if (longest === undefined) throw new Error('no interval');
  const rows = ({ figures }: typeof before) => figures.hours.map(({ longest_rr_ms }) => longest_rr_ms);
  expect(rows(before)).toEqual([1752, 1700]);
  const edit = rejected(longest);
  expect(rows(read([edit]))).toEqual([1600, 1700]);
  expect(read([edit, { kind: 'undo', edit: 1 }])).toMatchObject({ figures: before.figures });
});

test('remaining extremes were not rejected and never exceed the former ones', () => {
  const order = { max_rate: -1, min_rate: 1, longest_rr: -1 } as const;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...extremeKeys), { maxLength: 12 }), (keys) => {
      const edits: ReadingEdit[] = [];
      for (const key of keys) {
        const was = read(edits);
        const one = was.now(key);
        if (one === undefined) return;
        edits.push(rejected(one));
        const next = read(edits).now(key);
        expect(next?.sample).not.toBe(one.sample);
        if (next !== undefined) expect(order[key] * (next.value - one.value)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 20 },
  );
});
