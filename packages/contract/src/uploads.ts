/** Uploads: the history, and the check that the page makes before it sends. The bytes go by tus 1.0. */
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

/** Where tus clients send, below `apiBase`. */
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

/** What those fields may hold; every value arrives as text. */
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
  /** `true` where staff confirm that the patient agreed on paper. */
  consent: z.enum(['true', 'false']).optional(),
  /** `true` where the analysis is to be requested as soon as the case is ready. */
  request: z.enum(['true', 'false']).optional(),
} satisfies Record<(typeof uploadMetadata)[number], z.ZodType>);

/**
 * Every answer to the creation of an upload carries this header: the capability for that upload alone, good for
 * `uploadCapabilityHours`. HEAD, PATCH and DELETE send it back under the same name and need no session.
 */
export const uploadCapabilityHeader = 'Upload-Capability';
export const uploadCapabilityHours = 24;

/** The columns that the history sorts by; a leading `-` turns the order round. */
const uploadSorts = ['created_at', 'size_bytes', 'filename', 'hn_id'] as const;
export type UploadSort = (typeof uploadSorts)[number];
export const uploadSortKeys = [...uploadSorts, ...uploadSorts.map((column) => `-${column}` as const)];

const period = { from_time: calendarDate.optional(), to_time: calendarDate.optional() };

/** What narrows the history; the same fields bound its spreadsheet. */
const historyFilter = {
  /** Finds file, HN ID, patient name and hospital by any part; a whole HN ID whatever the period. */
  q: z.string().trim().max(80).optional(),
  /** When it was sent: whole days in the caller's time zone, the last 30 where none are given. */
  ...period,
  outcome: listOf(z.enum(uploadOutcomes)).optional(),
  /** Who sent it. */
  user_id: listOf(rowId).optional(),
  sort: z.enum(uploadSortKeys).default('-created_at'),
};

/** What came of the wish to request the analysis with the upload. */
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
  /** The entry of the zip that was at fault. */
  entry: z.string().nullable(),
  case_id: z.number().int().nullable(),
  /** Null where the upload was sent without a request. */
  request: uploadRequest.nullable(),
  /** The case as it stands now; null where none was made or the caller may not see it. */
  case: z.object({ status: z.enum(caseStatuses), processing: z.boolean(), closed: z.boolean() }).nullable(),
  /** The case's patient, else the one named with the upload; masked as in the case lists. */
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
    summary: 'The uploads in the caller’s scope with what came of each; without a period the last 30 days.',
    input: z.strictObject({ ...pageFields, ...historyFilter }),
    output: pageOf(uploadRow),
  },
  uploadSenders: {
    method: 'GET',
    path: 'upload/senders',
    allow: 'upload.history',
    audit: 'none',
    summary: 'Who sent uploads in the caller’s scope in a period, by name.',
    input: z.strictObject(period),
    output: z.object({ items: z.array(personName) }),
  },
  exportUploads: {
    method: 'GET',
    path: 'upload/export',
    allow: 'upload.history',
    audit: 'upload.export',
    summary: 'The upload history as a spreadsheet, filtered, sorted and masked like the history.',
    input: z.strictObject(historyFilter),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
  checkHnId: {
    method: 'GET',
    path: 'upload/check',
    allow: 'case.create',
    audit: 'case.find',
    summary: 'Whether an HN ID is free at a hospital, waits for its recording, or is taken.',
    input: z.strictObject({ hn_id: text(40), hospital_id: rowId.optional() }),
    output: z.object({
      state: z.enum(['free', 'attaches', 'taken']),
      case_id: z.number().int().nullable(),
      /** Of a taken one whose case the caller may see: when it came, and by whom. */
      taken: z.object({ case_id: z.number().int(), created_at: instant, created_by: personName }).nullable(),
    }),
  },
});
