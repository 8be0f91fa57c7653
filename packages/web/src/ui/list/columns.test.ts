import { expect, test } from 'vitest';
import { knownColumns, moveColumn } from './columns.ts';

const all = ['hn_id', 'status', 'sparkline'] as const;

test('unknown and repeated columns are dropped, the fixed one always stays', () => {
  expect(knownColumns(['status', 'nothing', 'status'], all, 'hn_id')).toEqual(['hn_id', 'status']);
  expect(knownColumns(['status', 'hn_id'], all, 'hn_id')).toEqual(['status', 'hn_id']);
});

test('a column moves by one position and not over an end', () => {
  expect(moveColumn(['hn_id', 'status', 'sparkline'], 'sparkline', -1)).toEqual([
    'hn_id',
    'sparkline',
    'status',
  ]);
  expect(moveColumn(['hn_id', 'status'], 'status', 1)).toEqual(['hn_id', 'status']);
  expect(moveColumn(['hn_id'], 'status', 1)).toEqual(['hn_id']);
});
