import { expect, test } from 'vitest';
import { listStateSchema } from './list-state.ts';
import { changeToView, viewText } from './saved-view.ts';

test('a view has filters, order and search, but neither the page nor the institution', () => {
  expect(viewText('?view=mine&page=4&institution=12&sort=-af_share&q=HN26')).toBe(
    'q=HN26&sort=-af_share&view=mine',
  );
  expect(viewText('')).toBe('');
});

test('the order of chosen filters makes no other view', () => {
  expect(viewText('status=review&status=start&view=mine')).toBe(
    viewText('?view=mine&status=start&status=review'),
  );
});

test('opening a view removes filters that it does not have', () => {
  const change = changeToView('status=review&status=start&q=a%20b');
  expect(change).toMatchObject({ status: ['review', 'start'], q: 'a b' });
  expect(Object.keys(change)).toEqual(expect.arrayContaining(['view', 'priority', 'page']));
  expect(change['view']).toBeUndefined();
  expect(listStateSchema.parse(change)).toMatchObject({ q: 'a b', status: ['review', 'start'], page: 1 });
});
