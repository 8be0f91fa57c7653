/** Defines the tables of recordings, as the trace viewer reads them, and of uploads. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { cases } from './cases.ts';
import { userGroups, users } from './people.ts';

export const recordings = pgTable(
  'recordings',
  {
    recording_id: identity('recording_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .unique()
      .references(() => cases.case_id),
    start_ms: bigint('start_ms', { mode: 'number' }).notNull(),
    sampling_hz: doublePrecision('sampling_hz').notNull(),
    samples: bigint('samples', { mode: 'number' }).notNull(),
    /** `RecordingManifest['leads']`. */
    leads: jsonb('leads').notNull(),
    /** The pyramid's manifest, with the store key of each level's file. */
    pyramid: jsonb('pyramid').notNull(),
    /** Store key of TraceData.dat, which serves level 0. */
    trace_sha256: text('trace_sha256').notNull(),
    gaps: jsonb('gaps').notNull(),
    /** The number of gaps, maintained by the database. */
    gap_count: integer('gap_count')
      .notNull()
      .generatedAlwaysAs(sql`jsonb_array_length(gaps)`),
    events: jsonb('events').notNull(),
    hours: jsonb('hours').notNull(),
    /** 108 buckets of heart rate minimum, mean, maximum; 255 is missing. */
    sparkline: bytes('sparkline').notNull(),
    analysable_share: doublePrecision('analysable_share').notNull(),
    /** Buckets of TraceViewData.dat that differ from the product's own. */
    view_mismatches: bigint('view_mismatches', { mode: 'number' }).notNull(),
    synthetic: boolean('synthetic').notNull().default(false),
    created_at: instant('created_at').notNull().defaultNow(),
    /** When the signal's bytes were deleted at the end of their retention. */
    purged_at: instant('purged_at'),
  },
  (t) => [
    index('recordings_trace_sha256').on(t.trace_sha256),
    index('recordings_level_sha256').using('gin', sql`(${t.pyramid} -> 'level_sha256')`),
  ],
);

export const uploads = pgTable(
  'uploads',
  {
    upload_id: text('upload_id').primaryKey(),
    user_id: rowRef('user_id')
      .notNull()
      .references(() => users.id),
    user_group_id: rowRef('user_group_id')
      .notNull()
      .references(() => userGroups.id),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    filename: text('filename').notNull(),
    hn_id: text('hn_id').notNull(),
    /** The optional patient fields sent with the upload. */
    metadata: jsonb('metadata').notNull().default({}),
    size_bytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    received_bytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    state: text('state').notNull().default('receiving'),
    code: text('code'),
    /** Parameters of the refusal's text. */
    parameters: jsonb('parameters'),
    entry: text('entry'),
    case_id: rowRef('case_id').references(() => cases.case_id),
    /** The analysis is to be requested as soon as the case is ready. */
    with_request: boolean('with_request').notNull().default(false),
    /** The reason why the case was not requested. */
    request_code: text('request_code'),
    capability_hash: bytes('capability_hash').notNull(),
    capability_expires_at: instant('capability_expires_at').notNull(),
    language: text('language').notNull().default('en'),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    finished_at: instant('finished_at'),
    /** The disk that has the bytes; null in a folder that all servers share. */
    disk: uuid('disk'),
    disk_name: text('disk_name'),
    /** The parts that are in the bucket, in order. */
    bucket_parts: jsonb('bucket_parts').notNull().default([]),
  },
  (t) => [
    check('uploads_state', sql`${t.state} in ('receiving', 'checking', 'done', 'refused', 'cancelled')`),
    index('uploads_hospital').on(t.hospital_id, t.created_at.desc()),
    index('uploads_group').on(t.user_group_id, t.created_at.desc()),
    index('uploads_open')
      .on(t.state, t.updated_at)
      .where(sql`state in ('receiving', 'checking')`),
    index('uploads_case').on(t.case_id),
    index('uploads_sent').on(t.created_at.desc(), t.upload_id.desc()),
    index('uploads_hn_id').on(t.hn_id),
    index('uploads_cancelled')
      .on(t.created_at)
      .where(sql`state = 'cancelled' and metadata <> '{}'::jsonb`),
  ],
);
