/** Describes a spreadsheet export in both ways: an immediate download, and a background export for long lists. */
import type { ExportItem, ExportKind } from '@rhythmdesk/contract/exports';
import type { Routes } from '@rhythmdesk/contract/routes';
import { api } from '../../platform/client/api.ts';
import type { CallInput } from '../../platform/client/client.ts';

export type ExportOrder = {
  readonly download: (signal: AbortSignal) => Promise<Response>;
  readonly begin: () => Promise<ExportItem>;
};

export function exportOrder<Kind extends ExportKind>(
  kind: Kind,
  input: CallInput<Routes[Kind]>,
): ExportOrder {
  const fields: [string, unknown][] = Object.entries(input);
  return {
    download: (signal) => api.download(kind, input, { signal }),
    begin: () => api.call('beginExport', { kind, input: Object.fromEntries(fields) }),
  };
}
