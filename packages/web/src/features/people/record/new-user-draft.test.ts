import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import { expect, test } from 'vitest';
import { draftFaults, newUserInput, roleWithin, type NewUserDraft } from './new-user-draft.ts';

const hospital = { id: 7, name: 'Hospital', type: 'hospital' } as const;
const good: NewUserDraft = {
  name: ' Mori Kaede ',
  user_id: 'mori1174',
  email: 'mori@example.org',
  phone_number: '+81 3-0000-0118',
  user_group_id: hospital,
  user_role_id: roleNumber('DOCTOR'),
  password: 'Copper3lantern7fog',
  description: '',
};

test('required fields are marked; fields with a format are checked', () => {
  expect(draftFaults(good)).toEqual({});
  const empty = {
    ...good,
    name: ' ',
    user_id: '',
    email: '',
    user_group_id: null,
    user_role_id: null,
    password: '',
  };
  expect(draftFaults(empty)).toEqual({
    name: 'required',
    user_id: 'required',
    email: 'required',
    user_group_id: 'required',
    user_role_id: 'required',
    password: 'required',
  });
  const odd = { ...good, user_id: 'mori 1174', email: 'mori@', password: 'short' };
  expect(draftFaults(odd)).toEqual({ user_id: 'id-format', email: 'email-format', password: 'password' });
});

test('the payload is that of the specification, the phone number without punctuation', () => {
  expect(newUserInput(good)).toEqual({
    name: 'Mori Kaede',
    user_id: 'mori1174',
    email: 'mori@example.org',
    phone_number: '81300000118',
    description: '',
    password: 'Copper3lantern7fog',
    user_role_id: 2,
    user_group_id: 7,
  });
  expect(newUserInput({ ...good, user_role_id: null })).toBeNull();
});

test('a role that does not fit the institution is reset', () => {
  expect(roleWithin(hospital, roleNumber('DOCTOR'))).toBe(2);
  expect(roleWithin(hospital, roleNumber('CHIEF'))).toBeNull();
  expect(roleWithin(null, roleNumber('DOCTOR'))).toBeNull();
});
