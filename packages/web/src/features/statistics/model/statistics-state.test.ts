import { expect, test } from 'vitest';
import {
  figureLinks,
  statisticsPeriodOf,
  statisticsQueryOf,
  rowSearch,
  statisticsSchema,
  unitOf,
} from './statistics-state.ts';

const today = '2026-11-22';

test('without a period it is the last thirty days, counted in distinguishable pieces', () => {
  const state = statisticsSchema.parse({ from: '2026-10-01' });
  const period = statisticsPeriodOf(state, today);
  expect(period).toEqual({ from: '2026-10-24', to: today });
  expect(unitOf(state, period)).toBe('day');
  expect(unitOf(state, { from: '2026-09-01', to: today })).toBe('week');
  expect(unitOf(state, { from: '2026-01-01', to: today })).toBe('month');
  expect(unitOf(statisticsSchema.parse({ unit: 'day' }), { from: '2026-01-01', to: today })).toBe('day');
});

test('valid parts of the URL are read, and the rest is ignored', () => {
  const state = statisticsSchema.parse({
    hospital: ['7', '8'],
    priority: 'urgent',
    center: 'x',
    unit: 'year',
  });
  expect(statisticsQueryOf(state, today)).toEqual({
    from_time: '2026-10-24',
    to_time: today,
    hospital_id: [7, 8],
    tech_center_id: [],
    technician_id: [],
    priority: ['urgent'],
  });
});

test('a figure’s list is the role’s own, with every filter of the page and the row', () => {
  const state = statisticsSchema.parse({ hospital: ['7'], priority: 'urgent' });
  const step = { step: 'complete', step_from: '2026-11-01', step_to: today };
  expect(figureLinks('ADMIN', state, null)({ ...step, ...rowSearch('team', 12) })).toEqual({
    to: '/admin',
    search: {
      ...step,
      hospital_id: [7],
      tech_center_id: undefined,
      technician_id: undefined,
      priority: ['urgent'],
      team_id: [12],
    },
  });
  expect(figureLinks('DOCTOR', state, null)(step).to).toBe('/institution/list');
  const own = figureLinks('TECHNICIAN', state, 31)(step);
  expect([own.to, own.search['technician_id']]).toEqual(['/', [31]]);
});
