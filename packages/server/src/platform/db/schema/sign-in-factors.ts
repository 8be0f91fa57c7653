/** Defines the tables of second factors and other proofs at sign-in, and of tickets that wait for a proof. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { users } from './people.ts';

/** The secret is sealed with the installation's key. */
export const authenticators = pgTable(
  'authenticators',
  {
    user_id: rowRef('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    secret: bytes('secret'),
    /** The 30-second step whose code was used last: no code works twice. */
    last_step: bigint('last_step', { mode: 'number' }).notNull().default(0),
    created_at: instant('created_at'),
    last_used_at: instant('last_used_at'),
    /** A secret that was shown and not yet confirmed by a code. */
    pending_secret: bytes('pending_secret'),
    pending_since: instant('pending_since'),
  },
  (t) => [
    check('authenticators_created', sql`(${t.secret} IS NULL) = (${t.created_at} IS NULL)`),
    check('authenticators_pending', sql`(${t.pending_secret} IS NULL) = (${t.pending_since} IS NULL)`),
  ],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: bytes('digest').notNull(),
    created_at: instant('created_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.digest] })],
);

/** Started steps that wait for their second part: a sign-in for its second factor, a challenge for its response. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    ticket_hash: bytes('ticket_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    user_id: rowRef('user_id').references(() => users.id, { onDelete: 'cascade' }),
    details: jsonb('details').notNull().default({}),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
  },
  (t) => [
    check(
      'sign_in_tickets_purpose',
      sql`${t.purpose} in ('second-step', 'passkey-sign-in', 'passkey-enrolment', 'passkey-check', 'provider')`,
    ),
    index('sign_in_tickets_user').on(t.user_id),
    index('sign_in_tickets_expiry').on(t.expires_at),
  ],
);

/** The identity of a user at a sign-in provider. */
export const userIdentities = pgTable(
  'user_identities',
  {
    identity_id: identity('identity_id').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    /** The provider's own id of the user. */
    subject: text('subject').notNull(),
    /** The last address that the provider reported, for display. */
    email: text('email').notNull().default(''),
    created_at: instant('created_at').notNull(),
    last_used_at: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('user_identities_subject').on(t.issuer, t.subject),
    index('user_identities_user').on(t.user_id),
  ],
);

/** Passkeys and security keys: the public key of each, and how often it was used. */
export const passkeys = pgTable(
  'passkeys',
  {
    passkey_id: identity('passkey_id').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credential_id: text('credential_id').notNull(),
    public_key: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull().default([]),
    name: text('name').notNull(),
    /** The maker of the device has a backup of it, so that a new device can use it. */
    backed_up: boolean('backed_up').notNull(),
    created_at: instant('created_at').notNull(),
    last_used_at: instant('last_used_at'),
  },
  (t) => [
    check('passkeys_counter', sql`${t.counter} >= 0`),
    uniqueIndex('passkeys_credential').on(t.credential_id),
    index('passkeys_user').on(t.user_id),
  ],
);
