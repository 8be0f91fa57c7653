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

test('a whole session user comes back as it was', () => {
  expect(storedUserFrom(JSON.stringify(user))).toEqual(user);
});

test('unknown parts are dropped', () => {
  expect(asStoredUser({ ...user, password: 'x' })).toEqual(user);
});

test('what is missing, empty or unknown is no session user', () => {
  expect(storedUserFrom(null)).toBeUndefined();
  expect(storedUserFrom('{')).toBeUndefined();
  expect(asStoredUser({ ...user, accessToken: '' })).toBeUndefined();
  expect(asStoredUser({ ...user, role: 'ROOT' })).toBeUndefined();
  expect(asStoredUser({ ...user, id: '7' })).toBeUndefined();
  for (const key of Object.keys(user)) expect(asStoredUser({ ...user, [key]: undefined })).toBeUndefined();
});
