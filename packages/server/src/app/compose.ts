/** Connects the features: what each needs from the platform and from the others, and one table of handlers. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { Routes } from '@rhythmdesk/contract/routes';
import type { AgreementDependencies } from '../features/agreements/agreement-dependencies.ts';
import { agreementHandlers } from '../features/agreements/handlers.ts';
import { analysisHandlers } from '../features/analysis/handlers.ts';
import { auditHandlers } from '../features/audit/handlers.ts';
import { billingHandlers } from '../features/billing/handlers.ts';
import { invoiceHandlers } from '../features/billing/invoices/handlers.ts';
import { actionHandlers, caseHandlers, workHandlers } from '../features/cases/handlers.ts';
import { signatureHandlers } from '../features/cases/signature-handlers.ts';
import { criticalHandlers } from '../features/critical/handlers.ts';
import { jobHandlersOf } from '../features/jobs/handlers.ts';
import { exportHandlers } from '../features/exports/handlers.ts';
import { institutionHandlers } from '../features/institutions/handlers.ts';
import { operationHandlers } from '../features/operations/handlers.ts';
import { noticeHandlers, preferenceHandlers } from '../features/notices/handlers.ts';
import { LiveStreams } from '../features/notices/live-streams.ts';
import { savedViewHandlers } from '../features/cases/saved-views.ts';
import { draftHandlers } from '../features/people/drafts.ts';
import { authHandlers, peopleHandlers, type PeopleDependencies } from '../features/people/handlers.ts';
import { ownEmailHandlers } from '../features/people/own-email-handlers.ts';
import { factorHandlers } from '../features/people/factor-handlers.ts';
import { signUpHandlers } from '../features/people/sign-up-handlers.ts';
import { makeStillGood } from '../features/people/identify.ts';
import { requireProof } from '../features/people/current-password.ts';
import { makeCheckPasskey, passkeyHandlers } from '../features/people/passkey-handlers.ts';
import { providerHandlers } from '../features/people/providers/handlers.ts';
import { makeCheckProviderProof } from '../features/people/providers/provider-tickets.ts';
import { openProviders, type Providers } from '../features/people/providers/providers.ts';
import { readProviders } from '../features/people/providers/read-providers.ts';
import { relyingPartyOf } from '../features/people/relying-party.ts';
import { sessionHandlers } from '../features/people/session-list.ts';
import { makeCheckPassword } from '../features/people/sign-in.ts';
import type { SignInDependencies } from '../features/people/sign-in-dependencies.ts';
import { apiKeyHandlers, smartClientHandlers } from '../features/people/keys/handlers.ts';
import { userHandlers } from '../features/people/users/handlers.ts';
import { readingHandlers } from '../features/reading/handlers.ts';
import type { OpenedReading, ReadingDependencies } from '../features/reading/reading-dependencies.ts';
import { openReadingThread } from '../features/reading/reading-thread.ts';
import { secondHandlers } from '../features/reading/second/handlers.ts';
import { readReportFigures } from '../features/reading/report-figures.ts';
import { privacyHandlers, type PrivacyDependencies } from '../features/privacy/handlers.ts';
import { patientSource } from '../features/privacy/export-patient.ts';
import { researchSource } from '../features/recordings/export-research.ts';
import { recordingHandlers } from '../features/recordings/handlers.ts';
import { reportHandlers } from '../features/reports/handlers.ts';
import { conclusionFaultsOf } from '../features/reports/figures-in-force.ts';
import { makeDocument, type ReportQuery } from '../features/reports/make-document.ts';
import { printReport } from '../features/reports/print-report.ts';
import { warmReport } from '../features/reports/warm-report.ts';
import type { ReportDependencies } from '../features/reports/report-dependencies.ts';
import { statisticHandlers } from '../features/statistics/handlers.ts';
import { uploadHandlers } from '../features/uploads/handlers.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import { productVersion } from '../platform/config/product-version.ts';
import { systemChance } from '../platform/chance/chance.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { writeBytes } from '../platform/files/file-store.ts';
import type { CaseRecord } from '../records/cases/case-record.ts';
import { liveChannel } from '../platform/live/publish.ts';
import { composeSystems, tokenEndpointOf } from './compose-systems.ts';
import { exportSources } from './export-sources.ts';
import type { Platform } from './open-platform.ts';
import { recordingOfPatient } from './recording-of-patient.ts';
import { operationDependencies } from './program-figures.ts';
import type { CertificateWatches } from './watch-certificate.ts';

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
    checkVerifiedPasskey: makeCheckPasskey(dependencies, { userVerified: true }),
    push_hosts: platform.push.hosts,
    site: {
      version: productVersion,
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
    ...apiKeyHandlers(people),
    ...smartClientHandlers({ ...people, token_endpoint: tokenEndpointOf(config) }),
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

function readingDependencies({ db, clock, log, files_folder }: Platform): ReadingDependencies {
  const threads = {
    thread: openReadingThread(files_folder),
    second_thread: openReadingThread(files_folder),
  };
  return { db, clock, log, files_folder, ...threads };
}

function reportDependencies(
  { db, files, files_folder, clock }: Platform,
  reading: ReadingDependencies,
): ReportDependencies {
  return { db, files, files_folder, clock, figures: (case_id) => readReportFigures(reading, case_id) };
}

function caseDependencies(
  { db, files, clock, sealer, config }: Platform,
  people: PeopleDependencies,
  reports: ReportDependencies,
) {
  return {
    ...{ db, files, clock, sealer },
    figures: reports.figures,
    conclusionFaults: conclusionFaultsOf(db),
    printStatement: async (record: CaseRecord, printed: ReportQuery) => {
      const document = await makeDocument(reports, record, printed);
      return { document, stored: await writeBytes(files, await printReport(reports, document)) };
    },
    printDocument: (document: ReportDocument) => printReport(reports, document),
    chance: systemChance,
    billing_time_zone: config.BILLING_TIME_ZONE,
    // The proofs of identity that a signature accepts.
    checkPassword: people.checkPassword,
    checkPasskey: makeCheckPasskey(people, { userVerified: false }),
    checkProviderProof: people.checkProviderProof,
  };
}

function privacyDependencies(platform: Platform, people: PeopleDependencies): PrivacyDependencies {
  const { db, clock, config } = platform;
  return {
    ...{ db, clock, retention: config },
    proveAgain: (caller, { password, ...others }) =>
      requireProof(people, caller, { current_password: password, ...others }, 'password'),
    patientCopy: (call) => patientSource({ ...platform, recordingPart: recordingOfPatient(platform) }, call),
    researchCopy: (call) => researchSource(platform, call),
  };
}

type ComposeOptions = {
  /** The certificates of this server in use. */
  readonly certificates: CertificateWatches;
  /** Prints the report of an opened case ahead, so that the first one is shown sooner. */
  readonly warmsReports?: boolean;
};

