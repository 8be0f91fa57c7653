/** Defines the tables of cases: history, comments, files, report versions. */
import type { ConclusionFigure } from '@rhythmdesk/domain/report/conclusion';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { chargingUnits, userGroups, users } from './people.ts';

/** The columns that lists sort and search by. The database maintains all of them (generated columns and triggers). */
const listColumns = {
  /** The date that search periods use: the request's, else the creation's. */
  listed_at: instant('listed_at')
    .notNull()
    .generatedAlwaysAs(sql`coalesce(requested_date, created_at)`),
  /** Year × 12 + month of `listed_at` in UTC. */
  listed_month: integer('listed_month')
    .notNull()
    .generatedAlwaysAs(sql`by migration`),
  patient_name: text('patient_name')
    .notNull()
    .generatedAlwaysAs(sql`by migration`),
  search_names: text('search_names')
    .notNull()
    .generatedAlwaysAs(sql`by migration`),
  search_ids: text('search_ids')
    .notNull()
    .generatedAlwaysAs(sql`by migration`),
  status_rank: smallint('status_rank')
    .notNull()
    .generatedAlwaysAs(sql`by migration`),
  priority_rank: smallint('priority_rank')
    .notNull()
    .generatedAlwaysAs(sql`by migration`),
  severity_rank: smallint('severity_rank')
    .notNull()
    .generatedAlwaysAs(sql`by migration`),
  hospital_name: text('hospital_name').notNull().default(''),
  technician_name: text('technician_name'),
  technician_group_id: rowRef('technician_group_id'),
};

export const cases = pgTable(
  'cases',
  {
    case_id: identity('case_id').primaryKey(),
    version: integer('version').notNull().default(1),
    hn_id: text('hn_id').notNull().unique(),
    status: text('status').notNull().default('ready'),
    /** The number of background jobs working on the case; above 0 the label is `processing`. */
    job_count: integer('job_count').notNull().default(0),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    tech_center_id: rowRef('tech_center_id').references(() => userGroups.id),
    /** The team to which the case was assigned by its share. */
    team_id: rowRef('team_id').references(() => userGroups.id),
    owner_id: rowRef('owner_id')
      .notNull()
      .references(() => users.id),
    /** The group of the user who created the case: LOGISTICS sees its cases as own uploads. */
    uploader_group_id: rowRef('uploader_group_id')
      .notNull()
      .references(() => userGroups.id),
    technician_id: rowRef('technician_id').references(() => users.id),
    confirmer_id: rowRef('confirmer_id').references(() => users.id),
    verification_requested_at: instant('verification_requested_at'),
    verified_at: instant('verified_at'),
    /** When the correction in progress began. */
    edit_started_at: instant('edit_started_at'),
    /** The first save of the correction in progress. */
    edit_saved_at: instant('edit_saved_at'),
    closed_at: instant('closed_at'),
    close_reason: text('close_reason'),
    patient_id: text('patient_id'),
    patient_first_name: text('patient_first_name'),
    patient_last_name: text('patient_last_name'),
    birth_date: date('birth_date', { mode: 'string' }),
    gender: text('gender'),
    phone_number: text('phone_number'),
    priority: text('priority').notNull().default('normal'),
    severity: text('severity').notNull().default('none'),
    attachment_date: date('attachment_date', { mode: 'string' }),
    detachment_date: date('detachment_date', { mode: 'string' }),
    product_name: text('product_name'),
    comment: text('comment').notNull().default(''),
    technician_comment: text('technician_comment').notNull().default(''),
    conclusion_figures: jsonb('conclusion_figures').$type<ConclusionFigure[]>().notNull().default([]),
    report_version: integer('report_version'),
    recording_start: instant('recording_start'),
    recording_seconds: doublePrecision('recording_seconds'),
    af_share: doublePrecision('af_share'),
    ve_count: integer('ve_count'),
    pause_count: integer('pause_count'),
    /** The time by which the hospital must know of the open critical findings; null if there are none. */
    critical_due_at: instant('critical_due_at'),
    requested_date: instant('requested_date'),
    report_due_date: instant('report_due_date'),
    confirmed_date: instant('confirmed_date'),
    /** The price of the first completion, copied from the price policy then in force. */
    charging_unit_id: rowRef('charging_unit_id').references(() => chargingUnits.id),
    price_minor: bigint('price_minor', { mode: 'number' }),
    currency: text('currency'),
    /** When the patient was erased. */
    erased_at: instant('erased_at'),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    ...listColumns,
  },
  (t) => [
    check(
      'cases_status',
      sql`${t.status} in ('ready', 'request', 'assigned', 'start', 'review', 'complete', 'edit')`,
    ),
    check('cases_priority', sql`${t.priority} in ('normal', 'urgent')`),
    check('cases_severity', sql`${t.severity} in ('none', 'low', 'moderate', 'high', 'critical')`),
    check('cases_gender', sql`${t.gender} in ('male', 'female', 'other')`),
    check('cases_hn_id', sql`${t.hn_id} ~ '^HN[A-Z0-9]{6,12}$'`),
    check('cases_assignee', sql`(${t.status} in ('ready', 'request')) = (${t.technician_id} is null)`),
    check('cases_requested', sql`${t.status} = 'ready' or ${t.requested_date} is not null`),
    check('cases_confirmed', sql`${t.status} not in ('complete', 'edit') or ${t.confirmed_date} is not null`),
    check('cases_closed', sql`(${t.closed_at} is null) = (${t.close_reason} is null)`),
  ],
);

