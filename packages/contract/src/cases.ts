/** Cases: the row of a list, the case page, what may be filtered, and every call that changes one. */
import { caseActions, transitions, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { caseStatuses, genders, priorities, severities } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import {
  calendarDate,
  flag,
  instant,
  listOf,
  optionalText,
  pageFields,
  pageOf,
  rowId,
  text,
  whole,
} from './fields.ts';
import { groupName, personName } from './people.ts';
import { defineRoutes, type InputOf } from './route.ts';

/** The saved views every list offers, in the order of their tabs. */
export const caseViews = [
  'all',
  'mine',
  'unassigned',
  'ready',
  'in_progress',
  'overdue',
  'in_review',
  'correction',
  'completed_today',
  'completed',
] as const;
export type CaseView = (typeof caseViews)[number];

/** The columns that a list sorts by; a leading `-` turns the order round. */
export const caseSorts = [
  'hn_id',
  'patient_name',
  'hospital',
  'recording_start',
  'recording_seconds',
  'status',
  'priority',
  'severity',
  'technician',
  'requested_date',
  'report_due_date',
  'confirmed_date',
  'created_at',
  'af_share',
  've_count',
  'pause_count',
] as const;
export type CaseSort = (typeof caseSorts)[number];
const sortKeys = [...caseSorts, ...caseSorts.map((column) => `-${column}` as const)];

/** What narrows a list; the same fields bound its spreadsheet and its counts. */
export const caseFilter = {
  view: z.enum(caseViews).default('all'),
  /** Finds HN ID, patient name, patient ID and hospital by any part, from one character on. */
  q: z.string().trim().max(80).optional(),
  from_time: calendarDate.optional(),
  to_time: calendarDate.optional(),
  status: listOf(z.enum(caseStatuses)).optional(),
  priority: listOf(z.enum(priorities)).optional(),
  severity: listOf(z.enum(severities)).optional(),
  hospital_id: listOf(rowId).optional(),
  tech_center_id: listOf(rowId).optional(),
  technician_id: listOf(rowId).optional(),
  confirmer_id: listOf(rowId).optional(),
  closed: flag.optional(),
  hn_id: z.string().max(32).optional(),
  case_id: rowId.optional(),
  patient_id: z.string().max(64).optional(),
};

export const caseRow = z.object({
  case_id: z.number().int(),
  version: z.number().int(),
  hn_id: z.string(),
  status: z.enum(caseStatuses),
  /** A background job works on the case. */
  processing: z.boolean(),
  closed: z.boolean(),
  hospital: groupName,
  tech_center: groupName.nullable(),
  /** Patient names, birth date and phone number are masked for this caller. */
  masked: z.boolean(),
  patient_id: z.string().nullable(),
  patient_first_name: z.string().nullable(),
  patient_last_name: z.string().nullable(),
  birth_date: calendarDate.nullable(),
  gender: z.enum(genders).nullable(),
  age: z.number().int().nullable(),
  priority: z.enum(priorities),
  severity: z.enum(severities),
  technician: personName.nullable(),
  confirmer: personName.nullable(),
  verified: z.boolean(),
  recording_start: instant.nullable(),
  recording_seconds: z.number().nullable(),
  requested_date: instant.nullable(),
  report_due_date: instant.nullable(),
  confirmed_date: instant.nullable(),
  created_at: instant,
  /** 324 bytes as base64: 108 buckets of heart rate minimum, mean and maximum; 255 is missing. */
  glyph: z.string().nullable(),
  /** Share of the analysed time in atrial fibrillation, 0 to 1. */
  af_share: z.number().nullable(),
  ve_count: z.number().int().nullable(),
  pause_count: z.number().int().nullable(),
  comment_count: z.number().int(),
  has_report: z.boolean(),
  /** What this caller may do now, the likely next one first. */
  actions: z.array(z.enum(caseActions)),
});
export type CaseRow = z.output<typeof caseRow>;

export const fileKinds = ['report', 'order', 'signal', 'view', 'summary', 'events', 'other'] as const;
export const caseFile = z.object({
  file_id: z.number().int(),
  kind: z.enum(fileKinds),
  filename: z.string(),
  media_type: z.string(),
  size_bytes: z.number().int(),
  sha256: z.string(),
  created_at: instant,
  created_by: personName.nullable(),
  /** The bytes are past their retention; only the entry stays. */
  purged: z.boolean(),
});
export const caseFiles = z.object({
  request_uploaded: z.array(caseFile),
  user_uploaded: z.array(caseFile),
  technician_uploaded: z.array(caseFile),
});
export type CaseFile = z.output<typeof caseFile>;
export type CaseFiles = z.output<typeof caseFiles>;

export const reportVersion = z.object({
  report_version: z.number().int(),
  file_id: z.number().int(),
  created_at: instant,
  created_by: personName.nullable(),
  source: z.enum(['device', 'technician']),
  current: z.boolean(),
});
export type ReportVersion = z.output<typeof reportVersion>;

export const caseDetail = caseRow.extend({
  phone_number: z.string().nullable(),
  owner: personName.nullable(),
  attachment_date: calendarDate.nullable(),
  detachment_date: calendarDate.nullable(),
  product_name: z.string().nullable(),
  comment: z.string(),
  technician_comment: z.string(),
  close_reason: z.string().nullable(),
  time_zone: z.string(),
  /** Whether the recording can be drawn for this caller: `none` no recording yet, `purged` past its retention. */
  recording: z.enum(['none', 'processing', 'ready', 'purged', 'not_allowed']),
  leads: z.array(z.string()),
  sampling_hz: z.number().nullable(),
  analysable_share: z.number().nullable(),
  gap_count: z.number().int().nullable(),
  view_mismatch: z.boolean(),
  has_order: z.boolean(),
  can_edit_patient: z.boolean(),
  can_edit_reading: z.boolean(),
  can_comment: z.boolean(),
  can_comment_internally: z.boolean(),
  report_versions: z.array(reportVersion),
  /** Earlier recordings of the same patient at the same hospital, newest first. */
  earlier: z.array(
    z.object({
      case_id: z.number().int(),
      hn_id: z.string(),
      recording_start: instant.nullable(),
      recording_seconds: z.number().nullable(),
      af_share: z.number().nullable(),
    }),
  ),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const historyRow = z.object({
  history_id: z.number().int(),
  action: z.string(),
  from_status: z.enum(caseStatuses).nullable(),
  status: z.enum(caseStatuses),
  version: z.number().int(),
  user: personName.nullable(),
  role_key: z.string().nullable(),
  institution: z.string().nullable(),
  description: z.string(),
  requested_date: instant,
  /** Seconds that the case stayed in `status` until the next row; null while it still does. */
  duration: z.number().nullable(),
});
export type HistoryRow = z.output<typeof historyRow>;

export const comment = z.object({
  comment_id: z.number().int(),
  user: personName,
  institution: z.string(),
  internal: z.boolean(),
  content: z.string(),
  created_at: instant,
});
export type Comment = z.output<typeof comment>;

const patientFields = {
  patient_id: optionalText(64),
  patient_first_name: optionalText(80),
  patient_last_name: optionalText(80),
  birth_date: calendarDate.nullable(),
  gender: z.enum(genders).nullable(),
  phone_number: optionalText(32),
  priority: z.enum(priorities),
  attachment_date: calendarDate.nullable(),
  detachment_date: calendarDate.nullable(),
  product_name: optionalText(80),
  comment: optionalText(2000),
};

const caseKey = { case_id: rowId };
const versioned = { case_id: rowId, version: whole(1) };
const pdfLimitBytes = 50 * 1024 * 1024;

const actionInput = z.strictObject({
  ...versioned,
  comment: text(2000).optional(),
  technician_id: rowId.optional(),
  confirmer_id: rowId.optional(),
  password: z.string().min(1).max(256).optional(),
});
export type ActionInput = z.output<typeof actionInput>;

/** The row of one action of the lifecycle table. */
function actionRoute<A extends CaseAction>(action: A) {
  return {
    method: 'POST' as const,
    path: `case/case/:case_id/${action}` as const,
    allow: transitions[action].permission,
    summary: `Case action “${action}”.`,
    input: actionInput,
    output: z.object({ case_id: z.number().int(), version: z.number().int(), status: z.enum(caseStatuses) }),
    idempotent: true as const,
  };
}

export const actionRoutes = defineRoutes({
  'case/request': actionRoute('request'),
  'case/cancel-request': actionRoute('cancel-request'),
  'case/assign-to-me': actionRoute('assign-to-me'),
  'case/assign': actionRoute('assign'),
  'case/unassign': actionRoute('unassign'),
  'case/reject': actionRoute('reject'),
  'case/start': actionRoute('start'),
  'case/take-back': actionRoute('take-back'),
  'case/reassign': actionRoute('reassign'),
  'case/review-request': actionRoute('review-request'),
  'case/request-verification': actionRoute('request-verification'),
  'case/verify': actionRoute('verify'),
  'case/return': actionRoute('return'),
  'case/complete': actionRoute('complete'),
  'case/request-editing': actionRoute('request-editing'),
  'case/cancel-editing': actionRoute('cancel-editing'),
  'case/complete-editing': actionRoute('complete-editing'),
  'case/close': actionRoute('close'),
} satisfies Record<`case/${CaseAction}`, unknown>);

export const caseRoutes = defineRoutes({
  cases: {
    method: 'GET',
    path: 'case/cases',
    allow: 'case.read',
    summary: 'The case list of the caller’s scope.',
    input: z.strictObject({
      ...pageFields,
      ...caseFilter,
      sort: z.enum(sortKeys).default('report_due_date'),
    }),
    output: pageOf(caseRow),
  },
  caseViews: {
    method: 'GET',
    path: 'case/views',
    allow: 'case.read',
    summary: 'How many cases each saved view holds now.',
    input: z.strictObject({ hospital_id: listOf(rowId).optional() }),
    output: z.object({ counts: z.partialRecord(z.enum(caseViews), z.number().int()) }),
  },
  findCases: {
    method: 'GET',
    path: 'case/find',
    allow: 'case.read',
    summary: 'The first few cases that match a text, for the search field of the top bar.',
    input: z.strictObject({ q: z.string().trim().min(1).max(80) }),
    output: z.object({
      items: z.array(
        caseRow.pick({
          case_id: true,
          hn_id: true,
          status: true,
          closed: true,
          hospital: true,
          masked: true,
          patient_id: true,
          patient_first_name: true,
          patient_last_name: true,
        }),
      ),
    }),
  },
  nextCase: {
    method: 'GET',
    path: 'case/next',
    allow: 'case.assign_to_me',
    summary: 'The unassigned case that is due first, urgent before normal; null where none waits.',
    input: z.strictObject({}),
    output: z.object({ case_id: z.number().int().nullable(), version: z.number().int().nullable() }),
  },
  readCase: {
    method: 'GET',
    path: 'case/case/:case_id',
    allow: 'case.read',
    summary: 'One case. An ADMIN states a reason, which is audited.',
    input: z.strictObject({ ...caseKey, reason: text(200).optional() }),
    output: caseDetail,
  },
  createCase: {
    method: 'POST',
    path: 'case/case',
    allow: 'case.create',
    summary: 'Make a case by form; a recording may follow by upload.',
    input: z.strictObject({
      hospital_id: rowId.optional(),
      hn_id: text(40),
      ...z.object(patientFields).partial().shape,
    }),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
    idempotent: true,
    success: 201,
  },
  updateCase: {
    method: 'PUT',
    path: 'case/case',
    allow: 'case.edit_patient',
    summary: 'Change patient fields, priority or the hospital’s comment; sends only what changes.',
    input: z.strictObject({ ...versioned, ...z.object(patientFields).partial().shape }),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
  },
  updateReading: {
    method: 'PUT',
    path: 'case/case/:case_id/reading',
    allow: 'case.edit_reading',
    summary: 'Change severity or the technician’s comment.',
    input: z.strictObject({
      ...versioned,
      severity: z.enum(severities).optional(),
      technician_comment: optionalText(4000).optional(),
    }),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
  },
  assignMany: {
    method: 'POST',
    path: 'case/assignments',
    allow: 'case.assign',
    summary: 'Assign several requested cases to one technician; each case is decided by itself.',
    input: z.strictObject({
      technician_id: rowId,
      cases: z
        .array(z.strictObject({ case_id: rowId, version: z.number().int().positive() }))
        .min(1)
        .max(100),
    }),
    output: z.object({
      results: z.array(
        z.object({
          case_id: z.number().int(),
          ok: z.boolean(),
          code: z.string().nullable(),
          detail: z.string().nullable(),
        }),
      ),
    }),
    idempotent: true,
  },
  caseHistory: {
    method: 'GET',
    path: 'case/case/:case_id/history',
    allow: 'case.history',
    summary: 'The timeline, oldest first.',
    input: z.strictObject(caseKey),
    output: z.object({ items: z.array(historyRow), intact: z.boolean() }),
  },
  comments: {
    method: 'GET',
    path: 'case/case/:case_id/comments',
    allow: 'case.history',
    summary: 'Comments, oldest first; internal ones only inside the center.',
    input: z.strictObject(caseKey),
    output: z.object({ items: z.array(comment) }),
  },
  addComment: {
    method: 'POST',
    path: 'case/case/:case_id/comments',
    allow: 'case.comment',
    summary: 'Write a comment.',
    input: z.strictObject({ ...caseKey, content: text(4000), internal: z.boolean().default(false) }),
    output: comment,
    idempotent: true,
    success: 201,
  },
  caseFiles: {
    method: 'GET',
    path: 'case/case/:case_id/files',
    allow: 'case.read',
    summary: 'The files of a case, by who brought them.',
    input: z.strictObject(caseKey),
    output: caseFiles,
  },
  report: {
    method: 'GET',
    path: 'case/case/:case_id/report',
    allow: 'file.report',
    summary: 'The current report, or one version of it.',
    input: z.strictObject({ ...caseKey, report_version: rowId.optional() }),
    output: { binary: 'application/pdf' },
  },
  order: {
    method: 'GET',
    path: 'case/case/:case_id/order',
    allow: 'file.report',
    summary: 'The order that came with the recording.',
    input: z.strictObject(caseKey),
    output: { binary: 'application/pdf' },
  },
  addFile: {
    method: 'POST',
    path: 'case/case/:case_id/files',
    allow: 'case.edit_reading',
    summary: 'Add a technician’s PDF; kind `report` makes it the next report version.',
    input: z.strictObject({ ...versioned, filename: text(200), kind: z.enum(['report', 'other']) }),
    output: z.object({ case_id: z.number().int(), version: z.number().int(), file_id: z.number().int() }),
    upload: { media_type: 'application/pdf', limit_bytes: pdfLimitBytes },
    success: 201,
  },
  adoptReport: {
    method: 'POST',
    path: 'case/case/:case_id/adopt-report',
    allow: 'case.edit_reading',
    summary: 'Make the device’s Report.pdf the next report version.',
    input: z.strictObject(versioned),
    output: z.object({ case_id: z.number().int(), version: z.number().int(), file_id: z.number().int() }),
    idempotent: true,
  },
  file: {
    method: 'GET',
    path: 'case/file/:file_id',
    allow: 'case.read',
    summary: 'Download one file; signal and summary ask for `file.signal`, PDFs for `file.report`.',
    input: z.strictObject({ file_id: rowId }),
    output: { binary: 'application/octet-stream' },
  },
  exportCases: {
    method: 'GET',
    path: 'case/export',
    allow: 'case.export',
    summary: 'The patch list as a spreadsheet, filtered and sorted like the list.',
    input: z.strictObject({ ...caseFilter, sort: z.enum(sortKeys).default('report_due_date') }),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
});

export type CaseListInput = InputOf<typeof caseRoutes.cases>;
