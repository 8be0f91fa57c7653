/**
 * Tests that each call of the specification is a route with its fields, and that each field of its entities is in the
 * API.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { historyRow } from './case-talk.ts';
import { caseDetail, caseFiles, comment } from './cases.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const rows: readonly Route[] = Object.values(routes);
const find = (method: string, path: string): Route | undefined =>
  rows.find((row) => row.method === method && row.path === path);

/** Returns the names of an object's fields, including those of optional, nullable or wrapped objects. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
  return [];
}

function fieldAt(schema: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((at, name) => {
    const open = at instanceof z.ZodNullable || at instanceof z.ZodOptional ? at.unwrap() : at;
    const inside = open instanceof z.ZodArray ? open.element : open;
    return inside instanceof z.ZodObject ? inside.shape[name] : undefined;
  }, schema);
}

const patient = ['name', 'birthday', 'patient_id', 'patient_phone_number', 'agree_type'];

test.each([
  ['POST', 'auth/login', ['user_id', 'password']],
  ['POST', 'auth/logout', []],
  ['GET', 'user/me', []],
  ['PUT', 'user/profile', ['user_id', 'phone_number', 'password', 'email', 'name']],
  ['GET', 'user/roles', ['group_type']],
  ['GET', 'user/chiefs', []],
  ['GET', 'user/technicians', ['tech_center_id']],
  ['GET', 'user/usergroups', ['page', 'size']],
  ['GET', 'user/usergroups/admin', ['page', 'size']],
  ['GET', 'user/usergroup/:id', ['id']],
  ['POST', 'user/usergroup', ['name', 'type', 'register_code', 'region', 'postcode', 'address']],
  ['PUT', 'user/usergroup', ['id']],
  ['DELETE', 'user/usergroup', ['id']],
  ['GET', 'user/facilities', []],
  ['DELETE', 'user/user', ['user_id']],
  ['POST', 'user/pushtoken', ['push_token']],
  ['POST', 'user/patient/request', patient],
  ['POST', 'user/patient/agreement', patient],
  ['GET', 'notification/notifications', ['user_id']],
  ['PUT', 'notification/badge', ['user_id']],
  ['GET', 'notice/notices', []],
  ['GET', 'notice/popup', []],
  ['POST', 'auth/signup', ['user_id', 'password', 'name', 'institution_code', 'terms_agreed']],
  ['GET', 'auth/id-check', ['user_id']],
  ['POST', 'auth/institution-code', ['institution_code']],
  ['POST', 'auth/verification', ['email']],
  ['POST', 'auth/password-mail', ['user_id', 'email']],
  ['GET', 'case/cases', ['page', 'size', 'from_time', 'to_time', 'q']],
  ['GET', 'case/export', ['from_time', 'to_time']],
  ['GET', 'upload/history', ['page', 'size', 'from_time', 'to_time']],
] as const)('%s %s is a route with the fields of the specification', (method, path, fields) => {
  const row = find(method, path);
  expect(row?.path).toBe(path);
  expect(fieldsOf(row?.input)).toEqual(expect.arrayContaining([...fields]));
});

test('a list has page 1 and ten rows by default', () => {
  for (const path of ['user/usergroups', 'case/cases', 'upload/history'])
    expect(find('GET', path)?.input.parse({})).toMatchObject({ page: 1, size: 10 });
});

const institution = find('GET', 'user/usergroup/:id')?.output;
const me = find('GET', 'user/me')?.output;
const notifications = find('GET', 'notification/notifications')?.output;

test.each([
  [
    'the answer of sign-in',
    find('POST', 'auth/login')?.output,
    ['token', 'id', 'user_id', 'user_role', 'use_flag'],
  ],
  ['a user', me, ['id', 'user_id', 'name', 'email', 'phone_number', 'user_role', 'user_group', 'use_flag']],
  ['a role', fieldAt(me, 'user_role'), ['id', 'role_key', 'group_type', 'level']],
  [
    'an institution',
    institution,
    [
      'id',
      'name',
      'register_code',
      'type',
      'tech_center',
      'region',
      'postcode',
      'address',
      'agree_type',
      'created_at',
    ],
  ],
  [
    'an institution’s administration',
    fieldAt(institution, 'administration'),
    ['assigned_group', 'analysis_ratio', 'charging_unit', 'description'],
  ],
  [
    'a case',
    caseDetail,
    [
      ...[
        'case_id',
        'hn_id',
        'hospital',
        'patient_id',
        'patient_first_name',
        'patient_last_name',
        'birth_date',
      ],
      ...[
        'gender',
        'age',
        'phone_number',
        'priority',
        'severity',
        'status',
        'owner',
        'technician',
        'confirmer',
      ],
      ...['tech_center', 'recording_start', 'attachment_date', 'detachment_date', 'requested_date'],
      ...['report_due_date', 'confirmed_date', 'comment', 'product_name', 'has_order', 'has_report'],
    ],
  ],
  ['the files of a case', caseFiles, ['request_uploaded', 'user_uploaded', 'technician_uploaded']],
  [
    'a row of the history',
    historyRow,
    ['user', 'institution', 'status', 'description', 'requested_date', 'duration'],
  ],
  ['a comment', comment, ['user', 'content']],
  [
    'a notification',
    fieldAt(notifications, 'items'),
    ['status', 'patch_id', 'create_time', 'category', 'content'],
  ],
  ['the notifications', notifications, ['noti_count']],
  [
    'a notice',
    fieldAt(find('GET', 'notice/notices')?.output, 'items'),
    ['id', 'title', 'category', 'content', 'from_time', 'to_time'],
  ],
])('%s has the fields of the specification', (_what, schema, fields) => {
  expect(fieldsOf(schema)).toEqual(expect.arrayContaining([...fields]));
});
