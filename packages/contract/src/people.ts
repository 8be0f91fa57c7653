/** Defines the routes for the signed-in user, and the shapes of users and their facilities. */
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { groupTypes, roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { done, flag, instant, listOf, noInput, optionalText, rowId, text } from './fields.ts';
import { provedAgain, proofFields } from './passkeys.ts';
import { defineRoutes } from './route.ts';

export const userRole = z.object({
  id: z.number().int(),
  role_key: z.enum(roleKeys),
  group_type: z.enum(groupTypes),
  level: z.number().int().min(1).max(5),
});

export const groupName = z.object({ id: z.number().int(), name: z.string(), type: z.enum(groupTypes) });

export const personName = z.object({ id: z.number().int(), name: z.string() });

/** The settings of a list page that are stored for a user, by list name. */
const listPreference = z.strictObject({
  columns: z.array(z.string().min(1).max(40)).max(40),
  density: z.enum(['compact', 'standard', 'comfortable']),
  preview_open: z.boolean(),
});
export type ListPreference = z.output<typeof listPreference>;

/** How a user divides the height of the recording among its panes; the strip gets the rest. */
const scalesPreference = z.strictObject({
  trend_px: z.number().int().min(40).max(4000),
  disclosure_lines: z.number().int().min(1).max(200),
});
export type ScalesPreference = z.output<typeof scalesPreference>;

export const preferences = z.strictObject({
  lists: z.record(z.string().regex(/^[a-z_]{1,40}$/), listPreference),
  single_letter_keys: z.boolean(),
  /** Absent if the heights follow the screen size. */
  scales: scalesPreference.optional(),
  /** Custom keys for commands of the reading desk, by the command’s name (`accept`, its second key `accept.2`). */
  desk_keys: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,39}(\.[2-9])?$/), z.string().min(1).max(24))
    .refine((keys) => Object.keys(keys).length <= 200)
    .optional(),
  /** The result of the guided first reading; absent if the user has not answered yet. */
  first_reading: z.enum(['done', 'skipped']).optional(),
});
export type Preferences = z.output<typeof preferences>;

const sessionUser = z.object({
  id: z.number().int(),
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  user_role: userRole,
  user_group: groupName,
  use_flag: z.enum(['Y', 'D']),
  /** The number of the user's current scope. Data that a browser stores for the user belongs to one scope. */
  scope_number: z.number().int(),
  must_change_password: z.boolean(),
  /** The second factor is overdue: this session can only set one up. */
  must_enrol: z.boolean(),
  /** The time by which a second factor must be set up. */
  factor_due_at: instant.nullable(),
  /** A passkey can replace the password before an action that cannot be undone. */
  has_passkey: z.boolean(),
  /** A user without one signs in through a provider. */
  has_password: z.boolean(),
  /** The name of the provider through which the user signs in and can confirm the identity again. */
  provider: z.string().nullable(),
  session_idle_seconds: z.number().int(),
  session_expires_at: instant,
  preferences,
  /** What the page shows of the installation: its version, support contacts and the offered languages. */
  site: z.object({
    version: z.string(),
    support_phone: z.string(),
    support_email: z.string(),
    company_address: z.string(),
    languages_offered: z.array(z.enum(languages)),
  }),
});
export type SessionUser = z.output<typeof sessionUser>;

export const peopleRoutes = defineRoutes({
  me: {
    method: 'GET',
    path: 'user/me',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the signed-in user.',
    input: noInput,
    output: sessionUser,
  },
  updateProfile: {
    method: 'PUT',
    path: 'user/profile',
    allow: 'self',
    audit: 'profile.change',
    summary:
      'Changes the caller’s name, e-mail, phone number or password; e-mail and password with the current password. A new password ends the other sessions.',
    input: z.strictObject({
      user_id: z.string().optional(),
      name: text(80).optional(),
      email: z.string().max(254).optional(),
      phone_number: optionalText(32).optional(),
      password: z.string().max(256).optional(),
      ...provedAgain,
    }),
    output: done,
  },
  updatePreferences: {
    method: 'PUT',
    path: 'user/preferences',
    allow: 'self',
    audit: 'none',
    summary:
      'Stores the caller’s settings of the pages: columns, density, keys, heights of the recording’s scales, own keys of the reading desk.',
    input: z.strictObject({ preferences }),
    output: done,
  },
  deleteUser: {
    method: 'DELETE',
    path: 'user/user',
    allow: 'self',
    audit: 'user.delete',
    summary:
      'Withdraws the caller (own id, with the own password), or deletes a user below the caller’s level, which ends a session below level 5. `user_id` is the login id as text, or the row id as a number.',
    input: z.strictObject({
      user_id: z.union([z.number().int().min(1), z.string().min(1).max(64)]),
      password: z.string().max(256).optional(),
      ...proofFields,
    }),
    output: done,
  },
  roles: {
    method: 'GET',
    path: 'user/roles',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the roles, optionally of one group type.',
    input: z.strictObject({ group_type: z.enum(groupTypes).optional() }),
    output: z.object({ items: z.array(userRole) }),
  },
  technicians: {
    method: 'GET',
    path: 'user/technicians',
    allow: 'user.list',
    audit: 'none',
    summary: 'Returns active technicians and chiefs of the caller’s center, with their number of open cases.',
    input: z.strictObject({ tech_center_id: rowId.optional() }),
    output: z.object({
      items: z.array(personName.extend({ role_key: z.enum(roleKeys), open_cases: z.number().int() })),
    }),
  },
  chiefs: {
    method: 'GET',
    path: 'user/chiefs',
    allow: 'user.list',
    audit: 'none',
    summary: 'Returns active chiefs of the caller’s center.',
    input: z.strictObject({ tech_center_id: rowId.optional() }),
    output: z.object({ items: z.array(personName) }),
  },
  facilities: {
    method: 'GET',
    path: 'user/facilities',
    allow: 'institution.read',
    audit: 'none',
    summary: 'Returns the facilities in the caller’s scope, by name.',
    input: z.strictObject({ type: listOf(z.enum(groupTypes)).optional(), for_upload: flag.optional() }),
    output: z.object({
      items: z.array(groupName.extend({ agree_type: z.enum(agreeTypes), time_zone: z.string() })),
    }),
  },
  registerPushToken: {
    method: 'POST',
    path: 'user/pushtoken',
    allow: 'self',
    audit: 'none',
    summary: 'Stores this browser’s push token.',
    input: z.strictObject({ push_token: z.string().regex(/^[\x20-\x7e]{1,2048}$/) }),
    output: done,
  },
  forgetPushToken: {
    method: 'DELETE',
    path: 'user/pushtoken',
    allow: 'self',
    audit: 'none',
    summary: 'Ends push messages to the browser of this session.',
    input: noInput,
    output: done,
  },
});
