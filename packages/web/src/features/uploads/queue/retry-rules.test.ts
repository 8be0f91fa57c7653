import { expect, test } from 'vitest';
import { afterBegin, afterSend, retryAfterMs } from './retry-rules.ts';

test.each([
  [0, 'later'],
  [502, 'later'],
  [429, 'later'],
  [401, 'sign-in'],
  [403, 'sign-in'],
  [409, 'failed'],
  [422, 'failed'],
])('a beginning that was answered %i: %s', (status, verdict) => {
  expect(afterBegin({ status }, 100)).toBe(verdict);
});

test.each([
  [0, 'later', 'later'],
  [503, 'later', 'later'],
  [409, 'later', 'later'],
  [404, 'anew', 'failed'],
  [410, 'anew', 'failed'],
  [403, 'failed', 'failed'],
])('bytes that were answered %i: %s, and %s when it was restarted already', (status, first, second) => {
  expect(afterSend({ status }, 100, false)).toBe(first);
  expect(afterSend({ status }, 100, true)).toBe(second);
});

test('the fifth failure of the server itself is the last', () => {
  const failures = [0, 1, 2, 3, 4];
  expect(failures.map((before) => afterBegin({ status: 500 }, before))).toEqual([
    ...['later', 'later', 'later', 'later', 'failed'],
  ]);
  expect(failures.map((before) => afterSend({ status: 500 }, before, false))).toEqual([
    ...['later', 'later', 'later', 'later', 'failed'],
  ]);
});

test('the wait doubles up to half a minute', () => {
  expect([0, 1, 4, 5, 60].map(retryAfterMs)).toEqual([1_000, 2_000, 16_000, 30_000, 30_000]);
});
