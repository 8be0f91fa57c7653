/** Uploads: the history, and the check that the page makes before it sends. The bytes go by tus 1.0. */
import { z } from 'zod';
import { instant, pageFields, pageOf, rowId, text } from './fields.ts';
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
