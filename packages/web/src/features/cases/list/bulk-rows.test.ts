import { expect, test } from 'vitest';
import { bulkActsOf, bulkRows } from './bulk-rows.ts';
import { exampleRow } from './test-rows.ts';

const other = { id: 9, name: 'Other', type: 'tech_center' } as const;

test('only rows that offer the action are included', () => {
  const rows = [exampleRow({ case_id: 1, actions: ['assign'] }), exampleRow({ case_id: 2 })];
  const { fit, left, tech_center } = bulkRows(rows, new Set([1, 2, 7]), 'assign');
  expect([fit.map(({ case_id }) => case_id), tech_center?.id]).toEqual([[1], 2]);
  expect(left.map(({ case_id }) => case_id)).toEqual([2]);
});

test('cases of several centers have no common center', () => {
  const rows = [
    exampleRow({ case_id: 1, actions: ['assign'] }),
    exampleRow({ case_id: 2, actions: ['assign'], tech_center: other }),
  ];
  expect(bulkRows(rows, new Set([1, 2]), 'assign').tech_center).toBeNull();
});

test('some roles have bulk actions', () => {
  expect(bulkActsOf({ role_key: 'CHIEF', group_type: 'tech_center' })).toEqual(['assign']);
  expect(bulkActsOf({ role_key: 'TECHNICIAN', group_type: 'tech_center' })).toEqual(['assign-to-me']);
  expect(bulkActsOf({ role_key: 'DOCTOR', group_type: 'hospital' })).toEqual(['request']);
  expect(bulkActsOf({ role_key: 'MANAGER', group_type: 'hospital' })).toEqual(['request']);
  expect(bulkActsOf({ role_key: 'ADMIN', group_type: 'admin' })).toEqual(['request', 'assign']);
  expect(bulkActsOf({ role_key: 'LOGISTICS', group_type: 'logistics' })).toEqual([]);
});
