import { expect, test } from 'vitest';
import type { Conversion } from './batch.ts';
import { orderOf, startText } from './make-order.ts';

const surveyed = {
  title: 'EDF+',
  hn_id: null,
  clock_ms: Date.UTC(2026, 2, 1, 8, 20, 5, 250),
  clock_has_zone: false,
  duration_ms: 60_000,
  sampling_hz: 250,
  leads: [],
  coverage: { share: 1, gaps: [] },
  preview: null,
  left_out: [],
  flaws: [],
  diary: 0,
  labels: false,
  notes_left_out: 0,
  coarser_uv: null,
};
const source = { format: 'edf', name: 'a', files: [] } as const;
const of = (by: Partial<Conversion>): Conversion => ({
  source,
  survey_id: 1,
  surveyed,
  hn_id: 'hn-26k05402',
  start: null,
  start_at: null,
  share: 0,
  made: null,
  ...by,
});
const nowMs = Date.UTC(2026, 10, 1);
const seoul = 'Asia/Seoul';

test('a time without a zone is in the hospital’s, to the millisecond', () => {
  const start_ms = Date.UTC(2026, 1, 28, 23, 20, 5, 250);
  expect(orderOf(of({}), seoul, nowMs)).toMatchObject({
    order: { hn_id: 'HN26K05402', start_ms, start_from: 'file' },
  });
  expect(startText(of({}), seoul)).toBe('2026-03-01T08:20:05');
});

test('a time with a zone is an instant; the field shows it in the hospital’s zone', () => {
  const zoned = of({ surveyed: { ...surveyed, clock_has_zone: true } });
  expect(orderOf(zoned, seoul, nowMs)).toMatchObject({ order: { start_ms: surveyed.clock_ms } });
  expect(startText(zoned, seoul)).toBe('2026-03-01T17:20:05');
});

test('a typed start is used, on either side of a change to summer time', () => {
  const at = (start: string) => orderOf(of({ start }), 'Europe/Berlin', nowMs);
  expect(at('2026-03-28T10:00')).toMatchObject({
    order: { start_ms: Date.UTC(2026, 2, 28, 9), start_from: 'person' },
  });
  expect(at('2026-03-30T10:00:30')).toMatchObject({ order: { start_ms: Date.UTC(2026, 2, 30, 8, 0, 30) } });
});

test.each([
  [{ hn_id: ' ' }, seoul, 'hn-id'],
  [{ hn_id: 'HN12' }, seoul, 'hn-id-invalid'],
  [{}, null, 'hospital'],
  [{ surveyed: { ...surveyed, clock_ms: null } }, seoul, 'start'],
  [{ start: '' }, seoul, 'start'],
  [{ start: '2027-01-01T00:00' }, seoul, 'start-late'],
])('missing fields are requested: %j', (by, zone, asks) => {
  expect(orderOf(of(by), zone, nowMs)).toMatchObject({ asks });
});

test('a start that occurs twice is asked for, and is the one that the user chose', () => {
  const clock_ms = Date.UTC(2026, 9, 25, 1, 30);
  const at = (by: Partial<Conversion>) =>
    orderOf(of({ surveyed: { ...surveyed, clock_ms }, ...by }), 'Europe/London', nowMs);
  expect(at({})).toMatchObject({ asks: 'start-twice', start_ms: null });
  expect(at({ start_at: 'first' })).toMatchObject({ order: { start_ms: clock_ms - 3_600_000 } });
  expect(at({ start_at: 'second' })).toMatchObject({ order: { start_ms: clock_ms } });
  expect(at({ start: '2026-10-25T03:30' })).toMatchObject({ order: { start_from: 'person' } });
});
