/** Defines the routes for the administration of users: the list, one user, creation, changes, activities. */
import { groupTypes, roleKeys } from '@rhythmdesk/domain/people/roles';
import { userFields, userFlags } from '@rhythmdesk/domain/people/user-fields';
import { z } from 'zod';
import { flag, instant, listOf, optionalText, pageFields, pageOf, rowId, text, whole } from './fields.ts';
import { groupName, personName, userRole } from './people.ts';
import { defineRoutes } from './route.ts';

export const userSorts = ['name', 'user_id', 'last_sign_in_at', 'created_at'] as const;
export type UserSort = (typeof userSorts)[number];
export const userSortKeys = [...userSorts, ...userSorts.map((key) => `-${key}` as const)] as const;

/** One user as a row of the list. Fields that a caller with the names-only permission may not see are null. */
const userRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  user_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  user_role: userRole,
  user_group: groupName,
  flag: z.enum(userFlags),
  last_sign_in_at: instant.nullable(),
  /** Signed in and active within the last minutes. */
  online: z.boolean(),
  /** When the account becomes dormant; null if that is more than 14 days away or never happens. */
  dormant_at: instant.nullable(),
  created_at: instant,
});
export type UserRow = z.output<typeof userRow>;

const user = userRow.extend({
  phone_number: z.string(),
  department: z.string(),
  description: z.string(),
  updated_at: instant,
  created_by: personName.nullable(),
  password_changed_at: instant.nullable(),
  /** The number of days without sign-in after which an account becomes dormant. */
  dormant_after_days: z.number().int(),
  /** For a user of a team: the team's share of the center’s cases, in percent. */
  analysis_ratio: z.number().int().nullable(),
  /** For a user who reads cases: how many are assigned and not completed, and how many of them are due by tomorrow. */
  open_cases: z.object({ total: z.number().int(), due_today: z.number().int() }).nullable(),
  /** The fields that this caller may change. */
  editable: z.array(z.enum(userFields)),
  deletable: z.boolean(),
  /** The user has a second factor that the caller may reset. Only the user knows which factor it is. */
  factors_resettable: z.boolean(),
});
export type User = z.output<typeof user>;

export const activityKinds = ['case', 'session', 'access', 'administration'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** One action of a user: what, on which object, when, from where. */
const activity = z.object({
  /** Its position in the list: newest first, unique. */
  key: z.string(),
  kind: z.enum(activityKinds),
  /** The name in the history or the audit log, with dots: `assign-to-me`, `user.change`, `session.begin`. */
  action: z.string(),
  at: instant,
  /** The network address of the action; null if none was recorded. */
  address: z.string().nullable(),
  /** The case of the action, if the caller may see it. */
  patch: z.object({ case_id: z.number().int(), hn_id: z.string() }).nullable(),
  /** The user or institution of the action. */
  subject: z.string().nullable(),
});
export type Activity = z.output<typeof activity>;

const newPassword = z.string().min(1).max(256);
const email = z.string().trim().min(1).max(254);
const fields = {
  name: text(80),
  email,
  phone_number: optionalText(32),
  user_role_id: whole(1, roleKeys.length),
  user_group_id: rowId,
  description: optionalText(2000),
  password: newPassword,
};

const filter = {
  q: optionalText(80).optional(),
  role_key: listOf(z.enum(roleKeys)).optional(),
  user_group_id: listOf(rowId).optional(),
  group_type: listOf(z.enum(groupTypes)).optional(),
  flag: listOf(z.enum(userFlags)).optional(),
  /** The period of the last sign-in. */
  from_time: instant.optional(),
  to_time: instant.optional(),
  never_signed_in: flag.optional(),
};
const sort = z.enum(userSortKeys).default('-last_sign_in_at');
const saved = z.object({ id: z.number().int(), version: z.number().int() });

export const userRoutes = defineRoutes({
  users: {
    method: 'GET',
    path: 'user/users',
    allow: 'user.list',
    audit: 'user.list',
    summary:
      'Returns the users in the caller’s scope: filtered, searched, sorted, paged. Without `flag` withdrawn users are left out.',
    input: z.strictObject({ ...pageFields, ...filter, sort }),
    output: pageOf(userRow),
  },
  userCounts: {
    method: 'GET',
    path: 'user/users/counts',
    allow: 'user.list',
    audit: 'none',
    summary:
      'Returns the number of users that the caller sees, by state and by the type of their institution.',
    input: z.strictObject({}),
    output: z.object({
      flags: z.record(z.enum(userFlags), z.number().int()),
      types: z.partialRecord(z.enum(groupTypes), z.number().int()),
    }),
  },
  exportUsers: {
    method: 'GET',
    path: 'user/users/export',
    allow: 'user.write',
    audit: 'user.export',
    summary: 'Returns the list of users as a spreadsheet, for the filters; `id` limits it to some of them.',
    input: z.strictObject({ ...filter, id: listOf(rowId).optional(), sort }),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
  user: {
    method: 'GET',
    path: 'user/user/:id',
    allow: 'user.write',
    audit: 'user.read',
    summary: 'Returns one user, with what the caller may change.',
    input: z.strictObject({ id: rowId }),
    output: user,
  },
  activities: {
    method: 'GET',
    path: 'user/activities/:user_id',
    allow: 'user.activities',
    audit: 'user.read',
    summary:
      'Returns the activities of a user, newest first: steps of cases, sign-ins and sign-outs, openings and downloads, administration; by kind and period.',
    input: z.strictObject({
      user_id: rowId,
      ...pageFields,
      kind: listOf(z.enum(activityKinds)).optional(),
      from_time: instant.optional(),
      to_time: instant.optional(),
    }),
    output: pageOf(activity).extend({ user: personName }),
  },
  createUser: {
    method: 'POST',
    path: 'user/user',
    allow: 'user.write',
    audit: 'user.create',
    summary:
      'Creates a user below the caller’s level. The password is valid for one sign-in and must then be changed.',
    input: z.strictObject({
      user_id: z.string().trim().min(1).max(64),
      ...fields,
      phone_number: fields.phone_number.optional(),
      description: fields.description.optional(),
    }),
    output: saved,
    success: 201,
  },
  changeUser: {
    method: 'PUT',
    path: 'user/user',
    allow: 'user.write',
    audit: 'user.change',
    summary:
      'Changes the sent fields of a user below the caller’s level. `version` is the displayed one; an outdated one is refused. A password is valid for one sign-in; a new role, group, password or dormancy ends the sessions.',
    input: z.strictObject({
      id: rowId,
      version: whole(1).optional(),
      /** Must match the stored value; it is never changed. */
      user_id: z.string().max(64).optional(),
      ...z.strictObject(fields).partial().shape,
      use_flag: z.enum(['Y', 'D']).optional(),
    }),
    output: saved,
  },
});
