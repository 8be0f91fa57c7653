/** Defines the table of users' drafts. */
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, rowRef } from './columns.ts';
import { users } from './people.ts';

/** Drafts by name: text that a user typed and has not sent yet. */
export const userDrafts = pgTable(
  'user_drafts',
  {
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    content: text('content').notNull(),
    saved_at: instant('saved_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.name] }), index('user_drafts_saved').on(t.saved_at)],
);
