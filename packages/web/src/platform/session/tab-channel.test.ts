import { expect, test } from 'vitest';
import { asBrowserSession } from './browser-session.ts';
import { asTabMessage } from './tab-channel.ts';

const user = {
  accessToken: 't',
  id: 7,
  userId: 'u',
  group: 'hospital',
  role: 'DOCTOR',
  phone_number: '',
  user_group: 3,
};

test('the messages are understood', () => {
  for (const type of ['ask', 'preferences']) expect(asTabMessage({ type })).toEqual({ type });
  expect(asTabMessage({ type: 'offer', user })).toEqual({ type: 'offer', user });
  expect(asTabMessage({ type: 'ended', token: 't', reason: 'expired' })).toEqual({
    type: 'ended',
    token: 't',
    reason: 'expired',
  });
});

test('anything else is not a message', () => {
  expect(asTabMessage(null)).toBeUndefined();
  expect(asTabMessage({ type: 'offer', user: { ...user, role: 'x' } })).toBeUndefined();
  expect(asTabMessage({ type: 'ended', token: 't', reason: 'bored' })).toBeUndefined();
  expect(asTabMessage('ask')).toBeUndefined();
});

test('messages between tabs are validated', () => {
  expect(asBrowserSession('{"logged_in":true,"last_activity_ms":5}')).toEqual({
    logged_in: true,
    last_activity_ms: 5,
  });
  expect(asBrowserSession('{"logged_in":"yes"}')).toEqual({ logged_in: false, last_activity_ms: 0 });
  expect(asBrowserSession('no json')).toEqual({ logged_in: false, last_activity_ms: 0 });
  expect(asBrowserSession(null)).toEqual({ logged_in: false, last_activity_ms: 0 });
});
