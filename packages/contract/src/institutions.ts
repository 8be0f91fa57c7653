/**
 * Defines the routes for institutions (user groups): the list, one institution, its six edit modes and further fields,
 * its history.
 */
import { institutionFields, twoFactorRules } from '@rhythmdesk/domain/people/institution-fields';
import { reportSections } from '@rhythmdesk/domain/report/report-form';
import { groupTypes, roleKeys } from '@rhythmdesk/domain/people/roles';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';
import { done, instant, listOf, optionalText, pageFields, pageOf, rowId, text, whole } from './fields.ts';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { institutionFieldInputs as fields, registerCode, someFields } from './institution-inputs.ts';
import { groupName } from './people.ts';
import { defineRoutes } from './route.ts';

export const institutionSorts = ['name', 'register_code', 'type', 'region', 'created_at'] as const;
export type InstitutionSort = (typeof institutionSorts)[number];
export const institutionSortKeys = [
  ...institutionSorts,
  ...institutionSorts.map((key) => `-${key}` as const),
] as const;

const named = z.object({ id: z.number().int(), name: z.string() });

/** An institution as shown in the list for administrators. */
const institutionRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  type: z.enum(groupTypes),
  register_code: z.string().nullable(),
  region: z.string(),
  address: z.string(),
  tech_center: groupName.nullable(),
  /** Null if there is none or the caller may not see prices. */
  charging_unit: named.nullable(),
  agree_type: z.enum(agreeTypes).nullable(),
  analysis_ratio: z.number().int().nullable(),
  user_count: z.number().int(),
  /** Cases requested or created in the current month of the caller's time zone. */
  month_cases: z.number().int().nullable(),
  created_at: instant,
});
export type InstitutionRow = z.output<typeof institutionRow>;

/** Visible only to users who administer institutions; null for all others. */
const administration = z.object({
  description: z.string(),
  assigned_group: z.array(groupName),
  charging_unit: named.nullable(),
  billing_address: z.string(),
  billing_email: z.string(),
  /** Basis points: 10 % is 1000. */
  tax_rate_bp: z.number().int(),
  /** Null for the language of the time zone. */
  invoice_language: z.enum(languages).nullable(),
  tax_number: z.string(),
  bank_account: z.string(),
  analysis_ratio: z.number().int().nullable(),
  takes_others_share: z.boolean(),
  verification_required: z.boolean(),
  coverage_minimum: z.number().int().nullable(),
  second_reading_share: z.number().int().nullable(),
  letterhead: z.string(),
  /** SHA-256 of the image; empty without one. */
  logo: z.string(),
  report_sections: z.array(z.enum(reportSections)),
  immediate_sign_up: z.boolean(),
  provider_sign_up: z.boolean(),
  two_factor: z.enum(twoFactorRules),
  idle_minutes: z.number().int().nullable(),
  user_count: z.number().int(),
  /** The first of its users, by name. */
  people: z.array(named.extend({ role_key: z.enum(roleKeys) })),
  /** The cases of the current month; null for a type of group that has no cases. */
  month: z
    .object({ cases: z.number().int(), urgent: z.number().int(), completed: z.number().int() })
    .nullable(),
  /** The fields that this caller may change. */
  editable: z.array(z.enum(institutionFields)),
  deletable: z.boolean(),
});

/** An institution as its own users and those who serve it see it. */
const institution = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  type: z.enum(groupTypes),
  /** The same as `type`, by the specification's second name. */
  group_type: z.enum(groupTypes),
  time_zone: z.string(),
  agree_type: z.enum(agreeTypes),
  register_code: z.string().nullable(),
  department: z.string().nullable(),
  region: z.string().nullable(),
  postcode: z.string().nullable(),
  address: z.string().nullable(),
  tech_center: groupName.nullable(),
  turnaround_hours: z.object({ normal: z.number().int(), urgent: z.number().int() }),
  created_at: instant,
  administration: administration.nullable(),
});
export type Institution = z.output<typeof institution>;

export type InstitutionChange = z.output<typeof someFields>;

const listFilter = {
  q: optionalText(80).optional(),
  type: listOf(z.enum(groupTypes)).optional(),
  region: listOf(text(80)).optional(),
  tech_center_id: listOf(rowId).optional(),
};
const sort = z.enum(institutionSortKeys).default('name');

/** The value of a field; a group or a price policy by id and name. */
export const historyValue = z.union([z.null(), z.string(), z.number(), z.boolean(), named, z.array(named)]);
export type InstitutionHistoryValue = z.output<typeof historyValue>;

const historyRow = z.object({
  history_id: z.number().int(),
  version: z.number().int(),
  action: z.enum(['create', 'change', 'delete']),
  field: z.string().nullable(),
  before: historyValue,
  after: historyValue,
  user: named.nullable(),
  role_key: z.enum(roleKeys).nullable(),
  created_at: instant,
});
export type InstitutionHistoryRow = z.output<typeof historyRow>;

