/** Maps every background job to its handler. */
import { analyseRecording } from '../features/analysis/analyse-recording.ts';
import { renewNextBatch } from '../features/analysis/renew-analyses.ts';
import { makeConsentDocument } from '../features/agreements/consent-document.ts';
import { escalateCritical } from '../features/critical/escalate-critical.ts';
import { findCritical } from '../features/critical/find-critical.ts';
import { sendInvoice } from '../features/billing/invoices/mail-invoice.ts';
import { markLinkSent } from '../features/agreements/consent-link.ts';
import { closeDays } from '../features/integration/ledger/close-days.ts';
import { readPacs } from '../features/integration/dicom/pacs-record.ts';
import { sendObjects } from '../features/integration/dicom/send-objects.ts';
import { sendMessages } from '../features/integration/send-messages.ts';
import { sendWebhooks } from '../features/integration/webhook/send-webhooks.ts';
import { readWebhook } from '../features/integration/webhook/webhook-record.ts';
import { sendDigests } from '../features/notices/send-digests.ts';
import { sendPush } from '../features/notices/send-push.ts';
import { endReports } from '../features/privacy/end-reports.ts';
import { erasePatient } from '../features/privacy/erase-patient.ts';
import { makeExport } from '../features/exports/make-export.ts';
import { sweepExports } from '../features/exports/sweep-exports.ts';
import { sumZones } from '../features/statistics/sum-zones.ts';
import { checkUpload } from '../features/uploads/check-upload.ts';
import { sweepFiles } from '../features/uploads/file-sweep.ts';
import { retireSignals, sweepUploads } from '../features/uploads/upload-sweep.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import { letAccountsSleep } from '../features/people/users/dormant-users.ts';
import { mailLink } from '../features/people/one-time-link.ts';
import { beginCall, inAuditedCall, type AuditedCall } from '../platform/audit/audited-call.ts';
import type { JobContext, JobHandlers } from '../platform/jobs/runner.ts';
import { isClockOff } from '../platform/clock/database-clock.ts';
import { removeUnnamed } from '../platform/files/unnamed-files.ts';
import { deliverMail } from '../platform/mail/deliver-mail.ts';
import { anchoredAudit, anchoredHistories, anchorRows } from '../records/audit/anchors.ts';
import { deliverTextMessage } from '../platform/text-messages/deliver-text-message.ts';
import { isOfPresentScope } from '../records/people/mail-user.ts';
import { carryHospitalName } from '../records/cases/save-case.ts';
import { exportSources } from './export-sources.ts';
import { hl7Identity } from './open-hl7.ts';
import { pacsSending, webhookSending } from './open-webhooks.ts';
import { anchorFile, auditAnchorFile, erasuresFile } from './installation-folders.ts';
import type { Platform } from './open-platform.ts';
import { proveChains } from './prove-chains.ts';
import { scrubFiles } from './scrub-files.ts';
import { sweepRecords } from './sweep-records.ts';
import { verifyAudit } from './verify-audit.ts';

/** Audits work without a user's request; the history of the case names the user behind it. */
const ofInstallation = (
  act: Pick<AuditedCall, 'name' | 'act' | 'request_id'>,
  clock: Platform['clock'],
): AuditedCall => beginCall({ ...act, address: null, user_agent: '', now: clock.now });

/**
 * Runs work that deletes or closes by age only if the clock is right and was not changed lately; until then the job
 * waits.
 */
async function byRightClock(
  { pool, clock_watch }: Pick<Platform, 'pool' | 'clock_watch'>,
  { log }: JobContext,
  work: () => Promise<void>,
): Promise<void> {
  const off = await isClockOff(pool);
  if (!off && clock_watch.isSteady()) return work();
  log.warn({ off_the_database: off }, 'nothing is forgotten by a clock that is wrong or was set lately');
}

type Messages =
  | 'send-mail'
  | 'send-invoice'
  | 'mail-password-link'
  | 'send-text-message'
  | 'send-push'
  | 'send-digests'
  | 'send-partner-messages';

async function sendByChannel(platform: Platform, partner_id: number, { signal }: JobContext) {
  const { config, db } = platform;
  if ((await readWebhook(db, partner_id)) !== null)
    return sendWebhooks(webhookSending(platform), partner_id, { signal });
  if ((await readPacs(db, partner_id)) !== null)
    return sendObjects(pacsSending(platform), partner_id, { signal });
  const sending = {
    ...platform,
    identity: () => hl7Identity(config),
    retry_ms: config.MESSAGE_RETRY_HOURS * 3_600_000,
    timeout_ms: config.MESSAGE_TIMEOUT_SECONDS * 1000,
  };
  return sendMessages(sending, partner_id, { signal });
}

/** Sends what waits for a partner. */
async function sendToPartner(platform: Platform, partner_id: number, context: JobContext): Promise<void> {
  const sent = await sendByChannel(platform, partner_id, context);
  context.log.info({ partner_id, ...sent }, 'messages to a partner');
}

/** Handles the jobs that send messages out of the installation. */
export function messageHandlers(platform: Platform): Pick<JobHandlers, Messages> {
  const { db, clock, mail } = platform;
  return {
    'send-mail': async (queued, { log }) => {
      const outcome = (await isOfPresentScope(db, queued)) ? await deliverMail(mail, queued) : 'useless';
      log.info({ mail: queued.code, outcome }, 'mail');
    },
    'send-invoice': async (queued, { log }) => {
      log.info({ mail: 'invoice', outcome: await sendInvoice({ ...mail, db, clock }, queued) }, 'mail');
    },
    'mail-password-link': (payload) => mailLink({ db, clock, oneTime: mail.oneTime }, payload),
    'send-text-message': async (queued, { log }) => {
      const outcome = await deliverTextMessage({ ...mail, port: platform.text_messages }, queued);
      if (outcome === 'sent') await markLinkSent(platform, queued.secret_id);
      log.info({ outcome }, 'text message');
    },
    'send-push': async (queued, { log }) => {
      const outcome = await sendPush({ db, clock, port: platform.push.port }, queued);
      log.info({ outcome }, 'push message');
    },
    'send-partner-messages': ({ partner_id }, context) => sendToPartner(platform, partner_id, context),
    'send-digests': async (_payload, { log }) => {
      log.info(await sendDigests({ db, clock }), 'digests mailed');
    },
  };
}