export async function compose(
  platform: Platform,
  uploads: UploadDependencies,
  { warmsReports = false, certificates }: ComposeOptions,
) {
  const { db, clock, files } = platform;
  const people = await peopleDependencies(platform);
  const live = await openLive(platform, makeStillGood(db, people.session, clock));
  const reading = readingDependencies(platform);
  const reports = reportDependencies(platform, reading);
  const cases = caseDependencies(platform, people, reports);
  const systems = composeSystems(platform);
  const onOpened = (opened: OpenedReading): void => {
    if (warmsReports) void warmReport(reports, opened);
  };
  const handlers: Handlers<Routes> = {
    ...accountHandlers(platform, people),
    ...institutionHandlers(platform),
    ...officeHandlers(platform),
    ...draftHandlers(people),
    ...caseHandlers(cases),
    ...signatureHandlers(cases),
    ...savedViewHandlers({ db, clock }),
    ...actionHandlers(cases),
    ...workHandlers(cases),
    ...criticalHandlers({ db, clock }),
    ...recordingHandlers(platform),
    ...analysisHandlers(platform),
    ...readingHandlers({ ...reading, onOpened }),
    ...secondHandlers(reading),
    ...reportHandlers(reports),
    ...uploadHandlers(uploads),
    ...noticeHandlers({ db, clock, live }),
    ...preferenceHandlers({ db, clock, push: platform.push.standing }),
    ...jobHandlersOf({ db }),
    ...operationHandlers(operationDependencies(platform, uploads, certificates)),
    ...auditHandlers({ db, clock }),
    ...exportHandlers({ db, files, clock, sources: exportSources(platform) }),
    ...agreementHandlers(agreementDependencies(platform)),
    ...systems.handlers,
    ...privacyHandlers(privacyDependencies(platform, people)),
  };
  return { people, live, handlers, systems };
}
