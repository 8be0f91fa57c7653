/** Defines the tables of patients' erasures: each request with its protocol, and the cases that it erased. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

/** Numbers by kind of data, as the preview counted them. */
export type ErasureCounts = Readonly<Record<string, number>>;

/** Append-only except for its end. */
export const patientErasures = pgTable(
  'patient_erasures',
  {
    erasure_id: identity('erasure_id').primaryKey(),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    /** Replaces the patient ID in the cases. */
    pseudonym: text('pseudonym').notNull(),
    case_ids: rowRef('case_ids').array().notNull(),
    reason: text('reason').notNull(),
    /** What the preview counted, which the user confirmed. */
    counts: jsonb('counts').$type<ErasureCounts>().notNull(),
    requested_by: rowRef('requested_by')
      .notNull()
      .references(() => users.id),
    requested_at: instant('requested_at').notNull(),
    /** When every case was erased and the stored files were removed. */
    finished_at: instant('finished_at'),
    files_removed: integer('files_removed'),
  },
  (t) => [
    check('patient_erasures_cases', sql`cardinality(${t.case_ids}) > 0`),
    check('patient_erasures_finished', sql`(${t.finished_at} is null) = (${t.files_removed} is null)`),
    uniqueIndex('patient_erasures_pseudonym').on(t.pseudonym),
    index('patient_erasures_open')
      .on(t.erasure_id)
      .where(sql`finished_at is null`),
  ],
);

/** Append-only. The database erases a case when its row is written. */
export const caseErasures = pgTable(
  'case_erasures',
  {
    case_id: rowRef('case_id')
      .primaryKey()
      .references(() => cases.case_id),
    erasure_id: rowRef('erasure_id')
      .notNull()
      .references(() => patientErasures.erasure_id),
    /** Released reports and their signatures stay until then; null if none stays. */
    report_until: date('report_until', { mode: 'string' }),
    counts: jsonb('counts').$type<ErasureCounts>().notNull(),
    /** The stored files that belonged to the case. */
    files: text('files').array().notNull(),
    erased_at: instant('erased_at').notNull(),
  },
  (t) => [index('case_erasures_erasure').on(t.erasure_id)],
);

/** Append-only. The database removes the reports that stayed when the row is written. */
export const reportErasures = pgTable('report_erasures', {
  case_id: rowRef('case_id')
    .primaryKey()
    .references(() => caseErasures.case_id),
  erased_at: instant('erased_at').notNull(),
});
