/** Gathers what the result of a case consists of, as it was released, and writes it for a partner. */
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import type { Hl7Settings } from '@rhythmdesk/contract/partners';
import { type Result, resultsOf, resultTable } from '@rhythmdesk/domain/results/result-table';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { reportVersions } from '../../platform/db/schema/cases.ts';
import type { partnerMessages } from '../../platform/db/schema/partners.ts';
import { users } from '../../platform/db/schema/people.ts';
import { reportSignatures } from '../../platform/db/schema/signing.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { readVersions } from '../../records/cases/report-versions.ts';
import { orderOf } from '../../records/partners/order-of-case.ts';
import { documentSource } from '../../records/results/result-source.ts';
import { writeResult, type ResultSource } from './hl7/result-message.ts';

type MessageRow = typeof partnerMessages.$inferSelect;

async function signerOf(db: Queryable, case_id: number, report_version: number): Promise<string> {
  const [row] = await db
    .select({ name: users.name })
    .from(reportSignatures)
    .innerJoin(users, eq(users.id, reportSignatures.signed_by))
    .where(and(eq(reportSignatures.case_id, case_id), eq(reportSignatures.report_version, report_version)));
  return row?.name ?? '';
}

/** Returns null for a report that was uploaded as a file. */
export async function documentOf(db: Queryable, case_id: number, report_version: number) {
  const [row] = await db
    .select({ document: reportVersions.document })
    .from(reportVersions)
    .where(and(eq(reportVersions.case_id, case_id), eq(reportVersions.report_version, report_version)));
  return row === undefined || row.document === null ? null : reportDocument.parse(row.document);
}

/** Of a report that was uploaded as a file only the conclusion is known. */
function resultsOfReport(document: ReportDocument | null, conclusion: string): Result[] {
  if (document !== null) return resultsOf(documentSource(document));
  const code = 'conclusion';
  return conclusion === '' ? [] : [{ code, row: resultTable[code], value: conclusion }];
}

/** Returns the results of a released version of a report. */
export async function releasedResults(
  db: Queryable,
  case_id: number,
  report_version: number,
): Promise<Result[]> {
  const record = await readCaseRecord(db, case_id);
  const document = await documentOf(db, case_id, report_version);
  return resultsOfReport(document, record?.row.technician_comment ?? '');
}

async function sourceOf(db: Queryable, message: MessageRow): Promise<ResultSource> {
  const { case_id, report_version, partner_id } = message;
  if (case_id === null || report_version === null) throw new Error('a result without its report');
  const record = await readCaseRecord(db, case_id);
  const versions = await readVersions(db, case_id);
  const version = versions.find((each) => each.report_version === report_version);
  if (record === null || version === undefined) throw new Error('a result of no report');
  const { row, hospital } = record;
  const order = await orderOf(db, case_id, partner_id);
  const document = await documentOf(db, case_id, report_version);
  return {
    control_id: message.control_id,
    created_at: message.created_at,
    order_number: order?.order_number ?? '',
    service: order?.service ?? '',
    hn_id: row.hn_id,
    hospital_name: hospital.name,
    patient: {
      patient_id: row.patient_id,
      last_name: row.patient_last_name,
      first_name: row.patient_first_name,
      birth_date: row.birth_date,
      gender: row.gender,
    },
    recording_start: row.recording_start,
    recording_seconds: row.recording_seconds,
    released_at: version.released_at ?? message.created_at,
    signer: await signerOf(db, case_id, report_version),
    results: resultsOfReport(document, row.technician_comment),
    corrected: versions.some((each) => each.report_version < report_version && each.released_ms !== null),
    pdf_sha256: version.sha256,
  };
}

/** Returns the text of a result, in which the document is named by its digest. */
export async function resultText(db: Queryable, message: MessageRow, settings: Hl7Settings): Promise<string> {
  return writeResult(await sourceOf(db, message), settings);
}
