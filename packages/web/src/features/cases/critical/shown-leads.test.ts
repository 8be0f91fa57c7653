import { expect, test } from 'vitest';
import { shownLeads } from './shown-leads.ts';

const off = { label: 'MLII', uv: [5, null, null, 7] };
const on = { label: 'V1', uv: [1, 2, 3, 4] };

test('a lead without a signal during the finding is shown last', () => {
  expect(shownLeads([off, on], { from: 1, to: 2 }, 1)).toEqual([on]);
  expect(shownLeads([off, on], { from: 1, to: 2 }, 2)).toEqual([on, off]);
});

test('otherwise the leads keep their order', () => {
  expect(shownLeads([off, on], { from: 0, to: 3 }, 1)).toEqual([off]);
  expect(shownLeads([off], { from: 1, to: 2 }, 1)).toEqual([off]);
});
