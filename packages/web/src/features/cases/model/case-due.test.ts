import { expect, test } from 'vitest';
import { caseDue, type DueFacts } from './case-due.ts';

const due = Date.UTC(2026, 10, 20, 12);
const facts: DueFacts = {
  status: 'start',
  closed: false,
  report_due_date: new Date(due).toISOString(),
  confirmed_date: null,
  edit_started_at: null,
};

test('due dates are over, soon or later', () => {
  expect(caseDue(facts, due + 60_000)).toEqual({ kind: 'over', dueMs: due, spanMs: 60_000 });
  expect(caseDue(facts, due - 60_000)).toEqual({ kind: 'soon', dueMs: due, spanMs: 60_000 });
  expect(caseDue(facts, due - 5 * 3_600_000).kind).toBe('later');
});

test('a finished case says when it was confirmed', () => {
  const done = { ...facts, status: 'complete', confirmed_date: '2026-11-19T00:12:00.000Z' } as const;
  expect(caseDue(done, due)).toEqual({ kind: 'done', atMs: Date.UTC(2026, 10, 19, 0, 12) });
});

test('an open correction says how long it waits, a closed one does not', () => {
  const open = {
    ...facts,
    status: 'edit',
    confirmed_date: '2026-11-19T00:12:00.000Z',
    edit_started_at: new Date(due - 60_000).toISOString(),
  } as const;
  expect(caseDue(open, due)).toEqual({ kind: 'waiting', sinceMs: due - 60_000, spanMs: 60_000 });
  expect(caseDue({ ...open, closed: true }, due).kind).toBe('done');
});

test('nothing is due before the request, nor after closing without a report', () => {
  expect(caseDue({ ...facts, status: 'ready', report_due_date: null }, due)).toEqual({ kind: 'none' });
  expect(caseDue({ ...facts, closed: true }, due)).toEqual({ kind: 'none' });
});
