/** Defines the table of each center's phrases. Append-only: a change is the next version. */
import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

export const reportPhrases = pgTable(
  'report_phrases',
  {
    center_id: rowRef('center_id')
      .notNull()
      .references(() => userGroups.id),
    version: integer('version').notNull(),
    phrases: jsonb('phrases').notNull(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.center_id, t.version] })],
);
