/** Defines the table of spreadsheets that a job creates for their owner and that are kept for a day. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, rowRef } from './columns.ts';
import { users } from './people.ts';

export const exports = pgTable(
  'exports',
  {
    export_id: identity('export_id').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    /** The route that returns the same spreadsheet directly, and its input as requested. */
    kind: text('kind').notNull(),
    input: jsonb('input').notNull(),
    language: text('language').notNull(),
    /** The owner's time zone at the time of the request, used for the times in the spreadsheet. */
    time_zone: text('time_zone').notNull(),
    request_id: text('request_id').notNull(),
    state: text('state').notNull().default('waiting'),
    filename: text('filename').notNull(),
    rows_done: integer('rows_done').notNull().default(0),
    rows_total: integer('rows_total').notNull(),
    sha256: text('sha256'),
    size_bytes: bigint('size_bytes', { mode: 'number' }),
    /** The refusal code if it failed. */
    code: text('code'),
    created_at: instant('created_at').notNull(),
    ended_at: instant('ended_at'),
    expires_at: instant('expires_at').notNull(),
  },
  (t) => [
    check('exports_language', sql`${t.language} in ('en', 'ja', 'ko', 'zh')`),
    check('exports_state', sql`${t.state} in ('waiting', 'working', 'done', 'failed', 'cancelled')`),
    check('exports_file', sql`(${t.state} = 'done') = (${t.sha256} is not null)`),
    check('exports_ended', sql`(${t.state} in ('waiting', 'working')) = (${t.ended_at} is null)`),
    index('exports_user').on(t.user_id, t.export_id.desc()),
    index('exports_expiry').on(t.expires_at),
    index('exports_sha256')
      .on(t.sha256)
      .where(sql`sha256 is not null`),
  ],
);
