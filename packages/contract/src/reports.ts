/** Routes for the report that is made from a reading, as data and as pages, while it is in progress. */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';
import { versioned } from './cases.ts';
import { optionalText, rowId, whole } from './fields.ts';
import { leftOutKind, reportDocument } from './report-document.ts';
import { defineRoutes } from './route.ts';

/** The minutes of the recording per line of a full disclosure. */
export const disclosureMinutes = ['1', '2', '5', '10'] as const;

const reportQuery = z.strictObject({ case_id: rowId, language: z.enum(languages) });

export const reportRoutes = defineRoutes({
  reportDocument: {
    method: 'GET',
    path: 'case/case/:case_id/report/document',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'The report of the reading as it stands now, as data. For the center’s people, who may open the recording too; 416 where there is no analysis.',
    input: reportQuery,
    output: reportDocument,
  },
  reportPreview: {
    method: 'GET',
    path: 'case/case/:case_id/report/preview',
    allow: 'file.report',
    audit: 'report.read',
    summary: 'The same as pages (PDF/A-2a, tagged, strips at 25 mm/s and 10 mm/mV).',
    input: reportQuery,
    output: { binary: 'application/pdf' },
  },
  leftOut: {
    method: 'GET',
    path: 'case/case/:case_id/left-out',
    allow: 'case.verify',
    audit: 'analysis.read',
    summary:
      'Kinds of findings of which the reading lists a part only. Verifying needs `left_out_words` where there are any.',
    input: z.strictObject({ case_id: rowId }),
    output: z.object({
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
      'Every second of one lead on pages (PDF/A-2), beats as they were read, `minutes` a line. For whom the report under work is; more than 120 lines are made in the background by `POST export`.',
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
      'One page for the patient in plain words, from the same figures: of the current report version, or of the reading as it stands (the center’s people; marked as a draft).',
    input: z.strictObject({ ...reportQuery.shape, of: z.enum(['version', 'reading']).default('version') }),
    output: { binary: 'application/pdf' },
  },
  makeReport: {
    method: 'POST',
    path: 'case/case/:case_id/make-report',
    allow: 'case.edit_reading',
    audit: 'case.file',
    summary:
      'Makes the next report version from the current reading. If a version was released before, `amendment` says what was changed and why; it is printed on the first page. Refused if figures in the conclusion are out of date or a phrase in it contradicts the reading, by their names, unless `keep_stale`.',
    input: z.strictObject({
      ...versioned,
      language: z.enum(languages),
      amendment: optionalText(1000).default(''),
      /** Creates the report although figures in the conclusion differ from the reading. */
      keep_stale: z.boolean().default(false),
    }),
    output: z.object({ case_id: z.number().int(), version: z.number().int(), file_id: z.number().int() }),
  },
  reportData: {
    method: 'GET',
    path: 'case/case/:case_id/report/data',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'What the current report, or one version of it, says as data; 404 where it was not made from a reading.',
    input: z.strictObject({ case_id: rowId, report_version: whole(1).optional() }),
    output: reportDocument,
  },
});
