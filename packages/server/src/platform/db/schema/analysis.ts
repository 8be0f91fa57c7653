/** Defines the tables of the versions of the automatic analysis, and of the cases that wait for one. */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, instant, rowRef } from './columns.ts';
import { cases } from './cases.ts';
import { users } from './people.ts';

/** Append-only: another analysis of the same recording is the next version. */
export const analyses = pgTable(
  'analyses',
  {
    analysis_id: identity('analysis_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    analysis_version: integer('analysis_version').notNull(),
    state: text('state').notNull(),
    /** The reason why it failed. */
    code: text('code'),
    engine_version: text('engine_version').notNull(),
    criteria: jsonb('criteria').notNull(),
    /** Store key of the beat file. */
    beats_sha256: text('beats_sha256'),
    summary: jsonb('summary'),
    /** The user who requested other criteria; null for the automatic analysis of a new recording. */
    created_by: rowRef('created_by').references(() => users.id),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('analyses_state', sql`${t.state} in ('done', 'failed')`),
    check('analyses_beats', sql`${t.beats_sha256} ~ '^[0-9a-f]{64}$'`),
    uniqueIndex('analyses_case_version').on(t.case_id, t.analysis_version),
    index('analyses_beats_sha256')
      .on(t.beats_sha256)
      .where(sql`beats_sha256 is not null`),
  ],
);

/** A case has a row here exactly while `job_count` contains one unit for its analysis. */
export const analysesWaiting = pgTable('analyses_waiting', {
  case_id: rowRef('case_id')
    .primaryKey()
    .references(() => cases.case_id),
  requested_at: instant('requested_at').notNull().defaultNow(),
});
