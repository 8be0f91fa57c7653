/**
 * The routes of a report under work. It is the center's own until a completion shows it to the hospital, and says what
 * the recording says: who reads it may see the case's report and open its recording.
 */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { Call, Handlers } from '../../platform/http/handler.ts';
import { makeDocument } from './make-document.ts';
import { printReport } from './print-report.ts';
import type { ReportDependencies } from './report-dependencies.ts';

type ReadCall = Call<(typeof reportRoutes)['reportDocument']> | Call<(typeof reportRoutes)['reportPreview']>;

async function readDocument(
  dependencies: ReportDependencies,
  { caller, input: { case_id, language } }: ReadCall,
): Promise<ReportDocument> {
  const record = await dependencies.openReport(caller, case_id);
  await dependencies.openRecording(caller, case_id);
  return makeDocument(dependencies, record, { language, amendment: null });
}

export function reportHandlers(dependencies: ReportDependencies): Handlers<typeof reportRoutes> {
  return {
    reportDocument: (call) => readDocument(dependencies, call),
    reportPreview: async (call) => {
      const document = await readDocument(dependencies, call);
      const body = await printReport(dependencies, document, call.signal);
      return { body, size_bytes: body.byteLength, filename: `${document.case.hn_id}.pdf` };
    },
  };
}
