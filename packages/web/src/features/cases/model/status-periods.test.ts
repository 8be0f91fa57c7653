import type { HistoryRow } from '@rhythmdesk/contract/case-talk';
import { expect, test } from 'vitest';
import { isUnfinished, statusPeriodsOf, wholeMs } from './status-periods.ts';

const row = (minute: number, action: string, status: HistoryRow['status']): HistoryRow => ({
  history_id: minute,
  action,
  from_status: null,
  status,
  version: minute + 1,
  user: { id: 1, name: 'Hara' },
  role_key: 'DOCTOR',
  institution: null,
  description: '',
  requested_date: new Date(minute * 60_000).toISOString(),
  duration: null,
  open_points: [],
});

const rows = [
  row(0, 'create', 'ready'),
  row(2, 'edit-patient', 'ready'),
  row(10, 'request', 'request'),
  row(25, 'assign-to-me', 'assigned'),
  row(30, 'start', 'start'),
];

test('rows in one status are one period, and the last one grows', () => {
  const periods = statusPeriodsOf(rows, 90 * 60_000);
  expect(
    periods.map(({ status, spent_ms, rows: held }) => [status, (spent_ms ?? 0) / 60_000, held.length]),
  ).toEqual([
    ['ready', 10, 2],
    ['request', 15, 1],
    ['assigned', 5, 1],
    ['start', 60, 1],
  ]);
  expect(wholeMs(periods)).toBe(90 * 60_000);
});

test('a returned case gets the same status again', () => {
  const again = [...rows, row(40, 'review-request', 'review'), row(45, 'return', 'start')];
  expect(statusPeriodsOf(again, 0).map(({ status }) => status)).toEqual([
    'ready',
    'request',
    'assigned',
    'start',
    'review',
    'start',
  ]);
});

test('the period of a completed or closed case ends', () => {
  const done = [...rows, row(40, 'complete', 'complete')];
  expect(isUnfinished(done)).toBe(false);
  expect(statusPeriodsOf(done, 99 * 60_000).at(-1)?.spent_ms).toBeNull();
  expect(wholeMs(statusPeriodsOf(done, 99 * 60_000))).toBe(40 * 60_000);
  expect(isUnfinished([...rows, row(31, 'close', 'start')])).toBe(false);
});

test('a clock behind the server never makes a period negative', () => {
  expect(statusPeriodsOf(rows, 0).every(({ spent_ms }) => (spent_ms ?? 0) >= 0)).toBe(true);
  expect(statusPeriodsOf([], 0)).toEqual([]);
});
