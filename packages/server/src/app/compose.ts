/** Connects the features: what each needs from the platform and from the others, and one table of handlers. */
import type { Routes } from '@rhythmdesk/contract/routes';
import type { AgreementDependencies } from '../features/agreements/agreement-dependencies.ts';
import { agreementHandlers } from '../features/agreements/handlers.ts';
import { analysisHandlers } from '../features/analysis/handlers.ts';
import { latestFindings } from '../features/analysis/read-analysis.ts';
import { changeReading, mayChangeReading } from '../features/cases/edit-case.ts';
import { auditHandlers } from '../features/audit/handlers.ts';
import { billingHandlers } from '../features/billing/handlers.ts';
import { invoiceHandlers } from '../features/billing/invoices/handlers.ts';
import { actionHandlers, caseHandlers, workHandlers } from '../features/cases/handlers.ts';
import { readLeftOut } from '../features/cases/left-out.ts';
import { keepReport, openMaking, readReportData } from '../features/cases/made-reports.ts';
import { openExport } from '../features/cases/open-export.ts';
import { openReport } from '../features/cases/open-report.ts';
import { seenCase } from '../features/cases/read-case.ts';
import { signatureHandlers } from '../features/cases/signature-handlers.ts';
import { criticalHandlers } from '../features/critical/handlers.ts';
import { reportedFindings } from '../features/critical/reported-findings.ts';
import { jobHandlersOf } from '../features/jobs/handlers.ts';
import { exportHandlers } from '../features/exports/handlers.ts';
import { institutionHandlers } from '../features/institutions/handlers.ts';
import { noticeHandlers, preferenceHandlers } from '../features/notices/handlers.ts';
import { LiveStreams } from '../features/notices/live-streams.ts';
import { savedViewHandlers } from '../features/cases/saved-views.ts';
import { draftHandlers } from '../features/people/drafts.ts';
import { authHandlers, peopleHandlers, type PeopleDependencies } from '../features/people/handlers.ts';
import { ownEmailHandlers } from '../features/people/own-email-handlers.ts';
import { factorHandlers } from '../features/people/factor-handlers.ts';
import { signUpHandlers } from '../features/people/sign-up-handlers.ts';
import { makeStillGood } from '../features/people/identify.ts';
import { makeCheckPasskey, passkeyHandlers } from '../features/people/passkey-handlers.ts';
import { providerHandlers } from '../features/people/providers/handlers.ts';
import { makeCheckProviderProof } from '../features/people/providers/provider-tickets.ts';
import { openProviders, type Providers } from '../features/people/providers/providers.ts';
import { readProviders } from '../features/people/providers/read-providers.ts';
import { relyingPartyOf } from '../features/people/relying-party.ts';
import { endSession } from '../features/people/sessions.ts';
import { sessionHandlers } from '../features/people/session-list.ts';
import { makeCheckPassword } from '../features/people/sign-in.ts';
import type { SignInDependencies } from '../features/people/sign-in-dependencies.ts';
import { userHandlers } from '../features/people/users/handlers.ts';
import { readingHandlers } from '../features/reading/handlers.ts';
import type { ReadingDependencies } from '../features/reading/reading-dependencies.ts';
import { openReadingThread } from '../features/reading/reading-thread.ts';
import { secondHandlers } from '../features/reading/second/handlers.ts';
import { readReportFigures } from '../features/reading/report-figures.ts';
import { recordingHandlers } from '../features/recordings/handlers.ts';
import { placesOf, readersDoor, recordingDoor } from '../features/recordings/open-recording.ts';
import { reportHandlers } from '../features/reports/handlers.ts';
import { makeDocument, type ReportQuery } from '../features/reports/make-document.ts';
import { printReport } from '../features/reports/print-report.ts';
import type { ReportDependencies } from '../features/reports/report-dependencies.ts';
import { statisticHandlers } from '../features/statistics/handlers.ts';
import { uploadHandlers } from '../features/uploads/handlers.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import { systemChance } from '../platform/chance/chance.ts';
import type { Asking, Caller } from '../platform/http/caller.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { writeBytes } from '../platform/files/file-store.ts';
import type { CaseRecord } from '../records/cases/case-record.ts';
import { liveChannel } from '../platform/live/publish.ts';
import { analysisDependencies } from './analysis-dependencies.ts';
import { disclosureDependencies } from './disclosure-dependencies.ts';
import { exportSources } from './export-sources.ts';
import { filesFolder } from './installation-folders.ts';
import type { Platform } from './open-platform.ts';

