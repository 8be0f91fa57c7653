import { expect, test } from 'vitest';
import { caseIn } from '../case/test-cases.ts';
import { can, may, reaches, seesInternalComments } from './can.ts';
import { centerId, hospitalId, otherCenterId, otherHospitalId, people, teamId } from './test-people.ts';
import { isPermission, permissions } from './permissions.ts';
import type { Permission } from './permissions.ts';
import { roleKeys } from './roles.ts';
import { patientFor } from './masking.ts';
import type { RoleKey } from './roles.ts';
import { conditionOf } from './scope.ts';

const example = {
  patient_first_name: '민준',
  patient_last_name: '김',
  birth_date: '1950-03-02',
  phone_number: '01012345678',
  technician_id: 3,
};

const holders = (permission: Permission): readonly RoleKey[] =>
  roleKeys.filter((role) => can(people[role], permission) !== 'never');

test('every row of the matrix says which roles have the permission', () => {
  const center = ['CHIEF', 'CENTER', 'ADMIN'];
  const working = ['TECHNICIAN', 'CHIEF'];
  expect(holders('case.read')).toEqual(roleKeys);
  expect(holders('case.create')).toEqual(['LOGISTICS', 'DOCTOR', 'MANAGER', 'ADMIN']);
  expect(holders('case.edit_patient')).toEqual(['DOCTOR', 'MANAGER', 'ADMIN']);
  expect(holders('case.edit_reading')).toEqual(working);
  expect(holders('case.request')).toEqual(['DOCTOR', 'MANAGER', 'ADMIN']);
  expect(holders('case.assign_to_me')).toEqual(working);
  expect(holders('case.assign')).toEqual(center);
  expect(holders('case.take_back')).toEqual(center);
  expect(holders('case.start')).toEqual(working);
  expect(holders('case.unassign')).toEqual(['TECHNICIAN', 'CHIEF', 'CENTER']);
  expect(holders('case.reassign')).toEqual(['CHIEF', 'CENTER']);
  expect(holders('case.verify')).toEqual(['CHIEF']);
  expect(holders('case.complete')).toEqual(working);
  expect(holders('case.request_editing')).toEqual(['DOCTOR', 'ADMIN']);
  expect(holders('case.cancel_editing')).toEqual(['DOCTOR', 'CHIEF', 'ADMIN']);
  expect(holders('case.close')).toEqual(['DOCTOR', 'CHIEF', 'CENTER', 'ADMIN']);
  expect(holders('case.comment')).toEqual(['DOCTOR', 'TECHNICIAN', 'CHIEF', 'MANAGER', 'CENTER', 'ADMIN']);
  expect(holders('case.answer_pin')).toEqual(working);
  expect(holders('recording.read')).toEqual(['DOCTOR', 'TECHNICIAN', 'CHIEF', 'ADMIN']);
  expect(holders('upload.history')).toEqual(['LOGISTICS', 'DOCTOR', 'MANAGER', 'CENTER', 'ADMIN']);
  expect(holders('agreement.write')).toEqual(['DOCTOR', 'MANAGER', 'ADMIN']);
  expect(holders('user.write')).toEqual(['MANAGER', 'CENTER', 'DISTRIBUTER', 'ADMIN']);
  expect(holders('notice.write')).toEqual(['CENTER', 'DISTRIBUTER', 'ADMIN']);
  expect(holders('invoice.read')).toEqual(['DISTRIBUTER', 'ADMIN']);
  expect(holders('audit.read')).toEqual(['ADMIN']);
  expect(holders('analysis.renew')).toEqual(['ADMIN']);
  expect(holders('job.operate')).toEqual(['ADMIN']);
  expect(holders('self')).toEqual(roleKeys);
});

test('a case is read in the own scope, not in another hospital’s or another center’s', () => {
  const readers = (facts: ReturnType<typeof caseIn>) =>
    roleKeys.filter((role) => may('case', people[role], 'case.read', facts));
  expect(readers(caseIn('start'))).toEqual(roleKeys);
  const elsewhere = { hospital_id: otherHospitalId, uploader_group_id: otherHospitalId };
  expect(readers(caseIn('start', elsewhere))).toEqual([
    'TECHNICIAN',
    'CHIEF',
    'CENTER',
    'DISTRIBUTER',
    'ADMIN',
  ]);
  expect(readers(caseIn('ready', { ...elsewhere, tech_center_id: otherCenterId }))).toEqual(['ADMIN']);
});

test('a null field is only in the scope of everything', () => {
  const orphan = caseIn('ready', { tech_center_id: null, uploader_group_id: null, hospital_id: null });
  const outsiders = { ...people.CHIEF, tech_center_id: null };
  expect(may('case', outsiders, 'case.read', orphan)).toBe(false);
  expect(may('case', people.ADMIN, 'case.read', orphan)).toBe(true);
});

