/** Defines the table of chiefs' statements about findings that a reading counts but does not list. */
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { instant, rowRef } from './columns.ts';
import { users } from './people.ts';

/** Append-only: one for each report version that a verification created. */
export const leftOutStatements = pgTable(
  'left_out_statements',
  {
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    report_version: integer('report_version').notNull(),
    /** The step of the case's history that verified it. */
    case_version: integer('case_version').notNull(),
    words: text('words').notNull(),
    /** By kind: the numbers found and listed. */
    left_out: jsonb('left_out').notNull(),
    stated_by: rowRef('stated_by')
      .notNull()
      .references(() => users.id),
    stated_at: instant('stated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.case_id, t.report_version] })],
);