/** How long the server waits for a provider; well within the time that the page waits for an answer. */
const providerTimeoutMs = 4_000;

async function providersOf({ config, log }: Platform): Promise<Providers> {
  const { OIDC_FILE, PUBLIC_URL = '' } = config;
  const list = OIDC_FILE === undefined ? [] : await readProviders(OIDC_FILE);
  return openProviders(list, {
    redirect_uri: `${PUBLIC_URL}/login/provider`,
    timeout_ms: providerTimeoutMs,
    onFault: (fault) => log.warn(fault, 'a sign-in by a provider failed'),
  });
}

function signInDependencies(
  { db, clock, config, sealer, hashes }: Platform,
  providers: Providers,
): SignInDependencies {
  return {
    db,
    clock,
    hashes,
    sealer,
    relyingParty: relyingPartyOf(config.PUBLIC_URL),
    providers,
    throttle: {
      delay_after: config.LOGIN_DELAY_AFTER,
      lock_after: config.LOGIN_LOCK_AFTER,
      lock_minutes: config.LOGIN_LOCK_MINUTES,
      per_address: config.LOGIN_FAILURES_PER_ADDRESS,
      per_id: config.LOGIN_FAILURES_PER_ID,
      over_all: config.LOGIN_FAILURES_OVER_ALL,
    },
    session: {
      idle_minutes: config.SESSION_IDLE_MINUTES,
      absolute_hours: config.SESSION_HOURS,
      per_user: config.SESSIONS_PER_USER,
    },
  };
}

async function peopleDependencies(platform: Platform): Promise<PeopleDependencies> {
  const dependencies = signInDependencies(platform, await providersOf(platform));
  const { config } = platform;
  return {
    ...dependencies,
    checkPassword: makeCheckPassword(dependencies),
    checkProviderProof: makeCheckProviderProof(dependencies),
    push_hosts: platform.push.hosts,
    site: {
      support_phone: config.SUPPORT_PHONE,
      support_email: config.SUPPORT_EMAIL,
      company_address: config.COMPANY_ADDRESS,
      languages_offered: [...config.LANGUAGES_OFFERED],
    },
  };
}

async function openLive({ db, listen, log }: Platform, stillGood: ReturnType<typeof makeStillGood>) {
  const onFault = (fault: unknown): void => log.error({ err: fault }, 'a live message was not passed on');
  return new LiveStreams({ db, listener: await listen([liveChannel]), stillGood, onFault });
}

function agreementDependencies({ db, clock, mail, config }: Platform): AgreementDependencies {
  return {
    db,
    clock,
    oneTime: mail.oneTime,
    openCase: (caller, case_id) => seenCase(db, caller, case_id, 'agreement.write'),
    support_phone: config.SUPPORT_PHONE,
    link_hours: config.CONSENT_LINK_HOURS,
  };
}

function accountHandlers({ mail, config }: Platform, people: PeopleDependencies) {
  return {
    ...authHandlers(people),
    ...signUpHandlers({ ...people, oneTime: mail.oneTime, sender: config.MAIL_FROM ?? '' }),
    ...peopleHandlers(people),
    ...ownEmailHandlers({ ...people, oneTime: mail.oneTime }),
    ...sessionHandlers(people),
    ...factorHandlers(people),
    ...passkeyHandlers(people),
    ...providerHandlers(people),
    ...userHandlers({ ...people, dormant_after_days: config.DORMANT_AFTER_DAYS }),
  };
}

function officeHandlers({ db, clock, config }: Platform) {
  const billing = { db, clock, billing_time_zone: config.BILLING_TIME_ZONE };
  return {
    ...billingHandlers(billing),
    ...invoiceHandlers(billing),
    ...statisticHandlers({ db, clock }),
  };
}

