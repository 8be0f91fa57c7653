/**
 * Defines the tables of edits to an analysis: the log of each case's reading, its head, its checksum, its edit lock,
 * and the reviewed parts.
 */
import { customType, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { bytes, instant, rowRef } from './columns.ts';
import { users } from './people.ts';

/** Defines the columns of an edit log: append-only; the database chains the rows and fills in the hashes. */
export const editColumns = () => ({
  sequence: integer('sequence').notNull(),
  analysis_version: integer('analysis_version').notNull(),
  edit: jsonb('edit').notNull(),
  page_id: uuid('page_id').notNull(),
  user_id: rowRef('user_id')
    .notNull()
    .references(() => users.id),
  created_at: instant('created_at').notNull(),
  previous_hash: bytes('previous_hash').notNull(),
  hash: bytes('hash').notNull(),
});

/** Defines the columns of the head of a log, written only by the trigger on its edits. */
export const headColumns = () => ({ sequence: integer('sequence').notNull(), hash: bytes('hash').notNull() });

/** Defines the columns of an edit lock: the page that writes. */
export const lockColumns = () => ({
  user_id: rowRef('user_id')
    .notNull()
    .references(() => users.id),
  page_id: uuid('page_id').notNull(),
  taken_at: instant('taken_at').notNull(),
  seen_at: instant('seen_at').notNull(),
});

export const readingEdits = pgTable(
  'reading_edits',
  {
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    ...editColumns(),
  },
  (t) => [primaryKey({ columns: [t.case_id, t.sequence] })],
);

export const readingHeads = pgTable('reading_heads', {
  case_id: rowRef('case_id').primaryKey(),
  ...headColumns(),
});

/** The checksum of the reading with this last edit, on this analysis. */
export const readingChecksums = pgTable('reading_checksums', {
  case_id: rowRef('case_id')
    .primaryKey()
    .references(() => cases.case_id),
  analysis_version: integer('analysis_version').notNull(),
  sequence: integer('sequence').notNull(),
  checksum: text('checksum').notNull(),
});

export const readingEditLocks = pgTable('reading_edit_locks', {
  case_id: rowRef('case_id')
    .primaryKey()
    .references(() => cases.case_id),
  ...lockColumns(),
  /** The user who asks for the lock. */
  asked_by: rowRef('asked_by').references(() => users.id),
});

/** As text, `{[0,5),[7,9)}`. */
const multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' });

export const readingCoverage = pgTable(
  'reading_coverage',
  {
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    /** Half-open ranges, counted from the recording's first sample. */
    minutes: multirange('minutes').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.case_id, t.user_id] })],
);
