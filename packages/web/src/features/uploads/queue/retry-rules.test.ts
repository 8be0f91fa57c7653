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
  expect(afterBegin({ status })).toBe(verdict);
});

test.each([
  [0, 'later', 'later'],
  [503, 'later', 'later'],
  [409, 'later', 'later'],
  [404, 'anew', 'failed'],
  [410, 'anew', 'failed'],
  [403, 'failed', 'failed'],
])('bytes that were answered %i: %s, and %s when it was restarted already', (status, first, second) => {
  expect(afterSend({ status }, false)).toBe(first);
  expect(afterSend({ status }, true)).toBe(second);
});

test('the wait doubles up to half a minute', () => {
  expect([0, 1, 4, 5, 60].map(retryAfterMs)).toEqual([1_000, 2_000, 16_000, 30_000, 30_000]);
});
