/** Reads the data of a report for a user who may see both the report and the recording of its case. */
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { reportVersions } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Call } from '../../platform/http/handler.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { openReport } from '../../records/cases/open-report.ts';
import { isReportBehind, printedCase } from '../../records/readings/reading-checksum.ts';
import { openRecording } from '../../records/recordings/open-recording.ts';
import { makeDocument } from './make-document.ts';
import type { ReportDependencies } from './report-dependencies.ts';

export type ReadCall = Pick<Call<(typeof reportRoutes)['reportDocument']>, 'caller'> & {
  readonly input: { readonly case_id: number; readonly language: Language };
};

/** Returns the case if the caller may see both its report and its recording. */
export async function openBoth(
  { db }: ReportDependencies,
  caller: Caller,
  case_id: number,
): Promise<CaseRecord> {
  const record = await openReport(db, caller, case_id);
  await openRecording(db, caller, case_id);
  return record;
}

type Numbered = Pick<ReportDocument, 'report_version' | 'amendment'>;

/** Returns the number of the newest version if it was made from the same reading and case as this document. */
async function sameVersion(db: Db, document: ReportDocument): Promise<Numbered | null> {
  const [newest] = await db
    .select({ report_version: reportVersions.report_version, document: reportVersions.document })
    .from(reportVersions)
    .where(eq(reportVersions.case_id, document.case.case_id))
    .orderBy(desc(reportVersions.report_version))
    .limit(1);
  const made = reportDocument.safeParse(newest?.document);
  if (newest === undefined || !made.success) return null;
  const { analysis_version, figures } = document;
  if (isReportBehind(made.data, { analysis_version, ...figures, ...printedCase(document) })) return null;
  return { report_version: newest.report_version, amendment: made.data.amendment };
}

/** Returns the report as it is now: under the number of its version if nothing has changed since, else of the next. */
export async function readDocument(
  dependencies: ReportDependencies,
  { caller, input: { case_id, language } }: ReadCall,
): Promise<ReportDocument> {
  const record = await openBoth(dependencies, caller, case_id);
  const document = await makeDocument(dependencies, record, { language, amendment: null });
  return { ...document, ...(await sameVersion(dependencies.db, document)) };
}
