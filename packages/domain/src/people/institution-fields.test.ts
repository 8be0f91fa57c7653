import { expect, test } from 'vitest';
import {
  editableFields,
  editModes,
  fieldFault,
  hasField,
  institutionFields,
  typesFor,
} from './institution-fields.ts';
import type { Actor } from './scope.ts';
import type { RoleKey } from './roles.ts';

const actor = (role_key: RoleKey, group: Partial<Actor> = {}): Actor => ({
  id: 1,
  role_key,
  user_group_id: 10,
  group_type: 'admin',
  tech_center_id: null,
  assigned_group_ids: [],
  ...group,
});
const hospital = { id: 20, type: 'hospital' } as const;
const team = { id: 21, type: 'team' } as const;

test('every edit mode of the specification sends one field', () => {
  const fields = Object.values(editModes);
  expect(new Set(fields).size).toBe(6);
  expect(fields.every((field) => institutionFields.includes(field))).toBe(true);
});

test('an administrator changes exactly the fields of the type', () => {
  for (const type of ['hospital', 'logistics', 'tech_center', 'team', 'distributer', 'admin'] as const) {
    const expected = institutionFields.filter((field) => hasField(type, field));
    expect(editableFields(actor('ADMIN'), { id: 20, type })).toEqual(expected);
  }
  expect(fieldFault(actor('ADMIN'), hospital, 'analysis_ratio')).toBe('group/type-unfit');
});

test('a center changes only ratios of teams, descriptions and the design of reports', () => {
  const center = actor('CENTER', { group_type: 'tech_center', tech_center_id: 10 });
  expect(editableFields(center, team)).toEqual(['description', 'analysis_ratio']);
  expect(editableFields(center, hospital)).toEqual(['description', 'letterhead', 'logo', 'report_sections']);
  expect(fieldFault(center, hospital, 'name')).toBe('group/field-not-yours');
});

test('a distributer changes nothing that decides its own reach, and creates no group above it', () => {
  const distributer = actor('DISTRIBUTER', { group_type: 'distributer' });
  const own = { id: 10, type: 'distributer' } as const;
  expect(fieldFault(distributer, own, 'assigned_group')).toBe('group/own-scope');
  expect(fieldFault(distributer, own, 'type')).toBe('group/own-scope');
  expect(fieldFault(distributer, own, 'address')).toBeNull();
  expect(typesFor(distributer)).toEqual(['hospital', 'logistics', 'tech_center', 'team']);
  expect(typesFor(actor('ADMIN'))).toContain('distributer');
});

test('a role that never writes institutions changes no field', () => {
  for (const role of ['LOGISTICS', 'DOCTOR', 'TECHNICIAN', 'CHIEF', 'MANAGER'] as const) {
    expect(editableFields(actor(role), hospital)).toEqual([]);
    expect(fieldFault(actor(role), hospital, 'name')).toBe('auth/role-never');
  }
});
