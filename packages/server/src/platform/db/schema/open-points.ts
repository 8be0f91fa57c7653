/** Defines the table of reasons why a case was verified or completed with open points. */
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { instant, rowRef } from './columns.ts';
import { users } from './people.ts';

/** Append-only: at most one for each step of a case's history. */
export const openPointStatements = pgTable(
  'open_point_statements',
  {
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    /** The step of the case's history. */
    case_version: integer('case_version').notNull(),
    /** What was open: kinds and counts. */
    points: jsonb('points').notNull(),
    words: text('words').notNull(),
    stated_by: rowRef('stated_by')
      .notNull()
      .references(() => users.id),
    stated_at: instant('stated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.case_id, t.case_version] })],
);
