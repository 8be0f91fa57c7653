import type { ReadFinding } from '@rhythmdesk/ecg/reading/reading-figures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingItems, findingOrders, ordersOf, sortFindings } from './finding-items.ts';
import type { FindingRow } from './finding-rows.ts';

const hz = 250;
const episodes = [
  { kind: 'af' as const, start_sample: 0, end_sample: 2500, beats: 20, bpm: 120 },
  { kind: 'pause' as const, start_sample: 3000, end_sample: 3600, beats: 2, bpm: null },
  { kind: 'af' as const, start_sample: 5000, end_sample: 12_500, beats: 50, bpm: 100 },
];
const beats = {
  sample: Uint32Array.from([100, 300, 2000, 6000, 7000]),
  class: new Uint8Array(5),
  confidence: Uint8Array.from([255, 255, 0, 255, 255]),
  counted: Uint32Array.from([0, 1, 2, 3, 4]),
};
const af: FindingRow = {
  kind: 'af',
  count: 2,
  seconds: 40,
  share: null,
  places: { starts: [0, 5000], ends: [2500, 12_500] },
};

const noReading = () => null;
const finding: Omit<ReadFinding, 'certainty'> = {
  kind: 'af',
  start_sample: 0,
  end_sample: 2500,
  beats: 20,
  bpm: 120,
  state: 'open',
  shape: null,
};

test('an episode has its length, rate and certainty', () => {
  const findingOf = (_kind: string, start: number) => ({ ...finding, certainty: start === 0 ? 2 / 3 : 1 });
  const items = findingItems(af, { episodes }, beats, hz, findingOf);
  expect(items.map(({ index, seconds, bpm }) => [index, seconds, bpm])).toEqual([
    [0, 10, 120],
    [1, 30, 100],
  ]);
  expect(items.map(({ certainty }) => certainty)).toEqual([2 / 3, 1]);
  const orders = findingOrders.map((order) => sortFindings(items, order).map(({ index }) => index));
  expect(orders).toEqual([
    [0, 1],
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
});

test('without a reading the certainty is the mean of the beats, and none of fibrillation', () => {
  const vt = { ...af, kind: 'vt' } as const;
  const runs = episodes.map((one) => ({ ...one, kind: 'vt' as const })).slice(0, 1);
  expect(findingItems(vt, { episodes: runs }, beats, hz, noReading)).toMatchObject([{ certainty: 2 / 3 }]);
  expect(findingItems(af, { episodes }, beats, hz, noReading)).toMatchObject([
    { certainty: null },
    { certainty: null },
  ]);
});

test('a beat has the rate of the interval before it, and no length to sort by', () => {
  const row: FindingRow = { ...af, kind: 'v_beat', places: { starts: [300, 2000], ends: null } };
  const items = findingItems(row, { episodes }, beats, hz, noReading);
  expect(items.map(({ bpm }) => bpm)).toEqual([75, (60 * hz) / 1700]);
  expect(ordersOf(items)).toEqual(['time', 'rate', 'certainty']);
  expect(ordersOf(findingItems(row, { episodes }, undefined, hz, noReading))).toEqual(['time']);
});

test('sorting keeps every position, and missing values come last', () => {
  const value = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, fc.nat(1000))), fc.constantFrom(...findingOrders), (list, order) => {
      const items = list.map(([one, start], index) => ({
        index,
        start,
        end: start,
        seconds: one,
        bpm: one,
        certainty: one,
      }));
      const sorted = sortFindings(items, order);
      expect(new Set(sorted)).toEqual(new Set(items));
      if (order === 'time') return;
      const firstEmpty = sorted.findIndex(({ bpm }) => bpm === null);
      expect(firstEmpty === -1 || sorted.slice(firstEmpty).every(({ bpm }) => bpm === null)).toBe(true);
    }),
  );
});
