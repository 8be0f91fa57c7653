import { expect, test } from 'vitest';
import { adminList, institutionList, worklist } from './list-kinds.ts';
import { openStatuses } from '@rhythmdesk/domain/case/status';
import { caseListQueryOf, filterCount, listStateSchema, sortInView } from './list-state.ts';

const read = (query: object) => listStateSchema.parse(query);
const today = '2026-11-20';

test('an empty URL is the default of its list', () => {
  const query = caseListQueryOf(read({}), worklist, today, null);
  expect(query).toMatchObject({
    view: 'all',
    status: openStatuses,
    closed: false,
    sort: 'report_due_date',
    page: 1,
  });
  expect([query.from_time, query.to_time]).toEqual(['2026-10-22', '2026-11-20']);
  expect(caseListQueryOf(read({}), institutionList, today, 5)).toMatchObject({
    status: [],
    hospital_id: [5],
  });
});

test('invalid values fall back and do not affect the rest', () => {
  const state = read({ view: 'nope', page: '-3', from_time: 'yesterday', status: ['start', 'nope'], q: 'x' });
  expect(state).toMatchObject({ view: 'all', page: 1, from_time: undefined, status: [], q: 'x' });
});

test('a filter has one value or several', () => {
  expect(read({ hospital_id: '7' }).hospital_id).toEqual([7]);
  expect(read({ hospital_id: ['7', '8'] }).hospital_id).toEqual([7, 8]);
});

test('the default of open cases can be removed and does not apply to a search', () => {
  expect(caseListQueryOf(read({ status: 'any' }), adminList, today, null)).toMatchObject({ status: [] });
  expect(caseListQueryOf(read({ q: 'tanaka' }), adminList, today, null)).toMatchObject({ status: [] });
});

test('small views and a complete HN ID request without a period', () => {
  expect(caseListQueryOf(read({ view: 'mine' }), worklist, today, null).from_time).toBeUndefined();
  expect(caseListQueryOf(read({ q: 'hn26k-05102' }), worklist, today, null).from_time).toBeUndefined();
  expect(caseListQueryOf(read({ view: 'completed' }), institutionList, today, null).from_time).toBe(
    '2026-10-22',
  );
});

test('only filters are counted', () => {
  expect(filterCount(read({ view: 'mine', q: 'x' }))).toBe(0);
  expect(filterCount(read({ status: 'any', severity: ['low', 'high'], closed: 'true' }))).toBe(2);
});

test('corrections are sorted by how long they wait, and nothing else is', () => {
  const sortOf = (query: object) => caseListQueryOf(read(query), adminList, today, null).sort;
  expect(sortOf({ view: 'correction' })).toBe('edit_started_at');
  expect(sortOf({ view: 'correction', sort: '-edit_started_at' })).toBe('-edit_started_at');
  expect(sortOf({ view: 'correction', sort: 'hn_id' })).toBe('hn_id');
  expect(sortOf({ view: 'all', sort: '-edit_started_at' })).toBe('report_due_date');
  expect(sortInView('correction', '-report_due_date')).toBe('-edit_started_at');
  expect(sortInView('all', '-report_due_date')).toBe('-report_due_date');
});
