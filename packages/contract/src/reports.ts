/**
 * Defines the routes for the report that is made from a reading, as data and as pages, while that report is in
 * progress.
 */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { resultUnitKeys } from '@rhythmdesk/domain/results/result-row';
import { resultCodes } from '@rhythmdesk/domain/results/result-table';
import { z } from 'zod';
import { versioned } from './cases.ts';
import { optionalText, rowId, whole } from './fields.ts';
import { openPoint } from './open-points.ts';
import { leftOutKind, reportDocument } from './report-document.ts';
import { defineRoutes } from './route.ts';

/** The minutes of the recording per line of a full disclosure. */
export const disclosureMinutes = ['1', '2', '5', '10'] as const;

/** The parts of a report that contain texts of users. */
export const printedFields = [
  'patient',
  'patient_id',
  'question',
  'conclusion',
  'amendment',
  'institution',
  'people',
  'events',
  'strips',
  'device',
] as const;
export type PrintedField = (typeof printedFields)[number];

const publishedCode = z.object({ code: z.string(), display: z.string() }).optional();

/** A row of the table of results with its value. */
const result = z.object({
  code: z.enum(resultCodes),
  name: z.string(),
  description: z.string(),
  /** A number in `unit`, or a text if there is no unit. */
  value: z.union([z.number(), z.string()]),
  unit: z.enum(resultUnitKeys).nullable(),
  loinc: publishedCode,
  mdc: publishedCode,
  snomed: publishedCode,
});

const reportQuery = z.strictObject({ case_id: rowId, language: z.enum(languages) });

export const reportRoutes = defineRoutes({
  reportDocument: {
    method: 'GET',
    path: 'case/case/:case_id/report/document',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns the report of the current reading as data, for users of the center who may open the recording; 416 without an analysis.',
    input: reportQuery,
    output: reportDocument,
  },
  reportPreview: {
    method: 'GET',
    path: 'case/case/:case_id/report/preview',
    allow: 'file.report',
    audit: 'report.read',
    summary: 'Returns the same as pages (PDF/A-2a, tagged, strips at 25 mm/s and 10 mm/mV).',
    input: reportQuery,
    output: { binary: 'application/pdf' },
  },
  openPoints: {
    method: 'GET',
    path: 'case/case/:case_id/open-points',
    allow: 'case.complete',
    audit: 'analysis.read',
    summary:
      'Returns what is still open before a verification or completion, and the kinds of findings that the reading lists only in part. With open points the action needs `open_words`, with partly listed findings a verification needs `left_out_words`.',
    input: z.strictObject({ case_id: rowId }),
    output: z.object({
      points: z.array(openPoint),
      left_out: z.array(leftOutKind),
      /** The newest report was made from the reading, so that a verification can add the statement to it. */
      from_reading: z.boolean(),
    }),
  },
  fullDisclosure: {
    method: 'GET',
    path: 'case/full-disclosure',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns every second of one lead on pages (PDF/A-2), with the beats of the reading, `minutes` a line, for users who may read the report before completion. `POST export` makes more than 120 lines in the background.',
    input: z.strictObject({
      case_id: rowId,
      minutes: z.enum(disclosureMinutes).default('1'),
      /** The lead of the recording, from 0. */
      lead: whole(0, 11).default(0),
      /** The caller’s own language if absent. */
      language: z.enum(languages).optional(),
    }),
    output: { binary: 'application/pdf' },
  },
  patientPage: {
    method: 'GET',
    path: 'case/case/:case_id/report/patient-page',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns one page for the patient in plain words, from the same figures: of the current report version, or of the current reading (for users of the center; marked as a draft).',
    input: z.strictObject({ ...reportQuery.shape, of: z.enum(['version', 'reading']).default('version') }),
    output: { binary: 'application/pdf' },
  },
  makeReport: {
    method: 'POST',
    path: 'case/case/:case_id/make-report',
    allow: 'case.edit_reading',
    audit: 'case.file',
    summary:
      'Makes the next report version from the current reading. If a version was released before, `amendment` says what was changed and why; it is printed on the first page. Refused with the names of outdated figures and contradicted phrases in the conclusion, unless `keep_stale`, and with the characters that no font can print, by field, unless `keep_unprintable`.',
    input: z.strictObject({
      ...versioned,
      language: z.enum(languages),
      amendment: optionalText(1000).default(''),
      /** Creates the report although figures in the conclusion differ from the reading. */
      keep_stale: z.boolean().default(false),
      /** Creates the report although a mark replaces some characters. */
      keep_unprintable: z.boolean().default(false),
    }),
    output: z.object({ case_id: z.number().int(), version: z.number().int(), file_id: z.number().int() }),
  },
  reportData: {
    method: 'GET',
    path: 'case/case/:case_id/report/data',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns the current report, or one version of it, as data; 404 if it was not made from a reading.',
    input: z.strictObject({ case_id: rowId, report_version: whole(1).optional() }),
    output: reportDocument,
  },
  reportResults: {
    method: 'GET',
    path: 'case/case/:case_id/report/results',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns the results of the current report, or of one version of it, by the table of results (docs/results.md): code, name, value, UCUM unit, and LOINC, MDC and SNOMED CT codes. Results without a value are not listed.',
    input: z.strictObject({ ...reportQuery.shape, report_version: whole(1).optional() }),
    output: z.object({ report_version: z.number().int(), results: z.array(result) }),
  },
});
