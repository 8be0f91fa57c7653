import { expect, test } from 'vitest';
import { historyQueryOf, historySchema, isFiltered, nextSort } from './history-state.ts';

const today = '2026-11-20';

test('an empty URL requests the last 30 days, newest first, a hundred a page', () => {
  expect(historyQueryOf(historySchema.parse({}), today)).toEqual({
    from_time: '2026-10-22',
    to_time: today,
    outcome: [],
    user_id: [],
    sort: '-created_at',
    page: 1,
    size: 100,
  });
});

test('a complete HN ID is requested without a period', () => {
  const query = historyQueryOf(historySchema.parse({ q: 'hn-26k-05371', from_time: '2026-01-01' }), today);
  expect(query).not.toHaveProperty('from_time');
  expect(query.q).toBe('hn-26k-05371');
});

test('invalid values of the URL fall back', () => {
  const state = historySchema.parse({ outcome: 'lost', user_id: ['x'], sort: 'patient', page: '-1' });
  expect(state).toMatchObject({ outcome: [], user_id: [], sort: '-created_at', page: 1 });
  expect(isFiltered(state)).toBe(false);
  expect(isFiltered(historySchema.parse({ user_id: '7' }))).toBe(true);
});

test('a column is sorted from its usual end, then reversed', () => {
  expect(nextSort('-created_at', 'created_at')).toBe('created_at');
  expect(nextSort('created_at', 'created_at')).toBe(undefined);
  expect(nextSort('-created_at', 'filename')).toBe('filename');
  expect(nextSort('filename', 'filename')).toBe('-filename');
  expect(nextSort('filename', 'size_bytes')).toBe('-size_bytes');
});
