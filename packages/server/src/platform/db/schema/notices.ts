/** Defines the tables of the operator's notices and of users' notifications. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

export const notices = pgTable(
  'notices',
  {
    id: identity('id').primaryKey(),
    /** Incremented by every change; a change contains the version on which it is based. */
    version: integer('version').notNull().default(1),
    /** The audience: hospitals, tech centers, or all. */
    group_type: text('group_type').notNull(),
    category: text('category').notNull(),
    popup: boolean('popup').notNull().default(false),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    /** The author's group. */
    user_group_id: rowRef('user_group_id').references(() => userGroups.id),
    /** For a center's notice: only its own users read it. */
    tech_center_id: rowRef('tech_center_id').references(() => userGroups.id),
    /** For a distributer's notice: it and the groups that it serves read it. */
    network_group_id: rowRef('network_group_id').references(() => userGroups.id),
    draft: boolean('draft').notNull().default(false),
    from_time: instant('from_time').notNull(),
    to_time: instant('to_time').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (t) => [
    check('notices_group_type', sql`${t.group_type} in ('hospital', 'tech_center', 'all')`),
    check('notices_category', sql`${t.category} in ('service', 'system')`),
    check('notices_window', sql`${t.from_time} < ${t.to_time}`),
    index('notices_window_index').on(t.to_time),
  ],
);

/** Title and Markdown of a notice in each available language; English is used for the others. */
export const noticeTexts = pgTable(
  'notice_texts',
  {
    notice_id: rowRef('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.notice_id, t.language] }),
    check('notice_texts_language', sql`${t.language} in ('en', 'ja', 'ko', 'zh')`),
  ],
);

/** When a user opened a notice, when its popup was closed, and until when the popup stays hidden. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    notice_id: rowRef('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    read_at: instant('read_at').notNull(),
    closed_at: instant('closed_at'),
    hidden_until: instant('hidden_until'),
  },
  (t) => [primaryKey({ columns: [t.notice_id, t.user_id] }), index('notice_reads_user').on(t.user_id)],
);

/** A code with parameters, from which the text is written in the reader's language when it is read. */
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
    /** It is included in the user's next mail digest. */
    awaits_digest: boolean('awaits_digest').notNull().default(false),
  },
  (t) => [
    check('notifications_status', sql`${t.status} in ('N', 'Y')`),
    index('notifications_user').on(t.user_id, t.id.desc()),
    index('notifications_unread')
      .on(t.user_id, t.id)
      .where(sql`status = 'N'`),
    index('notifications_patch').on(t.patch_id, t.user_id),
    index('notifications_awaiting_digest')
      .on(t.user_id, t.create_time)
      .where(sql`awaits_digest`),
  ],
);

/**
 * The notification settings of a user; a user who never chose has no row. Minutes of quiet hours are in the user's
 * zone.
 */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    user_id: rowRef('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By category, whether bell, push and mail are on. */
    channels: jsonb('channels').notNull(),
    quiet_from: integer('quiet_from'),
    quiet_to: integer('quiet_to'),
    mail_rhythm: text('mail_rhythm').notNull(),
    time_zone: text('time_zone').notNull(),
    updated_at: instant('updated_at').notNull(),
    /** The user gets a mail about the ledger of each day. */
    ledger_mail: boolean('ledger_mail').notNull().default(false),
  },
  (t) => [
    check(
      'notification_preferences_quiet',
      sql`(${t.quiet_from} is null) = (${t.quiet_to} is null) and ${t.quiet_from} between 0 and 1439
        and ${t.quiet_to} between 0 and 1439 and ${t.quiet_from} <> ${t.quiet_to}`,
    ),
    check('notification_preferences_rhythm', sql`${t.mail_rhythm} in ('each', 'day', 'week')`),
  ],
);
