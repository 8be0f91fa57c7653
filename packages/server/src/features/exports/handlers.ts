/** Handles the routes of each user's own exports. */
import { exportedRoutes, type exportRoutes } from '@rhythmdesk/contract/exports';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { provedBytes, type FileStore } from '../../platform/files/file-store.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { beginExport, cancelExport } from './begin-export.ts';
import { listExports, ownExport, provedRow } from './export-record.ts';
import type { ExportSources } from './export-source.ts';

export type ExportDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly sources: ExportSources;
};

export function exportHandlers({
  db,
  files,
  clock,
  sources,
}: ExportDependencies): Handlers<typeof exportRoutes> {
  return {
    beginExport: (call) => beginExport(db, sources, call, clock.now()),
    exports: async ({ caller, language }) => ({
      items: await listExports(db, caller.id, language, clock.now()),
    }),
    exportFile: async ({ caller, input: { export_id } }) => {
      const { sha256, size_bytes, filename, kind } = provedRow(
        await ownExport(db, caller.id, export_id, clock.now()),
      );
      if (sha256 === null || size_bytes === null) throw new Refusal('export/not-done');
      await files.check(sha256, provedBytes);
      noteAudit({ target: `export/${String(export_id)}` });
      const media_type = exportedRoutes[kind].output.binary;
      return { body: await files.stream(sha256), size_bytes, media_type, filename };
    },
    cancelExport: ({ caller, input: { export_id }, language }) =>
      cancelExport(db, { caller, export_id, language }, clock.now()),
  };
}
