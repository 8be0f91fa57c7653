/** Defines the tables of e-mail verifications and of links for a new password. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, rowRef } from './columns.ts';
import { users } from './people.ts';

export const emailVerifications = pgTable(
  'email_verifications',
  {
    verification_id: uuid('verification_id').primaryKey(),
    /** SHA-256 of a token that only the user who requested the code has. */
    token_hash: bytes('token_hash').notNull(),
    email: text('email').notNull(),
    /** The user who wants the address for an existing account; null at a sign-up. */
    user_id: rowRef('user_id').references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    /** Wrong codes so far. */
    tries: integer('tries').notNull().default(0),
    verified_at: instant('verified_at'),
    /** When the account was created. */
    used_at: instant('used_at'),
  },
  (t) => [
    check('email_verifications_tries', sql`${t.tries} >= 0`),
    uniqueIndex('email_verifications_token').on(t.token_hash),
    index('email_verifications_email').on(sql`lower(${t.email})`, t.created_at),
    index('email_verifications_user')
      .on(t.user_id, t.created_at)
      .where(sql`user_id is not null`),
  ],
);

export const passwordLinks = pgTable(
  'password_links',
  {
    link_id: uuid('link_id').primaryKey(),
    token_hash: bytes('token_hash').notNull(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [uniqueIndex('password_links_token').on(t.token_hash), index('password_links_user').on(t.user_id)],
);
