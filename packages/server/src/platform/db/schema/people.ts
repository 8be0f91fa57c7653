/** Defines the tables of users, their groups and sessions, and the price policies of groups. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { bytes, identity, instant, rowRef } from './columns.ts';

export const chargingUnits = pgTable('charging_units', {
  id: identity('id').primaryKey(),
  name: text('name').notNull().unique(),
  currency: text('currency').notNull(),
  description: text('description').notNull().default(''),
  /** The distributer that created it; null for the product's own policies. */
  user_group_id: rowRef('user_group_id').references((): AnyPgColumn => userGroups.id),
  created_at: instant('created_at').notNull().defaultNow(),
});

/** A price of a charging unit, in minor units of its currency, from a date on. */
export const chargingUnitPrices = pgTable(
  'charging_unit_prices',
  {
    charging_unit_id: rowRef('charging_unit_id')
      .notNull()
      .references(() => chargingUnits.id, { onDelete: 'cascade' }),
    priority: text('priority').notNull(),
    length_class: text('length_class').notNull(),
    valid_from: date('valid_from', { mode: 'string' }).notNull(),
    amount_minor: bigint('amount_minor', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.charging_unit_id, t.priority, t.length_class, t.valid_from] }),
    check('charging_unit_prices_amount', sql`${t.amount_minor} >= 0`),
    check('charging_unit_prices_priority', sql`${t.priority} in ('normal', 'urgent')`),
    check('charging_unit_prices_length', sql`${t.length_class} in ('up_to_48_h', 'up_to_7_d', 'longer')`),
  ],
);

