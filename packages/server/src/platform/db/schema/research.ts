/** Defines the table of the pseudonyms and date shifts of research exports. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, rowRef } from './columns.ts';
import { userGroups } from './people.ts';

export const researchSubjects = pgTable(
  'research_subjects',
  {
    subject_id: identity('subject_id').primaryKey(),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    /** The patient ID, or `case:` and the number of a case without one. */
    patient_key: text('patient_key').notNull(),
    pseudonym: text('pseudonym').notNull(),
    /** Whole weeks into the past. */
    shift_days: integer('shift_days').notNull(),
  },
  (t) => [
    check('research_subjects_shift', sql`${t.shift_days} % 7 = 0 and ${t.shift_days} < 0`),
    uniqueIndex('research_subjects_patient').on(t.hospital_id, t.patient_key),
    uniqueIndex('research_subjects_pseudonym').on(t.pseudonym),
  ],
);