/** Finds and notifies without a user; the audit log records which case it was. */
function criticalHandlers(platform: Platform): Pick<JobHandlers, 'find-critical' | 'escalate-critical'> {
  const { clock } = platform;
  return {
    'find-critical': ({ case_id }, context) => {
      const act = {
        name: 'find-critical',
        act: 'critical.find',
        request_id: `case-${String(case_id)}`,
      } as const;
      return inAuditedCall(ofInstallation(act, clock), () => findCritical(platform, case_id, context));
    },
    'escalate-critical': (queued) => {
      const request_id = `finding-${String(queued.finding_id)}`;
      const act = { name: 'escalate-critical', act: 'critical.escalate', request_id } as const;
      return inAuditedCall(ofInstallation(act, clock), () => escalateCritical(platform, queued));
    },
  };
}

type Endings = 'close-ledger' | 'let-accounts-sleep' | 'sweep-retention' | 'sweep-files';

function endingHandlers(platform: Platform, uploads: UploadDependencies): Pick<JobHandlers, Endings> {
  const { config } = platform;
  return {
    'close-ledger': (_payload, context) =>
      byRightClock(platform, context, async () => {
        context.log.info(await closeDays(platform), 'days of the ledger closed');
      }),
    'let-accounts-sleep': (_payload, context) =>
      byRightClock(platform, context, async () => {
        const looked = await letAccountsSleep(platform, config.DORMANT_AFTER_DAYS);
        context.log.info(looked, 'unused accounts looked at');
      }),
    'sweep-retention': (_payload, context) =>
      byRightClock(platform, context, async () => {
        await sweepRecords(platform);
        await sweepExports(platform, platform.clock.now());
        await endReports(platform.db, platform.clock.now());
        await sweepUploads(uploads, config.UPLOAD_RETENTION_DAYS);
        await retireSignals(uploads, config.SIGNAL_RETENTION_DAYS);
      }),
    'sweep-files': (_payload, context) =>
      byRightClock(platform, context, async () => {
        const asideMs = config.REMOVED_FILES_DAYS * 24 * 3_600_000;
        context.log.info(
          { ...(await sweepFiles(uploads, { asideMs })) },
          'files that no row names set aside',
        );
      }),
  };
}

function erasingOf({ db, clock, config }: Platform, uploads: UploadDependencies) {
  return {
    ...{ db, clock, report_years: config.REPORT_RETENTION_YEARS, list_file: erasuresFile(config) },
    removeFiles: (names: readonly string[]) => removeUnnamed(uploads, names),
  };
}

export function jobHandlers(platform: Platform, uploads: UploadDependencies): JobHandlers {
  const { config } = platform;
  return {
    ...endingHandlers(platform, uploads),
    ...messageHandlers(platform),
    ...criticalHandlers(platform),
    'analyse-recording': ({ case_id, renewal }, context) =>
      analyseRecording(platform, case_id, context, { renewal }),
    'carry-hospital-name': ({ hospital_id }, { signal }) =>
      carryHospitalName(platform.db, hospital_id, { signal }),
    'renew-analyses': () => renewNextBatch(platform.db, platform.clock),
    'make-consent-document': (queued) => makeConsentDocument(platform, queued),
    'make-export': ({ export_id }, context) =>
      makeExport({ ...platform, sources: exportSources(platform) }, export_id, context),
    'erase-patient': ({ erasure_id }, { signal }) => {
      const request_id = `erasure-${String(erasure_id)}`;
      const act = { name: 'erase-patient', act: 'patient.erase', request_id } as const;
      return inAuditedCall(ofInstallation(act, platform.clock), () =>
        erasePatient(erasingOf(platform, uploads), erasure_id, signal),
      );
    },
    'check-upload': ({ upload_id }, context) => {
      const act = { name: 'check-upload', act: 'upload.take', request_id: upload_id } as const;
      return inAuditedCall(ofInstallation(act, platform.clock), () =>
        checkUpload(uploads, upload_id, context),
      );
    },
    'anchor-history': async (_payload, { log }) => {
      const now = platform.clock.now();
      const history = await anchorRows(platform.db, anchoredHistories, anchorFile(config), now);
      if (history !== null) log.info(history, 'history anchored');
      const audit = await anchorRows(platform.db, anchoredAudit, auditAnchorFile(config), now);
      if (audit !== null) log.info(audit, 'audit log anchored');
    },
    'prove-chains': async (queued, { log }) => {
      const faults = await proveChains(platform, queued, () => verifyAudit(config, log));
      if (faults !== null) log[faults === 0 ? 'info' : 'error']({ faults }, 'chains proved');
    },
    'sum-statistics': async (_payload, { log, signal }) => {
      const { BILLING_TIME_ZONE: billing_time_zone } = config;
      const options = { now: platform.clock.now(), signal, billing_time_zone };
      log.info(await sumZones(platform.db, options), 'statistics summed');
    },
    'scrub-files': (queued, context) => scrubFiles(platform, queued, context),
  };
}
