/** Checks the strips of extremes: they show their extreme, and follow the reading. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import type { ReadingEdit } from './edits.ts';
import { type ExtremeBasket, extremeEdits, extremesOf, extremeStanding } from './extreme-strips.ts';
import { createReadingFigures } from './reading-figures.ts';
import { applyEdits } from './reading.ts';
import { anyEdit, hz, logged, testBase } from './test-edits.ts';

const base = testBase();
const options = { criteria: defaultCriteria, engine_version: 'test' };

function basketOf(edits: readonly ReadingEdit[]): ExtremeBasket {
  const reading = applyEdits(base, logged(edits));
  const { rate } = createReadingFigures()(reading, options);
  const { samples, sampling_hz, length } = reading.beats;
  return { strips: reading.strips, rates: rate, beats: samples, sampling_hz, length, leadOf: () => 1 };
}

test('one click adds each extreme once, completely, with the longest interval measured', () => {
  const made = extremeEdits(basketOf([]));
  const { strips, rates, beats } = basketOf(made);
  expect(strips.map(({ shows, order }) => [shows?.extreme, order])).toEqual([
    ['max_rate', 1],
    ['min_rate', 2],
    ['longest_rr', 3],
  ]);
  for (const { shows, start_sample, end_sample } of strips) {
    expect(end_sample - start_sample).toBeGreaterThanOrEqual(6 * hz - 1);
    expect([start_sample <= (shows?.sample ?? -1), (shows?.sample ?? 1e9) <= end_sample]).toEqual([
      true,
      true,
    ]);
  }
  const at = rates.longest_rr?.sample ?? 0;
  const to_sample = beats[Array.from(beats).indexOf(at) + 1];
  expect(strips[2]?.marks).toEqual([{ of: 'caliper', lead: 1, sample: at, to_sample }]);
  expect(strips[2]?.shows?.value).toBe(Math.round((1000 * ((to_sample ?? 0) - at)) / hz));
});

test('a strip of a rejected extreme says so, and one click moves it', () => {
  const kept = extremeEdits(basketOf([]));
  const before = basketOf(kept);
  const longest = before.strips.find(({ shows }) => shows?.extreme === 'longest_rr')?.shows;
  if (longest === undefined) throw new Error('no longest interval was kept');
  const added: ReadingEdit = { kind: 'add_beat', sample: longest.sample + 110, label: 'N' };
  const after = basketOf([...kept, added]);
  const found = extremesOf(after.rates);
  const now = found.find(({ extreme }) => extreme === 'longest_rr');
  expect(extremeStanding(longest, found)).toEqual({ stands: false, now });
  const moved = basketOf([...kept, added, ...extremeEdits(after)]);
  expect(moved.strips).toHaveLength(3);
  expect(moved.strips.find(({ shows }) => shows?.extreme === 'longest_rr')).toMatchObject({
    order: 3,
    caption: '',
    shows: { sample: now?.sample, value: now?.value },
  });
});

test('after any edits one click is enough, and no other strip is changed', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 30 }), (edits) => {
      const before = basketOf(edits);
      const pressed = extremeEdits(before);
      const after = basketOf([...edits, ...pressed]);
      expect(extremeEdits(after)).toEqual([]);
      const others = ({ strips }: ExtremeBasket) => strips.filter(({ shows }) => shows === undefined);
      expect(others(after)).toEqual(others(before));
    }),
    { numRuns: 60 },
  );
});

test('without a rate nothing is added', () => {
  const rates = { min: null, max: null, longest_rr: null };
  expect(extremeEdits({ ...basketOf([]), rates })).toEqual([]);
});
