/**
 * Handles the routes of a report in progress. The report belongs to the center until completion shows it to the
 * hospital. It shows data of the recording, so only users who may see the case's report and open its recording can read
 * it.
 */
import type { phraseRoutes } from '@rhythmdesk/contract/report-phrases';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import { unaudited } from '../../platform/audit/audited-call.ts';
import { transact } from '../../platform/db/transact.ts';
import { writeBytes } from '../../platform/files/file-store.ts';
import type { Call, Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readReportData } from '../../records/cases/report-versions.ts';
import { casePhrases } from './case-phrases.ts';
import { disclosureSource } from './disclosure/disclosure-source.ts';
import { proveConclusion } from './figures-in-force.ts';
import { keepReport, openMaking } from './made-reports.ts';
import { makeDocument } from './make-document.ts';
import { changeLibrary, knownPhrases, phrasesOf, readLibrary } from './phrase-library.ts';
import { printPatientPage } from './patient-page.ts';
import { logoOf, printReport } from './print-report.ts';
import { listResults } from './list-results.ts';
import { openBoth, readDocument } from './read-document.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { provePrintable } from './unprintable-texts.ts';

type PatientCall = Call<(typeof reportRoutes)['patientPage']>;

/**
 * Prints the page for the patient. For a stored version it uses the frozen data of that version, in the requested
 * language.
 */
async function patientPage(dependencies: ReportDependencies, call: PatientCall) {
  const { caller, input, signal } = call;
  const { case_id, language, of } = input;
  const isDraft = of === 'reading';
  const document = isDraft
    ? await readDocument(dependencies, call)
    : { ...(await readReportData(dependencies.db, caller, { case_id })), language };
  const logo = await logoOf(dependencies.db, document);
  const body = await printPatientPage(document, logo, isDraft, signal);
  return { body, size_bytes: body.byteLength, filename: `${document.case.hn_id}-patient.pdf` };
}

type MakeCall = Call<(typeof reportRoutes)['makeReport']>;

/**
 * Makes a report. The permission is checked first, so that no pages are set in vain, and again in the transaction that
 * stores them.
 */
async function makeReport(dependencies: ReportDependencies, call: MakeCall) {
  const { db, files, clock } = dependencies;
  const { caller, input, request_id, signal } = call;
  const maker = { caller, request_id, now: clock.now() };
  const record = await openBoth(dependencies, caller, input.case_id);
  await unaudited(() => transact(db, (tx) => openMaking(tx, input, maker)));
  const amendment = input.amendment === '' ? null : input.amendment;
  const document = await makeDocument(dependencies, record, { language: input.language, amendment });
  if (!input.keep_stale)
    proveConclusion(document, knownPhrases(await phrasesOf(db, record.center?.id ?? null)));
  if (!input.keep_unprintable) provePrintable(document);
  const stored = await writeBytes(files, await printReport(dependencies, document, signal));
  return transact(db, (tx) => keepReport(tx, input, { document, stored }, maker));
}

/** Longer ones are made in the background. */
const directLines = 120;

/** Builds the whole file before the response begins, so that a fault becomes an error response. */
async function fullDisclosure(
  dependencies: ReportDependencies,
  { caller, input, language, signal }: Call<(typeof reportRoutes)['fullDisclosure']>,
) {
  const { total, filename, pieces } = await disclosureSource(dependencies, { caller, input, language });
  if (total > directLines) throw new Refusal('export/long');
  const parts: Uint8Array[] = [];
  for await (const { bytes } of pieces(signal)) parts.push(bytes);
  const body = Buffer.concat(parts);
  return { body, size_bytes: body.byteLength, filename };
}

export function reportHandlers(
  dependencies: ReportDependencies,
): Handlers<Omit<typeof reportRoutes, 'openPoints'> & typeof phraseRoutes> {
  const { db, clock } = dependencies;
  return {
    reportPhrases: ({ caller }) => readLibrary(db, caller),
    changeReportPhrases: ({ caller, input }) => changeLibrary(db, input, { caller, now: clock.now() }),
    casePhrases: async ({ caller, input }) =>
      casePhrases(dependencies, await openBoth(dependencies, caller, input.case_id), input.language),
    reportDocument: (call) => readDocument(dependencies, call),
    reportPreview: async (call) => {
      const document = await readDocument(dependencies, call);
      const body = await printReport(dependencies, document, call.signal);
      return { body, size_bytes: body.byteLength, filename: `${document.case.hn_id}.pdf` };
    },
    fullDisclosure: (call) => fullDisclosure(dependencies, call),
    patientPage: (call) => patientPage(dependencies, call),
    makeReport: (call) => makeReport(dependencies, call),
    reportData: ({ caller, input }) => readReportData(db, caller, input),
    reportResults: async ({ caller, input }) =>
      listResults(await readReportData(db, caller, input), input.language),
  };
}
