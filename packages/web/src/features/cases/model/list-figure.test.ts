import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { expect, test } from 'vitest';
import { figureSchema } from './list-figure.ts';
import { adminList } from './list-kinds.ts';
import { isOpenDefault, listStateSchema, caseListQueryOf, usesPeriod, viewChange } from './list-state.ts';

const address = {
  step: 'complete',
  step_from: '2026-10-24',
  step_to: '2026-11-22',
  outcome: 'late',
  team_id: ['7'],
  sort: '-confirmed_date',
};
const today = '2026-11-22';
const isUnset = (state: object, name: string): boolean =>
  Object.entries(state).every(([key, value]) => key !== name || value === undefined);

test('a figure of the statistics requests only its own days: no period, no default of open cases', () => {
  const state = listStateSchema.parse(address);
  expect([usesPeriod(state), isOpenDefault(state, adminList)]).toEqual([false, false]);
  expect(caseListQueryOf(state, adminList, today, null)).toEqual({
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
    sort: '-confirmed_date',
    page: 1,
    size: 100,
  });
});

test('the server accepts every part of a figure', () => {
  const instant = '2026-11-20T00:00:00.000Z';
  const others = { waiting_from: instant, waiting_until: instant, due_from: instant, due_until: instant };
  const people = { technician_id: ['3'], confirmer_id: ['4'], handed_back: 'true', arrived: '1-09' };
  const state = listStateSchema.parse({ ...address, ...others, ...people });
  expect(Object.keys(figureSchema).filter((name) => isUnset(state, name))).toEqual([]);
  expect(
    caseRoutes.cases.input.safeParse(caseListQueryOf(state, adminList, today, null)).error,
  ).toBeUndefined();
});

test('the rest of a broken figure requests nothing, and another view removes it', () => {
  const state = listStateSchema.parse({ ...address, step: 'jump' });
  const query = caseListQueryOf(state, adminList, today, null);
  expect(['outcome', 'step_from', 'step_to'].filter((name) => name in query)).toEqual([]);
  expect(usesPeriod(state)).toBe(true);
  expect(viewChange('overdue')).toMatchObject({ step: undefined, outcome: undefined });
});
