/** Uploads: the history, and the check that the page makes before it sends. The bytes go by tus 1.0. */
import { genders, priorities } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { calendarDate, instant, optionalText, pageFields, pageOf, rowId, text } from './fields.ts';
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
] as const;

/** What those fields may hold; every value arrives as text. */
export const uploadFields = z.strictObject({
  filename: text(255),
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
} satisfies Record<(typeof uploadMetadata)[number], z.ZodType>);

/**
 * Every answer to the creation of an upload carries this header: the capability for that upload alone, good for
 * `uploadCapabilityHours`. HEAD, PATCH and DELETE send it back under the same name and need no session.
 */
export const uploadCapabilityHeader = 'Upload-Capability';
export const uploadCapabilityHours = 24;

export const uploadStates = ['receiving', 'checking', 'done', 'refused'] as const;

export const uploadRow = z.object({
  upload_id: z.string(),
  filename: z.string(),
  hn_id: z.string(),
  hospital: groupName,
  state: z.enum(uploadStates),
  size_bytes: z.number(),
  received_bytes: z.number(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  /** The entry of the zip that was at fault. */
  entry: z.string().nullable(),
  case_id: z.number().int().nullable(),
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
    summary: 'Every upload in the caller’s scope, newest first.',
    input: z.strictObject({
      ...pageFields,
      state: z.enum(uploadStates).optional(),
      q: z.string().trim().max(80).optional(),
    }),
    output: pageOf(uploadRow),
  },
  checkHnId: {
    method: 'GET',
    path: 'upload/check',
    allow: 'case.create',
    summary: 'Whether an HN ID is free at a hospital, waits for its recording, or is taken.',
    input: z.strictObject({ hn_id: text(40), hospital_id: rowId.optional() }),
    output: z.object({
      state: z.enum(['free', 'attaches', 'taken']),
      case_id: z.number().int().nullable(),
    }),
  },
});
