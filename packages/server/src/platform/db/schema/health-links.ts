/** Defines the table of links to a patient's own results. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { HealthLinkEnding } from '@rhythmdesk/domain/report/health-links';
import { cases } from './cases.ts';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { users } from './people.ts';

export const healthLinks = pgTable(
  'health_links',
  {
    health_link_id: identity('health_link_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    /** The hash of the secret in the address of the manifest. */
    token_hash: bytes('token_hash'),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    wrong_passcodes: integer('wrong_passcodes').notNull().default(0),
    opened_count: integer('opened_count').notNull().default(0),
    opened_at: instant('opened_at'),
    ended_at: instant('ended_at'),
    ending: text('ending').$type<HealthLinkEnding>(),
    ended_by: rowRef('ended_by').references(() => users.id),
  },
  (t) => [
    check('health_links_ending', sql`${t.ending} in ('revoked', 'guessed')`),
    check('health_links_ended', sql`(${t.ended_at} is null) = (${t.ending} is null)`),
    index('health_links_case').on(t.case_id),
    uniqueIndex('health_links_token').on(t.token_hash),
  ],
);