function readingDependencies(
  { db, clock, log, config }: Platform,
  doors: Pick<ReadingDependencies, 'openRecording' | 'openToRead' | 'onOpened'>,
): ReadingDependencies {
  const files_folder = filesFolder(config.DATA_DIR);
  const threads = {
    thread: openReadingThread(files_folder),
    second_thread: openReadingThread(files_folder),
  };
  return { db, clock, log, ...doors, findPlaces: placesOf(db), files_folder, ...threads };
}

function reportDependencies(platform: Platform, reading: ReadingDependencies): ReportDependencies {
  const { db, files, clock } = platform;
  const figures = (case_id: number) => readReportFigures(reading, case_id);
  return {
    disclosure: disclosureDependencies(platform),
    db,
    files,
    clock,
    openReport: (caller, case_id) => openReport(db, caller, case_id),
    openRecording: reading.openRecording,
    openMaking,
    keepReport,
    readReportData: (caller, input) => readReportData(db, caller, input),
    readLeftOut: (caller, case_id) => readLeftOut({ db, figures }, caller, case_id),
    critical: (case_id) => reportedFindings(db, case_id),
    figures,
  };
}

function caseDependencies(
  { db, files, clock, sealer, config }: Platform,
  people: PeopleDependencies,
  reports: ReportDependencies,
) {
  return {
    ...{ db, files, clock, sealer },
    figures: reports.figures,
    printStatement: async (record: CaseRecord, printed: ReportQuery) => {
      const document = await makeDocument(reports, record, printed);
      return { document, stored: await writeBytes(files, await printReport(reports, document)) };
    },
    chance: systemChance,
    billing_time_zone: config.BILLING_TIME_ZONE,
    // The proofs of identity that a signature accepts.
    checkPassword: people.checkPassword,
    checkPasskey: makeCheckPasskey(people),
    checkProviderProof: people.checkProviderProof,
  };
}

function groupHandlers({ db, clock, sealer }: Platform) {
  return institutionHandlers({
    ...{ db, clock, sealer },
    endSession: (tx, caller, now) => endSession(tx, caller.id, caller.session.token_hash, now, 'deletion'),
  });
}

type Opened = Pick<ReadingDependencies, 'onOpened'>;

export async function compose(platform: Platform, uploads: UploadDependencies, opened: Opened) {
  const { db, clock, files } = platform;
  const people = await peopleDependencies(platform);
  const live = await openLive(platform, makeStillGood(db, people.session, clock));
  const recordings = {
    db,
    files,
    requireReason: (caller: Asking, case_id: number) => seenCase(db, caller, case_id, 'recording.read'),
  };
  const exports = {
    ...recordings,
    openExport: (caller: Caller, case_id: number) => openExport(db, caller, case_id),
    findings: (case_id: number) => latestFindings(db, files, case_id),
  };
  const doors = { openRecording: recordingDoor(recordings), openToRead: readersDoor(recordings) };
  const analysis = {
    ...analysisDependencies(platform),
    ...doors,
    mayChangeReading,
    changeReading,
  };
  const reading = readingDependencies(platform, { ...doors, ...opened });
  const reports = reportDependencies(platform, reading);
  const cases = caseDependencies(platform, people, reports);
  const handlers: Handlers<Routes> = {
    ...accountHandlers(platform, people),
    ...groupHandlers(platform),
    ...officeHandlers(platform),
    ...draftHandlers(people),
    ...caseHandlers(cases),
    ...signatureHandlers(cases),
    ...savedViewHandlers({ db, clock }),
    ...actionHandlers(cases),
    ...workHandlers(cases),
    ...criticalHandlers({ db, clock }),
    ...recordingHandlers(exports),
    ...analysisHandlers(analysis),
    ...readingHandlers(reading),
    ...secondHandlers(reading),
    ...reportHandlers(reports),
    ...uploadHandlers(uploads),
    ...noticeHandlers({ db, clock, live }),
    ...preferenceHandlers({ db, clock, push: platform.push.standing }),
    ...jobHandlersOf({ db }),
    ...auditHandlers({ db, clock }),
    ...exportHandlers({ db, files, clock, sources: exportSources(platform) }),
    ...agreementHandlers(agreementDependencies(platform)),
  };
  return { people, live, handlers };
}