export const userGroups = pgTable(
  'user_groups',
  {
    id: identity('id').primaryKey(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    register_code: text('register_code'),
    department: text('department'),
    region: text('region').notNull().default(''),
    postcode: text('postcode').notNull().default(''),
    address: text('address').notNull().default(''),
    description: text('description').notNull().default(''),
    time_zone: text('time_zone').notNull().default('Asia/Seoul'),
    agree_type: text('agree_type').notNull().default('NONE'),
    /** For a hospital: its analysing center. For a team: its center. */
    tech_center_id: rowRef('tech_center_id').references((): AnyPgColumn => userGroups.id),
    charging_unit_id: rowRef('charging_unit_id').references(() => chargingUnits.id),
    /** For a team: its share of the center's cases, in percent. */
    analysis_ratio: integer('analysis_ratio'),
    turnaround_normal_h: integer('turnaround_normal_h').notNull().default(72),
    turnaround_urgent_h: integer('turnaround_urgent_h').notNull().default(24),
    /** For a center: no case is completed without a chief's verification. */
    verification_required: boolean('verification_required').notNull().default(false),
    /** For a center: required reviewed share of a recording in percent, before the check; null requires none. */
    coverage_minimum: integer('coverage_minimum'),
    /** For a center: share of completed cases in percent that is selected for a second reading; null selects none. */
    second_reading_share: integer('second_reading_share'),
    /** For a center: a technician whose team has no case left may take one of another team's share. */
    takes_others_share: boolean('takes_others_share').notNull().default(true),
    billing_address: text('billing_address').notNull().default(''),
    /** For a hospital: the tax on its invoices in basis points, their address, and their language. */
    tax_rate_bp: integer('tax_rate_bp').notNull().default(0),
    billing_email: text('billing_email').notNull().default(''),
    invoice_language: text('invoice_language'),
    tax_number: text('tax_number').notNull().default(''),
    bank_account: text('bank_account').notNull().default(''),
    /** Text above its reports, and their sections in order; if empty, the setting of the center applies. */
    letterhead: text('letterhead').notNull().default(''),
    logo: text('logo').notNull().default(''),
    report_sections: text('report_sections').array().notNull().default([]),
    /** A new account can be used at once, without approval. */
    immediate_sign_up: boolean('immediate_sign_up').notNull().default(false),
    /** A user who signs in through the institution's provider and has no account gets one of level 1. */
    provider_sign_up: boolean('provider_sign_up').notNull().default(false),
    two_factor: text('two_factor').notNull().default('off'),
    /** Minutes without activity after which a session of its users ends; null for the installation's default. */
    idle_minutes: integer('idle_minutes'),
    /** Increased by every change; a change contains the version that it is based on. */
    version: integer('version').notNull().default(1),
    /** The text that lists search; maintained by the database. */
    search_text: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`by migration`),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (t) => [
    check(
      'user_groups_type',
      sql`${t.type} in ('hospital', 'logistics', 'tech_center', 'team', 'distributer', 'admin')`,
    ),
    check('user_groups_agree_type', sql`${t.agree_type} in ('NONE', 'PAPER', 'SCREEN', 'MOBILE')`),
    check('user_groups_turnaround', sql`${t.turnaround_normal_h} > 0 and ${t.turnaround_urgent_h} > 0`),
    check('user_groups_ratio', sql`${t.analysis_ratio} between 0 and 100`),
    check('user_groups_team_center', sql`${t.type} <> 'team' or ${t.tech_center_id} is not null`),
    check('user_groups_two_factor', sql`${t.two_factor} in ('off', 'offered', 'required')`),
    check('user_groups_idle_minutes', sql`${t.idle_minutes} between 5 and 60`),
    index('user_groups_charging_unit')
      .on(t.charging_unit_id)
      .where(sql`charging_unit_id is not null`),
    index('user_groups_tech_center').on(t.tech_center_id),
    index('user_groups_type_name').on(t.type, t.name),
  ],
);

/** Append-only: a row for each changed field of a version of an institution, with the values before and after. */
export const userGroupHistory = pgTable(
  'user_group_history',
  {
    history_id: identity('history_id').primaryKey(),
    user_group_id: rowRef('user_group_id')
      .notNull()
      .references(() => userGroups.id),
    version: integer('version').notNull(),
    action: text('action').notNull(),
    field: text('field'),
    before: jsonb('before'),
    after: jsonb('after'),
    user_id: rowRef('user_id').references((): AnyPgColumn => users.id),
    role_key: text('role_key'),
    request_id: text('request_id').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [
    check('user_group_history_action', sql`${t.action} in ('create', 'change', 'delete')`),
    index('user_group_history_group').on(t.user_group_id, t.history_id),
  ],
);

/** The facilities that a logistics group or a distributer serves (`assigned_group`). */
export const assignedGroups = pgTable(
  'assigned_groups',
  {
    group_id: rowRef('group_id')
      .notNull()
      .references(() => userGroups.id, { onDelete: 'cascade' }),
    facility_id: rowRef('facility_id')
      .notNull()
      .references(() => userGroups.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.group_id, t.facility_id] }),
    index('assigned_groups_facility').on(t.facility_id),
  ],
);

