import { expect, test } from 'vitest';
import { asStoredUser, type StoredUser, storedUserFrom } from './stored-user.ts';

const user: StoredUser = {
  accessToken: 't',
  id: 7,
  userId: 'demodoctor',
  group: 'hospital',
  role: 'DOCTOR',
  phone_number: '',
  user_group: 3,
};

test('a complete session user is restored unchanged', () => {
  expect(storedUserFrom(JSON.stringify(user))).toEqual(user);
});

test('unknown parts are removed', () => {
  expect(asStoredUser({ ...user, password: 'x' })).toEqual(user);
});

test('a missing, empty or unknown user is no session user', () => {
  expect(storedUserFrom(null)).toBeUndefined();
  expect(storedUserFrom('{')).toBeUndefined();
  expect(asStoredUser({ ...user, accessToken: '' })).toBeUndefined();
  expect(asStoredUser({ ...user, role: 'ROOT' })).toBeUndefined();
  expect(asStoredUser({ ...user, id: '7' })).toBeUndefined();
  for (const key of Object.keys(user)) expect(asStoredUser({ ...user, [key]: undefined })).toBeUndefined();
});
