import { expect, test } from 'vitest';
import { moveColumn, shownColumns } from './column-table.ts';

test('unknown and repeated columns are dropped, the HN ID always stands', () => {
  expect(shownColumns(['status', 'nothing', 'status'])).toEqual(['hn_id', 'status']);
  expect(shownColumns(['status', 'hn_id'])).toEqual(['status', 'hn_id']);
});

test('a column moves by one place and not over an end', () => {
  expect(moveColumn(['hn_id', 'status', 'glyph'], 'glyph', -1)).toEqual(['hn_id', 'glyph', 'status']);
  expect(moveColumn(['hn_id', 'status'], 'status', 1)).toEqual(['hn_id', 'status']);
  expect(moveColumn(['hn_id'], 'status', 1)).toEqual(['hn_id']);
});
