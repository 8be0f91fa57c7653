import { expect, test } from 'vitest';
import { type ListTrail, neighbourOf, positionInList } from './list-trail.ts';

const trail: ListTrail = {
  href: '/?view=mine&page=2',
  query: { view: 'mine', sort: 'report_due_date', page: 2, size: 3 },
  ids: [40, 50, 60],
  total: 7,
};

test('the position counts the pages before', () => {
  expect(positionInList(trail, 50)).toBe(5);
  expect(positionInList(trail, 99)).toBeNull();
});

test('neighbours are on the page, across its edges, and none outside the list', () => {
  expect(neighbourOf(trail, 50, 1)).toEqual({ kind: 'case', case_id: 60 });
  expect(neighbourOf(trail, 60, 1)).toEqual({ kind: 'page', page: 3 });
  expect(neighbourOf(trail, 40, -1)).toEqual({ kind: 'page', page: 1 });
  const last = { ...trail, query: { ...trail.query, page: 3 }, ids: [70] };
  expect(neighbourOf(last, 70, 1)).toEqual({ kind: 'none' });
  expect(neighbourOf({ ...trail, query: { ...trail.query, page: 1 } }, 40, -1)).toEqual({ kind: 'none' });
  expect(neighbourOf(trail, 99, 1)).toEqual({ kind: 'none' });
});
