import { expect, test } from 'vitest';
import { fittingColumns } from './fitting-columns.ts';

const columns = [
  { field: 'name', minWidth: 180 },
  { field: 'picture', width: 120 },
  { field: 'length', width: 80, minWidth: 80 },
  { field: 'due', width: 136 },
];
const shown = (roomPx: number, spare = ['picture', 'length']) =>
  fittingColumns(columns, spare, roomPx).map(({ field }) => field);

test('spare columns are left out one by one until the others fit', () => {
  expect(shown(516)).toEqual(['name', 'picture', 'length', 'due']);
  expect(shown(515)).toEqual(['name', 'length', 'due']);
  expect(shown(395)).toEqual(['name', 'due']);
});

test('if nothing helps, or nothing is spare, every column stays', () => {
  expect(shown(300)).toEqual(['name', 'picture', 'length', 'due']);
  expect(shown(400, [])).toEqual(['name', 'picture', 'length', 'due']);
});
