/** Describes the document shown instead of the recording: a version of the case's report, its order, or another PDF. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { CaseAccess } from '../model/case-access.ts';
import { api } from '../../../platform/client/api.ts';

export type ShownDocument =
  /** Without a version: the current one, or the text that there is none. */
  | { readonly kind: 'report'; readonly version: number | undefined }
  | { readonly kind: 'order' }
  | { readonly kind: 'file'; readonly file_id: number; readonly filename: string };

/** Returns the newest version that this caller sees. */
export const currentVersion = (detail: Pick<CaseDetail, 'report_versions'>): number | undefined =>
  detail.report_versions.find(({ current }) => current)?.report_version;

/** Whether this caller can open a report of the case. */
export const hasReport = (detail: CaseDetail, { reports }: Pick<CaseAccess, 'reports'>): boolean =>
  reports && currentVersion(detail) !== undefined;

export function fetchDocument(case_id: number, shown: ShownDocument, signal: AbortSignal): Promise<Response> {
  switch (shown.kind) {
    case 'report':
      return api.download('report', { case_id, report_version: shown.version }, { signal });
    case 'order':
      return api.download('order', { case_id }, { signal });
    case 'file':
      return api.download('file', { file_id: shown.file_id }, { signal });
  }
}

/** Returns the name under which it is saved: the server's, else one made from the case. */
export function documentName(detail: Pick<CaseDetail, 'hn_id'>, shown: ShownDocument): string {
  if (shown.kind === 'file') return shown.filename;
  if (shown.kind === 'order') return `${detail.hn_id}-order.pdf`;
  return shown.version === undefined
    ? `${detail.hn_id}-report.pdf`
    : `${detail.hn_id}-report-v${String(shown.version)}.pdf`;
}
