/**
 * Defines the tables of second readings: the selected cases, their readers and results, and the edit log, head and
 * edit lock of each.
 */
import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';
import { editColumns, headColumns, lockColumns } from './reading.ts';

export const secondReadings = pgTable('second_readings', {
  second_id: identity('second_id').primaryKey(),
  case_id: rowRef('case_id')
    .notNull()
    .references(() => cases.case_id),
  center_id: rowRef('center_id')
    .notNull()
    .references(() => userGroups.id),
  /** The center's share when the case was selected, in per cent. */
  share: integer('share').notNull(),
  first_reader_id: rowRef('first_reader_id')
    .notNull()
    .references(() => users.id),
  /** The last edit of the first reading when its report was released. */
  first_sequence: integer('first_sequence').notNull(),
  drawn_at: instant('drawn_at').notNull(),
  reader_id: rowRef('reader_id').references(() => users.id),
  taken_at: instant('taken_at'),
  given_back_at: instant('given_back_at'),
  finished_at: instant('finished_at'),
  /** The analysis on which both readings were compared. */
  analysis_version: integer('analysis_version'),
  second_sequence: integer('second_sequence'),
  agreement: jsonb('agreement'),
});

export const secondReadingEdits = pgTable(
  'second_reading_edits',
  {
    second_id: rowRef('second_id')
      .notNull()
      .references(() => secondReadings.second_id),
    ...editColumns(),
  },
  (t) => [primaryKey({ columns: [t.second_id, t.sequence] })],
);

export const secondReadingHeads = pgTable('second_reading_heads', {
  second_id: rowRef('second_id').primaryKey(),
  ...headColumns(),
});

export const secondReadingEditLocks = pgTable('second_reading_edit_locks', {
  second_id: rowRef('second_id')
    .primaryKey()
    .references(() => secondReadings.second_id),
  ...lockColumns(),
});

/** The users who have seen the first reading of a case. */
export const shownReadings = pgTable(
  'shown_readings',
  {
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    shown_at: instant('shown_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.case_id, t.user_id] })],
);