test('a manager reaches everything of the own group, whatever its type', () => {
  const facts = caseIn('start');
  const managerOf = (user_group_id: number) => ({ ...people.MANAGER, user_group_id });
  for (const group of [hospitalId, centerId, teamId]) {
    expect(may('case', managerOf(group), 'case.read', facts)).toBe(true);
  }
  expect(may('case', managerOf(99), 'case.read', facts)).toBe(false);
  const teamManager = { ...people.MANAGER, user_group_id: teamId, group_type: 'team' } as const;
  expect(may('case', teamManager, 'case.request', facts)).toBe(false);
});

test('a manager of carriers or distributers sees exactly their users’ cases', () => {
  const managers = {
    LOGISTICS: { ...people.LOGISTICS, id: 60, role_key: 'MANAGER' },
    DISTRIBUTER: { ...people.DISTRIBUTER, id: 61, role_key: 'MANAGER' },
  } as const;
  const ofCases = Object.keys(permissions)
    .filter(isPermission)
    .filter((name) => /^(case|recording|file|upload|agreement)\./.test(name) && name !== 'case.create');
  expect(ofCases.length).toBeGreaterThan(25);
  for (const role of ['LOGISTICS', 'DISTRIBUTER'] as const) {
    for (const permission of ofCases) {
      expect(can(managers[role], permission)).toEqual(can(people[role], permission));
    }
    expect(patientFor(managers[role], example).masked).toBe(true);
    expect(can(managers[role], 'user.list')).toEqual(can(people.MANAGER, 'user.list'));
  }
  expect(patientFor(people.MANAGER, example).masked).toBe(false);
});

test('the database’s condition decides', () => {
  const grant = can(people.DISTRIBUTER, 'case.read');
  if (grant === 'never') throw new Error('a distributer lists cases');
  expect(conditionOf('case', people.DISTRIBUTER, grant)).toEqual({
    any: [
      [{ field: 'hospital_id', values: [hospitalId, centerId] }],
      [{ field: 'tech_center_id', values: [hospitalId, centerId] }],
    ],
  });
  expect(conditionOf('case', people.ADMIN, { scopes: ['all'], flags: [] })).toEqual({ any: [[]] });
  const nothing = { ...people.MANAGER, group_type: 'team' } as const;
  const request = can(nothing, 'case.request');
  expect(request !== 'never' && conditionOf('case', nothing, request)).toEqual({ any: [] });
});

test('a technician lists the own center’s users, not its hospitals’', () => {
  const grant = can(people.TECHNICIAN, 'user.list');
  if (grant === 'never') throw new Error('a technician lists names');
  const person = { id: 77, user_group_id: teamId, group_type: 'team', tech_center_id: centerId };
  expect(grant.flags).toEqual(['names-only']);
  expect(reaches('user', people.TECHNICIAN, grant, person)).toBe(true);
  const doctor = { ...person, user_group_id: hospitalId, group_type: 'hospital' };
  expect(reaches('user', people.TECHNICIAN, grant, doctor)).toBe(false);
  expect(may('user', people.CENTER, 'user.write', doctor)).toBe(true);
  expect(may('user', people.CENTER, 'user.write', { ...doctor, tech_center_id: otherCenterId })).toBe(false);
});

test('everybody reaches their own activities and nobody of level 1 another’s', () => {
  for (const role of roleKeys) {
    const actor = people[role];
    const own = { ...actor, group_type: actor.group_type };
    expect(may('user', actor, 'user.activities', own)).toBe(true);
  }
  const other = { id: 99, user_group_id: hospitalId, group_type: 'hospital', tech_center_id: centerId };
  expect(may('user', people.DOCTOR, 'user.activities', other)).toBe(false);
  expect(may('user', people.MANAGER, 'user.activities', other)).toBe(true);
});

test('a center writes notices to its own side only', () => {
  const notice = { user_group_id: centerId, tech_center_id: centerId, group_type: 'tech_center' };
  expect(may('notice', people.CENTER, 'notice.write', notice)).toBe(true);
  expect(may('notice', people.CENTER, 'notice.write', { ...notice, group_type: 'all' })).toBe(false);
  expect(may('notice', people.CENTER, 'notice.write', { ...notice, tech_center_id: 22 })).toBe(false);
});

test('internal comments stay with the center', () => {
  expect(roleKeys.filter((role) => seesInternalComments(people[role]))).toEqual([
    'TECHNICIAN',
    'CHIEF',
    'CENTER',
    'ADMIN',
  ]);
});

test('permission names are dotted words, and every row is complete', () => {
  for (const [name, row] of Object.entries(permissions)) {
    expect(isPermission(name)).toBe(true);
    expect(Object.keys(row).sort()).toEqual([...roleKeys].sort());
  }
  expect(isPermission('hasOwnProperty')).toBe(false);
});