/** What prevents the deletion of an institution. */
const obstacles = z.object({
  users: z.number().int(),
  open_cases: z.number().int(),
  /** Hospitals and teams that belong to this center. */
  groups: z.number().int(),
});
export type InstitutionObstacles = z.output<typeof obstacles>;

const saved = z.object({ id: z.number().int(), version: z.number().int() });

export const institutionRoutes = defineRoutes({
  userGroups: {
    method: 'GET',
    path: 'user/usergroups',
    allow: 'institution.read',
    audit: 'none',
    summary: 'Returns the institutions in the caller’s scope by name, paged, for selection.',
    input: z.strictObject({ ...pageFields, q: listFilter.q, type: listFilter.type }),
    output: pageOf(groupName),
  },
  institutions: {
    method: 'GET',
    path: 'user/usergroups/admin',
    allow: 'institution.administer',
    audit: 'none',
    summary:
      'Returns the institutions in the caller’s scope with their facts: filtered, searched, sorted, paged.',
    input: z.strictObject({ ...pageFields, ...listFilter, sort }),
    output: pageOf(institutionRow),
  },
  institutionCounts: {
    method: 'GET',
    path: 'user/usergroups/counts',
    allow: 'institution.administer',
    audit: 'none',
    summary: 'Returns the number of institutions of each type that the caller sees, and their regions.',
    input: z.strictObject({}),
    output: z.object({
      types: z.partialRecord(z.enum(groupTypes), z.number().int()),
      regions: z.array(z.string()),
    }),
  },
  exportInstitutions: {
    method: 'GET',
    path: 'user/usergroups/export',
    allow: 'institution.administer',
    audit: 'institution.export',
    summary:
      'Returns the list of institutions as a spreadsheet, for the filters; `id` limits it to some of them.',
    input: z.strictObject({ ...listFilter, id: listOf(rowId).optional(), sort }),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
  registerCodeCheck: {
    method: 'GET',
    path: 'user/usergroups/code-check',
    allow: 'institution.create',
    audit: 'none',
    summary: 'Returns whether a register code is free. `id` names the institution that may already have it.',
    input: z.strictObject({ register_code: registerCode, id: rowId.optional() }),
    output: z.object({ available: z.boolean() }),
  },
  institution: {
    method: 'GET',
    path: 'user/usergroup/:id',
    allow: 'institution.read',
    audit: 'none',
    summary: 'Returns one institution, as far as the caller may see it.',
    input: z.strictObject({ id: rowId }),
    output: institution,
  },
  institutionHistory: {
    method: 'GET',
    path: 'user/usergroup/:id/history',
    allow: 'institution.administer',
    audit: 'none',
    summary: 'Returns the changes of an institution, with user, before and after, newest first.',
    input: z.strictObject({ id: rowId, field: z.enum(institutionFields).optional(), ...pageFields }),
    output: pageOf(historyRow),
  },
  institutionLogo: {
    method: 'GET',
    path: 'user/usergroup/:id/logo',
    allow: 'institution.administer',
    audit: 'none',
    summary: 'Returns the picture above the reports of an institution (PNG as base64), empty without one.',
    input: z.strictObject({ id: rowId }),
    output: z.object({ png: z.string() }),
  },
  institutionObstacles: {
    method: 'GET',
    path: 'user/usergroup/:id/obstacles',
    allow: 'institution.delete',
    audit: 'none',
    summary: 'Returns the reasons why an institution cannot be deleted.',
    input: z.strictObject({ id: rowId }),
    output: obstacles,
  },
  centerChange: {
    method: 'GET',
    path: 'user/usergroup/:id/center-change',
    allow: 'institution.write',
    audit: 'none',
    summary:
      'Returns how many unassigned cases of a hospital would move with its analysing center, and how many open ones would stay.',
    input: z.strictObject({ id: rowId, tech_center_id: rowId }),
    output: z.object({ moving: z.number().int(), staying: z.number().int() }),
  },
  createInstitution: {
    method: 'POST',
    path: 'user/usergroup',
    allow: 'institution.create',
    audit: 'institution.create',
    summary: 'Creates an institution.',
    input: z.strictObject({
      ...someFields.shape,
      name: fields.name,
      type: fields.type,
      /** Must equal `type`. */
      group_type: fields.type.optional(),
      region: fields.region,
      postcode: fields.postcode,
      address: fields.address,
      register_code: fields.register_code,
    }),
    output: saved,
    success: 201,
  },
  changeInstitution: {
    method: 'PUT',
    path: 'user/usergroup',
    allow: 'institution.write',
    audit: 'institution.change',
    summary:
      'Changes one field of an institution. `version` is the displayed one; an outdated one is refused. `group_type` is another name of `type`.',
    input: z.strictObject({
      id: rowId,
      version: whole(1).optional(),
      group_type: fields.type.optional(),
      ...someFields.shape,
    }),
    output: saved,
  },
  deleteInstitution: {
    method: 'DELETE',
    path: 'user/usergroup',
    allow: 'institution.delete',
    audit: 'institution.delete',
    summary: 'Deletes an institution without users and without open cases. Ends a session below level 5.',
    input: z.strictObject({ id: rowId }),
    output: done,
  },
});
