import { expect, test } from 'vitest';
import { roleKeys } from './roles.ts';
import { grantableRoles, roleNumber, roleOfNumber, userFieldFault, userFields } from './user-fields.ts';

const manager = { id: 1, role_key: 'MANAGER' } as const;
const admin = { id: 2, role_key: 'ADMIN' } as const;

test('nobody changes the own account here, not even an administrator', () => {
  for (const field of userFields) {
    const isStanding = field === 'user_role_id' || field === 'user_group_id' || field === 'use_flag';
    const fault = isStanding ? 'user/own-role' : 'user/own-account';
    expect([field, userFieldFault(admin, admin, field)]).toEqual([field, fault]);
  }
});

test('users below the own level can be changed; level 5 changes all', () => {
  expect(userFieldFault(manager, { id: 3, role_key: 'DOCTOR' }, 'name')).toBeNull();
  expect(userFieldFault(manager, { id: 3, role_key: 'CHIEF' }, 'name')).toBe('user/level-too-high');
  expect(userFieldFault(admin, { id: 3, role_key: 'ADMIN' }, 'user_role_id')).toBeNull();
});

test('the offered roles fit the group and are below the caller', () => {
  expect(grantableRoles({ role_key: 'CENTER' }, 'tech_center')).toEqual(['TECHNICIAN', 'CHIEF', 'MANAGER']);
  expect(grantableRoles({ role_key: 'MANAGER' }, 'hospital')).toEqual(['DOCTOR']);
  expect(grantableRoles({ role_key: 'ADMIN' }, 'admin')).toEqual(['MANAGER', 'ADMIN']);
});

test('a role keeps its number', () => {
  expect(roleKeys.map((key) => roleOfNumber(roleNumber(key)))).toEqual([...roleKeys]);
  expect([roleOfNumber(0), roleOfNumber(99)]).toEqual([null, null]);
});
