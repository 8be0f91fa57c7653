/**
 * Defines the routes for files that are created in the background, most of them spreadsheets. A GET route returns the
 * same file at once if it is short. Only its owner can read a file, for one day.
 */
import { z } from 'zod';
import { auditRoutes } from './audit.ts';
import { billingRoutes } from './billing.ts';
import { caseRoutes } from './case-routes.ts';
import { exportStates } from './export-states.ts';
import { instant, noInput, rowId } from './fields.ts';
import { institutionRoutes } from './institutions.ts';
import { invoiceRoutes } from './invoices.ts';
import { ledgerRoutes } from './ledger.ts';
import { privacyRoutes } from './privacy.ts';
import { reportRoutes } from './reports.ts';
import { defineRoutes } from './route.ts';
import { statisticRoutes } from './statistics.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './users.ts';

/**
 * The routes whose files can be created in the background, by name, with the permission and input of the original
 * route.
 */
export const exportedRoutes = {
  exportCases: caseRoutes.exportCases,
  exportUploads: uploadRoutes.exportUploads,
  exportUsers: userRoutes.exportUsers,
  exportInstitutions: institutionRoutes.exportInstitutions,
  exportBilling: billingRoutes.exportBilling,
  exportInvoice: invoiceRoutes.exportInvoice,
  exportStatistics: statisticRoutes.exportStatistics,
  exportLedger: ledgerRoutes.exportLedger,
  exportAudit: auditRoutes.exportAudit,
  exportAccesses: auditRoutes.exportAccesses,
  fullDisclosure: reportRoutes.fullDisclosure,
  exportPatient: privacyRoutes.exportPatient,
  exportResearch: privacyRoutes.exportResearch,
} as const;
export type ExportKind = keyof typeof exportedRoutes;

export const exportKinds = [
  'exportCases',
  'exportUploads',
  'exportUsers',
  'exportInstitutions',
  'exportBilling',
  'exportInvoice',
  'exportStatistics',
  'exportLedger',
  'exportAudit',
  'exportAccesses',
  'fullDisclosure',
  'exportPatient',
  'exportResearch',
] as const satisfies readonly ExportKind[];

/** The maximum number of waiting and running exports of one user. */
export const mostExportsAtOnce = 3;

export const exportItem = z.object({
  export_id: z.number().int(),
  kind: z.enum(exportKinds),
  state: z.enum(exportStates),
  filename: z.string(),
  rows_done: z.number().int(),
  rows_total: z.number().int(),
  size_bytes: z.number().int().nullable(),
  /** Why it failed, as text for the user. */
  detail: z.string().nullable(),
  created_at: instant,
  ended_at: instant.nullable(),
  expires_at: instant,
});
export type ExportItem = z.output<typeof exportItem>;

const key = z.strictObject({ export_id: rowId });

export const exportRoutes = defineRoutes({
  beginExport: {
    method: 'POST',
    path: 'export',
    allow: 'self',
    audit: 'export.ask',
    summary:
      'Starts a spreadsheet or a full disclosure in the background, with the input and the permission of the route that returns it at once. If the same one is already being made, returns that one.',
    input: z.strictObject({
      kind: z.enum(exportKinds),
      input: z.record(z.string().max(64), z.unknown()).default({}),
    }),
    output: exportItem,
    success: 201,
  },
  exports: {
    method: 'GET',
    path: 'export',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the caller’s exports that have not expired, the newest first.',
    input: noInput,
    output: z.object({ items: z.array(exportItem) }),
  },
  exportFile: {
    method: 'GET',
    path: 'export/:export_id/file',
    allow: 'self',
    audit: 'export.read',
    summary:
      'Returns the finished file of an own export: a spreadsheet, or a PDF for the kind `fullDisclosure`.',
    input: key,
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
  cancelExport: {
    method: 'POST',
    path: 'export/:export_id/cancel',
    allow: 'self',
    audit: 'none',
    summary: 'Cancels an own export that is waiting or running. A finished one stays unchanged.',
    input: key,
    output: exportItem,
  },
});
