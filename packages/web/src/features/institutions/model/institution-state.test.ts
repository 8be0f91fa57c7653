import { expect, test } from 'vitest';
import { institutionSchema, isFiltered, institutionQueryOf, sortInAddress } from './institution-state.ts';

test('an empty URL is everything by name, fifty a page', () => {
  expect(institutionQueryOf(institutionSchema.parse({}))).toEqual({
    type: [],
    region: [],
    tech_center_id: [],
    sort: 'name',
    page: 1,
    size: 50,
  });
});

test('invalid values of the URL fall back; one value is a list of one', () => {
  const state = institutionSchema.parse({ type: 'clinic', tech_center_id: 'x', sort: 'users', page: '-1' });
  expect(state).toMatchObject({ type: 'all', tech_center_id: [], sort: 'name', page: 1 });
  expect(isFiltered(state)).toBe(false);
  expect(institutionSchema.parse({ region: '東京都', tech_center_id: '7' })).toMatchObject({
    region: ['東京都'],
    tech_center_id: [7],
  });
  expect(isFiltered(institutionSchema.parse({ type: 'team' }))).toBe(true);
});

test('the default order is not in the URL', () => {
  expect(sortInAddress('name', 'asc')).toBeUndefined();
  expect(sortInAddress('name', 'desc')).toBe('-name');
  expect(sortInAddress('region', 'asc')).toBe('region');
  expect(sortInAddress('user_count', 'asc')).toBeUndefined();
});
