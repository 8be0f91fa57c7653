/**
 * Defines the tables of critical findings: the rules of each center, the findings, their history, and the contacts of
 * hospitals.
 */
import { bigint, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

/** Append-only: a change is the next version. */
export const criticalSettings = pgTable(
  'critical_settings',
  {
    center_id: rowRef('center_id')
      .notNull()
      .references(() => userGroups.id),
    version: integer('version').notNull(),
    settings: jsonb('settings').notNull(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.center_id, t.version] })],
);

export const hospitalContacts = pgTable('hospital_contacts', {
  hospital_id: rowRef('hospital_id')
    .primaryKey()
    .references(() => userGroups.id),
  version: integer('version').notNull(),
  contacts: jsonb('contacts').notNull(),
  updated_by: rowRef('updated_by')
    .notNull()
    .references(() => users.id),
  updated_at: instant('updated_at').notNull(),
});

/** The facts of a finding never change; its state does. */
export const criticalFindings = pgTable('critical_findings', {
  finding_id: identity('finding_id').primaryKey(),
  case_id: rowRef('case_id')
    .notNull()
    .references(() => cases.case_id),
  rule: text('rule').notNull(),
  kind: text('kind').notNull(),
  start_sample: bigint('start_sample', { mode: 'number' }).notNull(),
  end_sample: bigint('end_sample', { mode: 'number' }).notNull(),
  start_ms: bigint('start_ms', { mode: 'number' }).notNull(),
  beats: integer('beats').notNull(),
  seconds: doublePrecision('seconds').notNull(),
  bpm: doublePrecision('bpm'),
  places: jsonb('places').notNull(),
  analysis_version: integer('analysis_version').notNull(),
  reading_sequence: integer('reading_sequence').notNull(),
  /** The version of the center's rules; 0 if it never set any. */
  settings_version: integer('settings_version').notNull(),
  deadline_minutes: integer('deadline_minutes').notNull(),
  uploaded_at: instant('uploaded_at').notNull(),
  found_at: instant('found_at').notNull(),
  due_at: instant('due_at').notNull(),
  /** 16-bit samples in microvolts, lead after lead. */
  strip: bytes('strip'),
  strip_hz: doublePrecision('strip_hz'),
  /** Seconds of the strip before the place. */
  strip_before_s: doublePrecision('strip_before_s'),
  strip_leads: jsonb('strip_leads'),
  state: text('state').notNull().default('open'),
  /** The number of levels that have been notified. */
  level: integer('level').notNull().default(1),
  judged_by: rowRef('judged_by').references(() => users.id),
  judged_at: instant('judged_at'),
  called_at: instant('called_at'),
  acknowledged_at: instant('acknowledged_at'),
  acknowledged_by: rowRef('acknowledged_by').references(() => users.id),
  /** The name of the person in the hospital. */
  acknowledged_name: text('acknowledged_name'),
  acknowledged_way: text('acknowledged_way'),
  ended_at: instant('ended_at'),
});

/** Append-only. */
export const criticalEvents = pgTable('critical_events', {
  event_id: identity('event_id').primaryKey(),
  finding_id: rowRef('finding_id')
    .notNull()
    .references(() => criticalFindings.finding_id),
  case_id: rowRef('case_id')
    .notNull()
    .references(() => cases.case_id),
  event: text('event').notNull(),
  level: integer('level'),
  user_id: rowRef('user_id').references(() => users.id),
  contact: text('contact'),
  way: text('way'),
  note: text('note').notNull().default(''),
  created_at: instant('created_at').notNull(),
});
