/** Defines the table of API keys of institutions. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    key_id: identity('key_id').primaryKey(),
    /** The account of the key; a rotated key has the same one. */
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    user_group_id: rowRef('user_group_id')
      .notNull()
      .references(() => userGroups.id),
    name: text('name').notNull(),
    /** The first characters of the secret, by which a user recognises it. */
    hint: text('hint').notNull(),
    /** The names of the permissions that the key has. */
    scopes: text('scopes').array().notNull(),
    /** The session whose token is the secret. */
    token_hash: bytes('token_hash').notNull(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    revoked_by: rowRef('revoked_by').references(() => users.id),
    revoked_at: instant('revoked_at'),
  },
  (t) => [
    check('api_keys_scopes', sql`cardinality(${t.scopes}) > 0`),
    check('api_keys_revoked', sql`(${t.revoked_by} is null) = (${t.revoked_at} is null)`),
    uniqueIndex('api_keys_token').on(t.token_hash),
    index('api_keys_group').on(t.user_group_id, t.key_id),
  ],
);
