import { expect, test } from 'vitest';
import { classTables, intervalsOf } from './class-counts.ts';
import type { ClassCounts, CountedSet, RecordCounts } from './class-counts.ts';

const none: ClassCounts = [0, 0, 0];
const record = (name: string, v: ClassCounts, s = none): RecordCounts => ({ name, v, s });
const setOf = (records: readonly RecordCounts[]): CountedSet => ({
  name: 'mitdb_first',
  without: 'mitdb_first_without',
  records,
});

test('totals, and the same without the record with the most beats of the class', () => {
  const records = [
    record('a', [90, 100, 90], [1, 20, 2]),
    record('b', [10, 20, 40], [10, 10, 10]),
    record('c', [5, 5, 5]),
  ];
  expect(classTables({ trained_classes: [setOf(records)], unseen: [] }).trained_classes).toEqual([
    {
      name: 'mitdb_first',
      cells: [
        [105, 125, 105, 135],
        [11, 30, 11, 12],
        [333, 333],
        [91, 91],
      ],
    },
    {
      name: 'mitdb_first_without',
      cells: [
        [15, 25, 15, 45],
        [10, 10, 10, 10],
        [333, 333],
        [1000, 1000],
      ],
    },
  ]);
});

test('an interval contains its figure, is the same each time, and is one point for equal records', () => {
  const equal = Array.from({ length: 20 }, (): ClassCounts => [8, 10, 16]);
  expect(intervalsOf(equal)).toEqual([
    [0.8, 0.8],
    [0.5, 0.5],
    [16 / 26, 16 / 26],
    [16 / 26, 16 / 26],
  ]);
  const mixed = Array.from({ length: 20 }, (_, k): ClassCounts => [k + 10, 40, 40]);
  const [sensitivity] = intervalsOf(mixed);
  expect(sensitivity).toEqual(intervalsOf(mixed)[0]);
  expect(sensitivity?.[0]).toBeLessThan(19.5 / 40);
  expect(sensitivity?.[1]).toBeGreaterThan(19.5 / 40);
  // Half of the width is about two standard errors of the mean: 2 × 5.77 / √20 of 40 beats.
  expect((sensitivity?.[1] ?? 0) - (sensitivity?.[0] ?? 0)).toBeCloseTo((4 * 5.77) / Math.sqrt(20) / 40, 1);
});

test('intervals are rows of the same names', () => {
  const same = setOf([record('a', [9, 10, 10]), record('b', [9, 10, 10])]);
  const rows = classTables({ trained_classes: [], unseen: [same] }).unseen_intervals;
  expect(rows.map(({ name }) => name)).toEqual(['mitdb_first', 'mitdb_first_without']);
  expect(rows[0]?.cells[0]).toEqual([9000, 9000, 9000, 9000]);
  expect(rows[0]?.cells[2]).toEqual([900, 900, 900, 900]);
});
