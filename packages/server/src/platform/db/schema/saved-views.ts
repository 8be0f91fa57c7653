/** Defines the table of saved views of case lists and of whom they are shared with. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

export const savedViews = pgTable(
  'saved_views',
  {
    id: identity('id').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** The query of the page's address. */
    search: text('search').notNull(),
    version: integer('version').notNull().default(1),
    /** The group of the user who shares it; null while it is not shared. */
    shared_from: rowRef('shared_from').references(() => userGroups.id),
    /** The only role that it is shared with; null for every role. */
    shared_role: text('shared_role'),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    check('saved_views_list', sql`${t.list} in ('worklist', 'admin_cases', 'institution_cases')`),
    check('saved_views_shared', sql`${t.shared_from} is not null or ${t.shared_role} is null`),
    uniqueIndex('saved_views_name').on(t.user_id, t.list, sql`lower(${t.name})`),
    index('saved_views_shared_from')
      .on(t.shared_from)
      .where(sql`${t.shared_from} is not null`),
  ],
);
