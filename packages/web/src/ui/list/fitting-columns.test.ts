import { expect, test } from 'vitest';
import { fittingColumns, spreadColumns } from './fitting-columns.ts';

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

const wide = [
  { field: 'name', minWidth: 150, flex: 1 },
  { field: 'mark', width: 40 },
  { field: 'length', width: 80 },
  { field: 'due', width: 130 },
];
const widths = (roomPx: number) => spreadColumns(wide, roomPx).map(({ width }) => width);

test('in a wide list a growing column leaves room to the other columns of text', () => {
  expect(widths(600)).toEqual([undefined, 40, 80, 130]);
  expect(widths(800)).toEqual([undefined, 40, 130, 180]);
});

test('columns that do not grow stay as they are', () => {
  const [, ...fixed] = wide;
  expect(spreadColumns(fixed, 2000)).toEqual(fixed);
});
