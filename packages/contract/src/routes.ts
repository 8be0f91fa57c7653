/** Joins the routes of all files to the complete route table. */
import { agreementRoutes } from './agreements.ts';
import { analysisRoutes } from './analysis.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { actionRoutes } from './case-actions.ts';
import { caseRoutes } from './case-routes.ts';
import { criticalRoutes } from './critical.ts';
import { dicomRoutes } from './dicom.ts';
import { draftRoutes } from './drafts.ts';
import { emailRoutes } from './email-addresses.ts';
import { exportRoutes } from './exports.ts';
import { jobRoutes } from './jobs.ts';
import { operationRoutes } from './operations.ts';
import { importRoutes } from './imports.ts';
import { institutionRoutes } from './institutions.ts';
import { teamShareRoutes } from './team-shares.ts';
import { noticeRoutes } from './notices.ts';
import { notificationPreferenceRoutes } from './notification-preferences.ts';
import { passkeyRoutes } from './passkeys.ts';
import { peopleRoutes } from './people.ts';
import { privacyRoutes } from './privacy.ts';
import { ledgerRoutes } from './ledger.ts';
import { partnerRoutes } from './partners.ts';
import { providerRoutes } from './providers.ts';
import { billingRoutes } from './billing.ts';
import { invoiceRoutes } from './invoices.ts';
import { priceRoutes } from './prices.ts';
import { readingRoutes } from './reading.ts';
import { recordingRoutes } from './recordings.ts';
import { savedViewRoutes } from './saved-views.ts';
import { phraseRoutes } from './report-phrases.ts';
import { reportRoutes } from './reports.ts';
import { factorRoutes } from './second-factors.ts';
import { secondRoutes } from './second-readings.ts';
import { sessionRoutes } from './sessions.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { healthLinkRoutes } from './health-links.ts';
import { smartClientRoutes } from './smart-clients.ts';
import { signatureRoutes } from './signatures.ts';
import { signUpRoutes } from './sign-up.ts';
import { statisticRoutes } from './statistics.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './users.ts';
import { workRoutes } from './work.ts';
import { pacsRoutes } from './pacs.ts';
import { webhookRoutes } from './webhooks.ts';

export const routes = {
  ...authRoutes,
  ...signUpRoutes,
  ...peopleRoutes,
  ...emailRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...factorRoutes,
  ...passkeyRoutes,
  ...providerRoutes,
  ...importRoutes,
  ...institutionRoutes,
  ...teamShareRoutes,
  ...priceRoutes,
  ...billingRoutes,
  ...invoiceRoutes,
  ...statisticRoutes,
  ...draftRoutes,
  ...caseRoutes,
  ...workRoutes,
  ...savedViewRoutes,
  ...criticalRoutes,
  ...actionRoutes,
  ...recordingRoutes,
  ...analysisRoutes,
  ...readingRoutes,
  ...secondRoutes,
  ...reportRoutes,
  ...phraseRoutes,
  ...signatureRoutes,
  ...apiKeyRoutes,
  ...smartClientRoutes,
  ...healthLinkRoutes,
  ...uploadRoutes,
  ...noticeRoutes,
  ...notificationPreferenceRoutes,
  ...jobRoutes,
  ...operationRoutes,
  ...auditRoutes,
  ...exportRoutes,
  ...agreementRoutes,
  ...partnerRoutes,
  ...dicomRoutes,
  ...webhookRoutes,
  ...pacsRoutes,
  ...ledgerRoutes,
  ...privacyRoutes,
};

export type Routes = typeof routes;
export type RouteName = keyof Routes;
