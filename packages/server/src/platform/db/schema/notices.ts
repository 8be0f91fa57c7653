/** Notices of the operator and notifications of users. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

export const notices = pgTable(
  'notices',
  {
    id: identity('id').primaryKey(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** Whom it is for: hospitals, tech centers, or all. */
    group_type: text('group_type').notNull(),
    category: text('category').notNull(),
    popup: boolean('popup').notNull().default(false),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    user_group_id: rowRef('user_group_id').references(() => userGroups.id),
    from_time: instant('from_time').notNull(),
    to_time: instant('to_time').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (t) => [
    check('notices_group_type', sql`${t.group_type} in ('hospital', 'tech_center', 'all')`),
    check('notices_category', sql`${t.category} in ('service', 'system')`),
    check('notices_window', sql`${t.from_time} < ${t.to_time}`),
    index('notices_window_index').on(t.to_time),
  ],
);

/** A code with parameters; worded in the reader's language when read. */
export const notifications = pgTable(
  'notifications',
  {
    id: identity('id').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    patch_id: rowRef('patch_id').references(() => cases.case_id),
    category: text('category').notNull(),
    code: text('code').notNull(),
    parameters: jsonb('parameters').notNull().default({}),
    status: text('status').notNull().default('N'),
    create_time: instant('create_time').notNull().defaultNow(),
  },
  (t) => [
    check('notifications_status', sql`${t.status} in ('N', 'Y')`),
    index('notifications_user').on(t.user_id, t.id.desc()),
    index('notifications_unread')
      .on(t.user_id, t.id)
      .where(sql`status = 'N'`),
    index('notifications_patch').on(t.patch_id, t.user_id),
  ],
);
