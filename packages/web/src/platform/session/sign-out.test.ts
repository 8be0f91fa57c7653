// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { textsStarted } from '../test-page.tsx';
import { currentToken, sessionState, writeStoredUser } from './session-state.ts';
import { beginFarewell, endSession } from './sign-out.ts';

const stored = {
  accessToken: 'token-1',
  id: 1,
  userId: 'doctor',
  group: 'hospital',
  role: 'DOCTOR',
  phone_number: '',
  user_group: 1,
} as const;

beforeEach(async () => {
  await textsStarted();
  writeStoredUser(stored);
});

test('while an account is deleted, the refusals that follow do not end the session', () => {
  beginFarewell();
  endSession('expired');
  expect(currentToken()).toBe('token-1');
  endSession('deleted');
  expect(currentToken()).toBeUndefined();
  expect(sessionState()).toEqual({ kind: 'signed-out', reason: 'deleted' });
});

test('after a failed deletion, a refusal ends the session as usual', () => {
  beginFarewell().stayHere();
  endSession('expired');
  expect(currentToken()).toBeUndefined();
});
