import { expect, test } from 'vitest';
import { inOrder, nextToSend, sumOf, uploadIdOf, type Sending } from './sending.ts';

const plain: Sending = {
  id: 'a',
  user_id: 1,
  scope_number: 1,
  filename: 'a.zip',
  size_bytes: 100,
  fingerprint: '',
  made_of: null,
  hn_id: 'HN000001',
  patient_name: '',
  hospital_id: 1,
  fields: {},
  phase: 'waiting',
  paused: false,
  upload_url: '/api/v1/upload/files/abc',
  capability: 'c',
  sent_bytes: 0,
  fault: null,
  case_id: null,
  request_refused: null,
  added_ms: 0,
  ended_ms: null,
  hold: null,
  file_kept: true,
  bytes_per_s: null,
};
const of = (id: string, by: Partial<Sending>): Sending => ({ ...plain, id, ...by });

test('three are sent at once, the earliest first, none that is paused, waiting or not started', () => {
  const all = [
    of('sending', { phase: 'sending' }),
    of('late', { added_ms: 9 }),
    of('paused', { paused: true }),
    of('held', { hold: 'network' }),
    of('unbegun', { upload_url: null }),
    of('early', { added_ms: 1 }),
    of('later', { added_ms: 10 }),
  ];
  expect(nextToSend(all).map(({ id }) => id)).toEqual(['early', 'late']);
  expect(nextToSend([...all, of('b', { phase: 'sending' }), of('c', { phase: 'sending' })])).toEqual([]);
});

test('failures come first, then running ones, then finished ones newest first', () => {
  const all = [
    of('done1', { phase: 'done', ended_ms: 1 }),
    of('sending', { phase: 'sending', added_ms: 2 }),
    of('done2', { phase: 'done', ended_ms: 2 }),
    of('failed', { phase: 'failed' }),
  ];
  expect(inOrder(all).map(({ id }) => id)).toEqual(['failed', 'sending', 'done2', 'done1']);
});

test('the sum counts what was sent since the queue was empty, not failures', () => {
  const sum = sumOf([
    of('old', { phase: 'done', sent_bytes: 100, added_ms: 0, ended_ms: 4 }),
    of('new', { phase: 'done', sent_bytes: 100, added_ms: 5, ended_ms: 9 }),
    of('failed', { phase: 'failed', sent_bytes: 50, added_ms: 5, ended_ms: 9 }),
    of('sending', { phase: 'sending', sent_bytes: 20, added_ms: 5, bytes_per_s: 40 }),
  ]);
  expect(sum).toEqual({
    open: 1,
    failed: 1,
    sent_bytes: 120,
    size_bytes: 200,
    bytes_per_s: 40,
    left_ms: 2_000,
  });
  expect(sumOf([])).toMatchObject({ open: 0, size_bytes: 0, left_ms: null });
});

test('the id of an upload is the end of its URL', () => {
  expect(uploadIdOf(plain)).toBe('abc');
  expect(uploadIdOf(of('x', { upload_url: null }))).toBeNull();
});