/** The progress of each center's assignment of cases to its teams (records/cases/deal-case.ts). */
export const centerDealings = pgTable('center_dealings', {
  center_id: rowRef('center_id')
    .primaryKey()
    .references(() => userGroups.id),
  shares: jsonb('shares').notNull().default([]),
  /** Since then neither ratios nor teams have changed. */
  counted_since: instant('counted_since').notNull(),
});

/** Append-only; each row's hash covers the row and the hash before it. */
export const caseHistory = pgTable(
  'case_history',
  {
    history_id: identity('history_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    version: integer('version').notNull(),
    action: text('action').notNull(),
    from_status: text('from_status'),
    status: text('status').notNull(),
    user_id: rowRef('user_id').references(() => users.id),
    role_key: text('role_key'),
    user_group_id: rowRef('user_group_id').references(() => userGroups.id),
    description: text('description').notNull().default(''),
    request_id: text('request_id').notNull(),
    created_at: instant('created_at').notNull(),
    previous_hash: bytes('previous_hash').notNull(),
    hash: bytes('hash').notNull(),
    /** The hash format of the row (domain/case/history.ts). */
    chain: smallint('chain').notNull().default(2),
    /** The digest of the file that came with this step. */
    file_sha256: text('file_sha256'),
  },
  (t) => [
    uniqueIndex('case_history_case_version').on(t.case_id, t.version),
    index('case_history_user').on(t.user_id, t.created_at.desc(), t.history_id.desc()),
  ],
);

/** The end of each case's history, maintained by the database, so that a removed last row is detected. */
export const caseHistoryHeads = pgTable('case_history_heads', {
  case_id: rowRef('case_id').primaryKey(),
  rows: integer('rows').notNull(),
  version: integer('version').notNull(),
  hash: bytes('hash').notNull(),
});

export const caseComments = pgTable(
  'case_comments',
  {
    comment_id: identity('comment_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    user_group_id: rowRef('user_group_id')
      .notNull()
      .references(() => userGroups.id),
    internal: boolean('internal').notNull(),
    content: text('content').notNull(),
    /** The mentioned users. */
    mentions: rowRef('mentions')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The place in the recording to which it is pinned; with an end, a section. */
    start_sample: bigint('start_sample', { mode: 'number' }),
    end_sample: bigint('end_sample', { mode: 'number' }),
    /** The pinned comment that it replies to. */
    reply_to: rowRef('reply_to').references((): AnyPgColumn => caseComments.comment_id),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('case_comments_case').on(t.case_id, t.comment_id)],
);

/** The single answer to a pinned comment. */
export const pinAnswers = pgTable(
  'pin_answers',
  {
    comment_id: rowRef('comment_id')
      .primaryKey()
      .references(() => caseComments.comment_id),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
  },
  (t) => [index('pin_answers_case').on(t.case_id)],
);

export const caseFiles = pgTable(
  'case_files',
  {
    file_id: identity('file_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    kind: text('kind').notNull(),
    /** Who added it: with the request, the hospital's user later, or a technician. */
    side: text('side').notNull(),
    filename: text('filename').notNull(),
    media_type: text('media_type').notNull(),
    size_bytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** Name of the stored file. */
    sha256: text('sha256').notNull(),
    /** SHA-256 of what a user receives, if the file is stored packed. */
    content_sha256: text('content_sha256'),
    created_by: rowRef('created_by').references(() => users.id),
    created_at: instant('created_at').notNull().defaultNow(),
    purged_at: instant('purged_at'),
  },
  (t) => [
    check(
      'case_files_kind',
      sql`${t.kind} in ('report', 'order', 'signal', 'view', 'summary', 'events', 'consent', 'other')`,
    ),
    check('case_files_side', sql`${t.side} in ('request', 'user', 'technician')`),
    check('case_files_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('case_files_content_sha256', sql`${t.content_sha256} ~ '^[0-9a-f]{64}$'`),
    index('case_files_case').on(t.case_id),
    index('case_files_sha256_index').on(t.sha256),
  ],
);

export const reportVersions = pgTable(
  'report_versions',
  {
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    report_version: integer('report_version').notNull(),
    file_id: rowRef('file_id')
      .notNull()
      .references(() => caseFiles.file_id),
    source: text('source').notNull(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    /** The user whose reading it is, if a verification created the version. */
    reading_by: rowRef('reading_by').references(() => users.id),
    created_at: instant('created_at').notNull().defaultNow(),
    /** The completion that first made it visible to the hospital. */
    released_at: instant('released_at'),
    /** The data of a report that was made from the reading. */
    document: jsonb('document'),
  },
  (t) => [
    primaryKey({ columns: [t.case_id, t.report_version] }),
    check('report_versions_source', sql`${t.source} in ('device', 'technician', 'reading')`),
    check('report_versions_document', sql`(${t.source} = 'reading') = (${t.document} is not null)`),
  ],
);
