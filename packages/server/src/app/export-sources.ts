/** Maps every kind of export to the feature that provides its rows. */
import { exportedRoutes as routes } from '@rhythmdesk/contract/exports';
import { accessesSheet, auditSheet } from '../features/audit/export-audit.ts';
import { billingSheet } from '../features/billing/export-billing.ts';
import { invoiceSheet } from '../features/billing/invoices/export-invoice.ts';
import { casesSheet } from '../features/cases/export-cases.ts';
import { openerOf, type ExportSources } from '../features/exports/export-source.ts';
import { institutionsSheet } from '../features/institutions/export-institutions.ts';
import { ledgerSheet } from '../features/integration/ledger/export-ledger.ts';
import { usersSheet } from '../features/people/users/export-users.ts';
import { researchSource } from '../features/recordings/export-research.ts';
import { patientSource } from '../features/privacy/export-patient.ts';
import { recordingOfPatient } from './recording-of-patient.ts';
import { disclosureSource } from '../features/reports/disclosure/disclosure-source.ts';
import { statisticsSheet } from '../features/statistics/export-statistics.ts';
import { uploadsSheet } from '../features/uploads/export-uploads.ts';
import type { Platform } from './open-platform.ts';

export function exportSources(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'files' | 'files_folder'>,
): ExportSources {
  const { db, clock, config } = platform;
  const { BILLING_TIME_ZONE: billing_time_zone, DORMANT_AFTER_DAYS: dormant_after_days } = config;
  return {
    exportCases: openerOf(routes.exportCases, (order) => casesSheet(db, order, clock.now())),
    exportUploads: openerOf(routes.exportUploads, (order) => uploadsSheet(db, order, clock.now())),
    exportUsers: openerOf(routes.exportUsers, (order) =>
      usersSheet(db, order, { dormant_after_days, now: clock.now() }),
    ),
    exportInstitutions: openerOf(routes.exportInstitutions, (order) =>
      institutionsSheet(db, order, clock.now()),
    ),
    exportBilling: openerOf(routes.exportBilling, (order) => billingSheet(db, order, billing_time_zone)),
    exportInvoice: openerOf(routes.exportInvoice, (order) => invoiceSheet(db, order, billing_time_zone)),
    exportStatistics: openerOf(routes.exportStatistics, (order) => statisticsSheet(db, order)),
    exportLedger: openerOf(routes.exportLedger, (order) => ledgerSheet(db, order)),
    exportAudit: openerOf(routes.exportAudit, (order) => auditSheet(db, order, clock.now())),
    fullDisclosure: openerOf(routes.fullDisclosure, (order) => disclosureSource(platform, order)),
    exportPatient: openerOf(routes.exportPatient, (order) =>
      patientSource({ ...platform, recordingPart: recordingOfPatient(platform) }, order),
    ),
    exportResearch: openerOf(routes.exportResearch, (order) => researchSource(platform, order)),
    exportAccesses: openerOf(routes.exportAccesses, (order) => accessesSheet(db, order)),
  };
}
