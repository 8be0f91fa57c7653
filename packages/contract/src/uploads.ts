/**
 * Defines the routes for uploads: the history, and the check that the page makes before it sends. The bytes are sent by
 * tus 1.0.
 */
import { caseStatuses, genders, priorities } from '@rhythmdesk/domain/case/status';
import { uploadOutcomes, uploadStates } from '@rhythmdesk/domain/case/upload-outcome';
import { z } from 'zod';
import {
  calendarDate,
  fileName,
  instant,
  listOf,
  optionalText,
  pageFields,
  pageOf,
  rowId,
  text,
} from './fields.ts';
import { groupName, personName } from './people.ts';
import { defineRoutes } from './route.ts';

/** The path for tus clients, below `apiBase`. */
export const uploadPath = 'upload/files';

/** The metadata fields of a tus upload; all but the first two are optional. */
export const uploadMetadata = [
  'filename',
  'hn_id',
  'hospital_id',
  'patient_id',
  'patient_first_name',
  'patient_last_name',
  'birth_date',
  'gender',
  'phone_number',
  'priority',
  'comment',
  'consent',
  'request',
] as const;

/** The values of these fields; every value arrives as text. */
export const uploadFields = z.strictObject({
  filename: fileName(255),
  hn_id: text(40),
  hospital_id: rowId.optional(),
  patient_id: optionalText(64).optional(),
  patient_first_name: optionalText(80).optional(),
  patient_last_name: optionalText(80).optional(),
  birth_date: z.union([calendarDate, z.literal('')]).optional(),
  gender: z.union([z.enum(genders), z.literal('')]).optional(),
  phone_number: optionalText(32).optional(),
  priority: z.enum(priorities).optional(),
  comment: optionalText(2000).optional(),
  /** `true` if staff confirm that the patient agreed on paper. */
  consent: z.enum(['true', 'false']).optional(),
  /** `true` if the analysis is to be requested as soon as the case is ready. */
  request: z.enum(['true', 'false']).optional(),
} satisfies Record<(typeof uploadMetadata)[number], z.ZodType>);

/**
 * The header of every response to the creation of an upload. It contains the capability for this upload only, valid for
 * `uploadCapabilityHours`. HEAD, PATCH and DELETE send it back under the same name and need no session.
 */
export const uploadCapabilityHeader = 'Upload-Capability';
export const uploadCapabilityHours = 24;

/** The columns that the history sorts by; a leading `-` reverses the order. */
const uploadSorts = ['created_at', 'size_bytes', 'filename', 'hn_id'] as const;
export type UploadSort = (typeof uploadSorts)[number];
export const uploadSortKeys = [...uploadSorts, ...uploadSorts.map((column) => `-${column}` as const)];

const period = { from_time: calendarDate.optional(), to_time: calendarDate.optional() };

/** The filters of the history; the same fields apply to its spreadsheet. */
const historyFilter = {
  /** Finds file, HN ID, patient name and hospital by any part; a complete HN ID is found regardless of the period. */
  q: z.string().trim().max(80).optional(),
  /** When it was sent: whole days in the caller's time zone; the last 30 days by default. */
  ...period,
  outcome: listOf(z.enum(uploadOutcomes)).optional(),
  /** The sender. */
  user_id: listOf(rowId).optional(),
  sort: z.enum(uploadSortKeys).default('-created_at'),
};

/** The result of requesting the analysis together with the upload. */
const uploadRequest = z.object({
  state: z.enum(['waiting', 'requested', 'refused']),
  code: z.string().nullable(),
  detail: z.string().nullable(),
});

export const uploadRow = z.object({
  upload_id: z.string(),
  filename: z.string(),
  hn_id: z.string(),
  hospital: groupName,
  state: z.enum(uploadStates),
  outcome: z.enum(uploadOutcomes),
  size_bytes: z.number(),
  received_bytes: z.number(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  /** The invalid entry of the zip. */
  entry: z.string().nullable(),
  case_id: z.number().int().nullable(),
  /** Null if the upload was sent without a request. */
  request: uploadRequest.nullable(),
  /** The current state of the case; null if no case was created or the caller may not see it. */
  case: z.object({ status: z.enum(caseStatuses), processing: z.boolean(), closed: z.boolean() }).nullable(),
  /** The case's patient, else the one named in the upload; masked as in the case lists. */
  patient_first_name: z.string().nullable(),
  patient_last_name: z.string().nullable(),
  created_by: personName,
  created_at: instant,
  finished_at: instant.nullable(),
});
export type UploadRow = z.output<typeof uploadRow>;

export const uploadRoutes = defineRoutes({
  uploadHistory: {
    method: 'GET',
    path: 'upload/history',
    allow: 'upload.history',
    audit: 'upload.list',
    summary:
      'Returns the uploads in the caller’s scope with their results; without a period the last 30 days.',
    input: z.strictObject({ ...pageFields, ...historyFilter }),
    output: pageOf(uploadRow),
  },
  uploadSenders: {
    method: 'GET',
    path: 'upload/senders',
    allow: 'upload.history',
    audit: 'none',
    summary: 'Returns who sent uploads in the caller’s scope in a period, by name.',
    input: z.strictObject(period),
    output: z.object({ items: z.array(personName) }),
  },
  exportUploads: {
    method: 'GET',
    path: 'upload/export',
    allow: 'upload.history',
    audit: 'upload.export',
    summary: 'Returns the upload history as a spreadsheet, filtered, sorted and masked like the history.',
    input: z.strictObject(historyFilter),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
  checkHnId: {
    method: 'GET',
    path: 'upload/check',
    allow: 'case.create',
    audit: 'case.find',
    summary: 'Returns whether an HN ID is free at a hospital, waits for its recording, or is taken.',
    input: z.strictObject({ hn_id: text(40), hospital_id: rowId.optional() }),
    output: z.object({
      state: z.enum(['free', 'attaches', 'taken']),
      case_id: z.number().int().nullable(),
      /** If the id is taken and the caller may see the case: when it was created, and by whom. */
      taken: z.object({ case_id: z.number().int(), created_at: instant, created_by: personName }).nullable(),
    }),
  },
});
