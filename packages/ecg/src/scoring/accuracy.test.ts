import { expect, test } from 'vitest';
import { accuracyCell, accuracyColumns, accuracyTableKeys, accuracyTables } from './accuracy.ts';
import { accuracyFigures } from './accuracy-figures.ts';

test('a cell is written by its column', () => {
  expect(accuracyCell('qrs', [999, 1000, 0, 0])).toBe('99.90 / –');
  expect(accuracyCell('run_sensitivity', [3, 4])).toBe('75.00 (4)');
  expect(accuracyCell('false_v', [3, 400])).toBe('7.5 (400)');
  expect(accuracyCell('false_v', [0, 0])).toBe('–');
  expect(accuracyCell('episodes', [2, 3])).toBe('2 / 3');
  expect(accuracyCell('offset', [-2, -10, 4])).toBe('−2 (−10 … 4)');
  expect(accuracyCell('v_range', [9512, 9931, 8000, 9750])).toBe('95.1 … 99.3 / 80.0 … 97.5');
  expect(accuracyCell('s_records_range', [701, 850, 52, 318])).toBe('0.70 … 0.85 (0.05 … 0.32)');
  expect(accuracyCell('f1', [90, 10, 10])).toBe('0.900');
  expect(accuracyCell('missed', [12])).toBe('12');
  expect(accuracyCell('wrong_per_day', [5, 8 * 3600])).toBe('15.0 (8 h)');
});

test('the stored figures have a number for every cell of every table', () => {
  const wanted = {
    percent: 2,
    share: 2,
    ratio: 2,
    pair: 4,
    spread: 3,
    f1: 3,
    f1_spread: 2,
    pair_range: 4,
    f1_range: 4,
    per_mille: 2,
    per_day: 2,
    count: 1,
  };
  for (const key of accuracyTableKeys) {
    const columns = accuracyTables[key];
    expect(accuracyFigures.tables[key].length, key).toBeGreaterThan(0);
    for (const { name, cells } of accuracyFigures.tables[key]) {
      const sizes = cells.map((cell) => cell.filter(Number.isFinite).length);
      expect(sizes, `${key} ${name}`).toEqual(columns.map((column) => wanted[accuracyColumns[column]]));
    }
  }
});
