import { expect, test } from 'vitest';
import { adminList } from './list-kinds.ts';
import { isOpenDefault, listStateSchema, queryOf, usesPeriod, viewChange } from './list-state.ts';

const address = {
  step: 'complete',
  step_from: '2026-10-24',
  step_to: '2026-11-22',
  outcome: 'late',
  team_id: ['7'],
  technician_group_id: ['8'],
  sort: '-confirmed_date',
};
const today = '2026-11-22';

test('a figure of the statistics asks for its own days alone: no period, no default of open cases', () => {
  const state = listStateSchema.parse(address);
  expect([usesPeriod(state), isOpenDefault(state, adminList)]).toEqual([false, false]);
  expect(queryOf(state, adminList, today, null)).toEqual({
    view: 'all',
    status: [],
    priority: [],
    severity: [],
    hospital_id: [],
    tech_center_id: [],
    technician_id: [],
    team_id: [7],
    step: 'complete',
    step_from: '2026-10-24',
    step_to: '2026-11-22',
    outcome: 'late',
    technician_group_id: [8],
    sort: '-confirmed_date',
    page: 1,
    size: 100,
  });
});

test('what is left of a broken figure asks for nothing, and another view takes it away', () => {
  const state = listStateSchema.parse({ ...address, step: 'jump' });
  const query = queryOf(state, adminList, today, null);
  expect(['outcome', 'step_from', 'technician_group_id'].filter((name) => name in query)).toEqual([]);
  expect(usesPeriod(state)).toBe(true);
  expect(viewChange('overdue')).toMatchObject({ step: undefined, outcome: undefined });
});
