/** Defines the tables of programs that sign in by SMART backend services, and of their used requests. */
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

export const smartClients = pgTable(
  'smart_clients',
  {
    smart_client_id: identity('smart_client_id').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    user_group_id: rowRef('user_group_id')
      .notNull()
      .references(() => userGroups.id),
    /** By which the program names itself. */
    client_id: text('client_id').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Its public keys as JSON Web Keys. */
    jwks: jsonb('jwks').notNull(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
    last_used_at: instant('last_used_at'),
    revoked_by: rowRef('revoked_by').references(() => users.id),
    revoked_at: instant('revoked_at'),
  },
  (t) => [
    check('smart_clients_scopes', sql`cardinality(${t.scopes}) > 0`),
    check('smart_clients_revoked', sql`(${t.revoked_by} is null) = (${t.revoked_at} is null)`),
    uniqueIndex('smart_clients_client').on(t.client_id),
    index('smart_clients_group').on(t.user_group_id, t.smart_client_id),
  ],
);

/** The signed requests that were used. */
export const smartAssertions = pgTable(
  'smart_assertions',
  {
    smart_client_id: rowRef('smart_client_id')
      .notNull()
      .references(() => smartClients.smart_client_id),
    jti: text('jti').notNull(),
    expires_at: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.smart_client_id, t.jti] })],
);
