/**
 * Defines the routes for cases: lists, the case page, forms, comments, files, reports. Actions are in case-actions.ts.
 */
import { pdfLimitBytes } from '@rhythmdesk/domain/case/recording-files';
import { genders, priorities, severities } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { caseDetail, caseFiles, caseFilter, caseRow, caseSortKeys, caseViews, versioned } from './cases.ts';
import {
  calendarDate,
  fileName,
  listOf,
  optionalText,
  positionedText,
  pageFields,
  pageOf,
  rowId,
  text,
  whole,
} from './fields.ts';
import { conclusionFigures } from './report-phrases.ts';
import { defineRoutes } from './route.ts';
import { talkRoutes } from './case-talk.ts';

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

/** Several cases that one call acts on, each with the version that the caller saw. */
const severalCases = z
  .array(z.strictObject({ case_id: rowId, version: whole(1) }))
  .min(1)
  .max(100);

/** The result for each case, in the order of the request. */
const caseResults = z.object({
  results: z.array(
    z.object({
      case_id: z.number().int(),
      ok: z.boolean(),
      code: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
});
export type CaseResult = z.output<typeof caseResults>['results'][number];

export const caseRoutes = defineRoutes({
  cases: {
    method: 'GET',
    path: 'case/cases',
    allow: 'case.read',
    audit: 'case.list',
    summary: 'Returns the case list of the caller’s scope.',
    input: z.strictObject({
      ...pageFields,
      ...caseFilter,
      sort: z.enum(caseSortKeys).default('report_due_date'),
    }),
    output: pageOf(caseRow),
  },
  caseViews: {
    method: 'GET',
    path: 'case/views',
    allow: 'case.read',
    audit: 'none',
    summary: 'Returns the number of cases in each saved view.',
    input: z.strictObject({ hospital_id: listOf(rowId).optional() }),
    output: z.object({
      counts: z.partialRecord(z.enum(caseViews), z.number().int()),
      /** The number of cases in `all` that still need an action. */
      open: z.number().int(),
    }),
  },
  findCases: {
    method: 'GET',
    path: 'case/find',
    allow: 'case.read',
    audit: 'case.find',
    summary: 'Returns the first few cases that match a text, for the search field of the top bar.',
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
      /** More cases match than are listed. */
      more: z.boolean(),
      /**
       * The number of recent days that were searched, if the text is too short for a full search; null if all cases
       * were searched.
       */
      days: z.number().int().nullable(),
    }),
  },
  unreadReports: {
    method: 'GET',
    path: 'case/unread-reports',
    allow: 'case.read',
    audit: 'case.list',
    summary:
      'Returns reports whose notification the caller has not read, and those with critical findings among them.',
    input: z.strictObject({ hospital_id: rowId.optional() }),
    output: z.object({
      total: z.number().int(),
      newest: z.number().int().nullable(),
      /** The number of critical ones among completed cases; 0 for a caller who may not see severities. */
      critical: z.number().int(),
      newest_critical: caseRow
        .pick({ case_id: true, hn_id: true, patient_first_name: true, patient_last_name: true })
        .nullable(),
    }),
  },
  nextCase: {
    method: 'GET',
    path: 'case/next',
    allow: 'case.assign_to_me',
    audit: 'case.find',
    summary: 'Returns the unassigned case that is due first, urgent before normal, or null.',
    input: z.strictObject({}),
    output: z.object({ case_id: z.number().int().nullable(), version: z.number().int().nullable() }),
  },
  readCase: {
    method: 'GET',
    path: 'case/case/:case_id',
    allow: 'case.read',
    audit: 'case.open',
    summary: 'Returns one case. An ADMIN gives a reason, which is audited.',
    input: z.strictObject({ ...caseKey, reason: text(200).optional() }),
    output: caseDetail,
  },
  createCase: {
    method: 'POST',
    path: 'case/case',
    allow: 'case.create',
    audit: 'case.create',
    summary: 'Creates a case from a form. A recording may follow by upload.',
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
    audit: 'case.change',
    summary: 'Changes patient fields, priority or the hospital’s comment. Only changed fields are sent.',
    input: z.strictObject({ ...versioned, ...z.object(patientFields).partial().shape }),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
  },
  updateReading: {
    method: 'PUT',
    path: 'case/case/:case_id/reading',
    allow: 'case.edit_reading',
    audit: 'case.reading',
    summary: 'Changes severity or the technician’s comment.',
    input: z.strictObject({
      ...versioned,
      severity: z.enum(severities).optional(),
      technician_comment: positionedText(4000).optional(),
      /** If absent, the figures of the previous comment that the edit did not touch are kept. */
      conclusion_figures: conclusionFigures.optional(),
    }),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
  },
  assignMany: {
    method: 'POST',
    path: 'case/assignments',
    allow: 'case.assign',
    audit: 'case.assign',
    summary: 'Assigns several requested cases to one technician. Each case is decided separately.',
    input: z.strictObject({ technician_id: rowId, cases: severalCases }),
    output: caseResults,
    idempotent: true,
  },
  requestMany: {
    method: 'POST',
    path: 'case/requests',
    allow: 'case.request',
    audit: 'case.step',
    summary: 'Requests the analysis of several cases. Each case is decided separately.',
    input: z.strictObject({ cases: severalCases }),
    output: caseResults,
    idempotent: true,
  },
  ...talkRoutes,
  caseFiles: {
    method: 'GET',
    path: 'case/case/:case_id/files',
    allow: 'case.read',
    audit: 'case.files',
    summary: 'Returns the files of a case, by who added them.',
    input: z.strictObject(caseKey),
    output: caseFiles,
  },
  report: {
    method: 'GET',
    path: 'case/case/:case_id/report',
    allow: 'file.report',
    audit: 'report.read',
    summary: 'Returns the current report, or one version of it.',
    input: z.strictObject({ ...caseKey, report_version: whole(1).optional() }),
    output: { binary: 'application/pdf' },
  },
  order: {
    method: 'GET',
    path: 'case/case/:case_id/order',
    allow: 'file.report',
    audit: 'order.read',
    summary: 'Returns the order that came with the recording.',
    input: z.strictObject(caseKey),
    output: { binary: 'application/pdf' },
  },
  addFile: {
    method: 'POST',
    path: 'case/case/:case_id/files',
    allow: 'case.edit_reading',
    audit: 'case.file',
    summary: 'Adds a technician’s PDF. The kind `report` makes it the next report version.',
    input: z.strictObject({ ...versioned, filename: fileName(200), kind: z.enum(['report', 'other']) }),
    output: z.object({ case_id: z.number().int(), version: z.number().int(), file_id: z.number().int() }),
    upload: { media_type: 'application/pdf', limit_bytes: pdfLimitBytes },
    success: 201,
  },
  addUserFile: {
    method: 'POST',
    path: 'case/case/:case_id/user-files',
    allow: 'file.add_user',
    audit: 'case.file',
    summary: 'Adds a PDF of the hospital to its own case, until the case is assigned.',
    input: z.strictObject({ ...versioned, filename: fileName(200) }),
    output: z.object({ case_id: z.number().int(), version: z.number().int(), file_id: z.number().int() }),
    upload: { media_type: 'application/pdf', limit_bytes: pdfLimitBytes },
    success: 201,
  },
  adoptReport: {
    method: 'POST',
    path: 'case/case/:case_id/adopt-report',
    allow: 'case.edit_reading',
    audit: 'case.file',
    summary: 'Makes the device’s Report.pdf the next report version.',
    input: z.strictObject(versioned),
    output: z.object({ case_id: z.number().int(), version: z.number().int(), file_id: z.number().int() }),
    idempotent: true,
  },
  file: {
    method: 'GET',
    path: 'case/file/:file_id',
    allow: 'case.read',
    audit: 'file.read',
    summary: 'Returns one file. Signal and summary need `file.signal`, PDFs need `file.report`.',
    input: z.strictObject({ file_id: rowId }),
    output: { binary: 'application/octet-stream' },
  },
  exportCases: {
    method: 'GET',
    path: 'case/export',
    allow: 'case.export',
    audit: 'case.export',
    summary: 'Returns the patch list as a spreadsheet, filtered and sorted like the list.',
    input: z.strictObject({ ...caseFilter, sort: z.enum(caseSortKeys).default('report_due_date') }),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
});
