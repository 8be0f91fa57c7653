/** Reads the data of a report for a user who may see both the report and the recording of its case. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Caller } from '../../platform/http/caller.ts';
import type { Call } from '../../platform/http/handler.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { openReport } from '../../records/cases/open-report.ts';
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

export async function readDocument(
  dependencies: ReportDependencies,
  { caller, input: { case_id, language } }: ReadCall,
): Promise<ReportDocument> {
  const record = await openBoth(dependencies, caller, case_id);
  return makeDocument(dependencies, record, { language, amendment: null });
}