export const users = pgTable(
  'users',
  {
    id: identity('id').primaryKey(),
    user_id: text('user_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull().default(''),
    email_confirmed_at: instant('email_confirmed_at'), // when the owner entered a code sent to it
    phone_number: text('phone_number').notNull().default(''),
    description: text('description').notNull().default(''),
    department: text('department').notNull().default(''),
    role_key: text('role_key').notNull(),
    user_group_id: rowRef('user_group_id')
      .notNull()
      .references(() => userGroups.id),
    /** Type and center of the group (`center_of_group`); maintained by the database. */
    group_type: text('group_type').notNull().default(''),
    tech_center_id: rowRef('tech_center_id'),
    password_hash: text('password_hash').notNull(),
    must_change_password: boolean('must_change_password').notNull().default(false),
    /** The language of mails; null until the user's first request. */
    language: text('language'),
    /** The terms accepted at sign-up; null for an account that an administrator created. */
    terms_version: text('terms_version'),
    terms_agreed_at: instant('terms_agreed_at'),
    /** `Y` in use, `D` dormant, `W` signed up and waiting for approval, `S` the account of an API key. */
    use_flag: text('use_flag').notNull().default('Y'),
    preferences: jsonb('preferences').notNull().default({}),
    /** Most open cases that the user should have; null for the default of the role. */
    case_capacity: integer('case_capacity'),
    /** The newest notification when the badge was last set to 0; later unread ones count. */
    badge_reset_id: rowRef('badge_reset_id').notNull().default(0),
    /** Increased by every change; a change may contain the version that it is based on. */
    version: integer('version').notNull().default(1),
    scope_number: integer('scope_number').notNull().default(1), // increased by the database with each new scope
    created_by: rowRef('created_by').references((): AnyPgColumn => users.id), // null for who signed up
    last_sign_in_at: instant('last_sign_in_at'),
    /** When the account last became usable without a sign-in: created, approved or reactivated. */
    active_since: instant('active_since').notNull().defaultNow(),
    /** When the owner was last warned that the account will become dormant. */
    dormancy_notified_at: instant('dormancy_notified_at'),
    password_changed_at: instant('password_changed_at'),
    /** The state of the account as one word; maintained by the database. */
    flag: text('flag')
      .notNull()
      .generatedAlwaysAs(sql`by migration`),
    /** The text that lists search; maintained by the database. */
    search_text: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`by migration`),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (t) => [
    check(
      'users_role_key',
      sql`${t.role_key} in ('LOGISTICS', 'DOCTOR', 'TECHNICIAN', 'CHIEF', 'MANAGER', 'CENTER', 'DISTRIBUTER', 'ADMIN')`,
    ),
    check('users_case_capacity', sql`${t.case_capacity} between 0 and 200`),
    check('users_use_flag', sql`${t.use_flag} in ('Y', 'D', 'W', 'S')`),
    check('users_user_id', sql`${t.user_id} ~ '^[A-Za-z0-9]+$'`),
    check('users_language', sql`${t.language} in ('en', 'ja', 'ko', 'zh')`),
    check('users_email_confirmed', sql`${t.email_confirmed_at} is null or ${t.email} <> ''`),
    uniqueIndex('users_user_id_unique').on(sql`lower(${t.user_id})`),
    uniqueIndex('users_email_confirmed_unique')
      .on(sql`lower(${t.email})`)
      .where(sql`email_confirmed_at is not null and deleted_at is null`),
    index('users_group').on(t.user_group_id, t.role_key),
    index('users_center')
      .on(t.tech_center_id, t.group_type, t.flag)
      .where(sql`deleted_at is null`),
    index('users_list_group')
      .on(t.user_group_id, t.flag, t.name, t.id)
      .where(sql`deleted_at is null`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    token_hash: bytes('token_hash').primaryKey(),
    session_id: identity('session_id').notNull(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull().defaultNow(),
    last_seen_at: instant('last_seen_at').notNull().defaultNow(),
    expires_at: instant('expires_at').notNull(),
    revoked_at: instant('revoked_at'),
    revoked_because: text('revoked_because'),
    address: inet('address'),
    user_agent: text('user_agent').notNull().default(''),
    /** The session may only be used to set up a second factor. */
    enrolment_only: boolean('enrolment_only').notNull().default(false),
    fhir_scopes: text('fhir_scopes').array(),
  },
  (t) => [
    uniqueIndex('sessions_session_id').on(t.session_id),
    index('sessions_user').on(t.user_id),
    index('sessions_expiry').on(t.expires_at),
  ],
);

/** Wrong passwords for each counted key (`features/people/counted-attempts.ts`), hashed. */
export const loginFailures = pgTable('login_failures', {
  counted: text('counted').primaryKey(),
  failures: integer('failures').notNull(),
  last_failure_at: instant('last_failure_at').notNull(),
  /** Start of the window in which they count. */
  counted_since: instant('counted_since').notNull().defaultNow(),
  locked_until: instant('locked_until'),
});

export const pushTokens = pgTable(
  'push_tokens',
  {
    /** The id that jobs use, because the token itself permits sending to the browser. */
    token_id: identity('token_id'),
    push_token: text('push_token').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that registered it; the row is deleted with the session. */
    session_hash: bytes('session_hash').references(() => sessions.token_hash, { onDelete: 'cascade' }),
    created_at: instant('created_at').notNull().defaultNow(),
    refreshed_at: instant('refreshed_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('push_tokens_token_id').on(t.token_id),
    index('push_tokens_user').on(t.user_id),
    index('push_tokens_session').on(t.session_hash),
  ],
);
