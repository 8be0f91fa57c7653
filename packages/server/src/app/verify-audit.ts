/** Verifies all histories of cases and the audit log of an installation, with their anchors, in one snapshot. */
import type { Config } from '../platform/config/config.ts';
import type { ConnectionSettings } from '../platform/db/database.ts';
import { Snapshot } from '../platform/db/snapshot.ts';
import type { Log } from '../platform/log/log.ts';
import {
  anchoredAudit,
  anchoredHistories,
  brokenAnchor,
  readAnchors,
  type Anchor,
  type AnchoredTable,
} from '../records/audit/anchors.ts';
import { verifyAuditLog, type AuditLogVerdict } from '../records/audit/verify-audit-log.ts';
import { verifyHistory, type HistoryVerdict } from '../records/cases/verify-history.ts';
import { openOwner } from './back-up.ts';
import { anchorFile, auditAnchorFile } from './installation-folders.ts';

export type AnchorVerdict = {
  readonly file: string;
  /** Null if there is no file of anchors. */
  readonly anchors: number | null;
  /** When the last of them was made. */
  readonly last_at: string | null;
  readonly broken: Anchor | null;
};

export type ChainsVerdict = {
  readonly history: HistoryVerdict & { readonly anchoring: AnchorVerdict };
  readonly audit: AuditLogVerdict & { readonly anchoring: AnchorVerdict };
};

async function judgeAnchors(snapshot: Snapshot, table: AnchoredTable, file: string): Promise<AnchorVerdict> {
  const anchors = await readAnchors(file);
  return {
    file,
    anchors: anchors?.length ?? null,
    last_at: anchors?.at(-1)?.at ?? null,
    broken: await brokenAnchor(snapshot, table, anchors ?? []),
  };
}

export async function verifyChains(
  owner: ConnectionSettings,
  files: { readonly history: string; readonly audit: string },
): Promise<ChainsVerdict> {
  const snapshot = await Snapshot.open(owner);
  try {
    const history = await verifyHistory(snapshot);
    const audit = await verifyAuditLog(snapshot);
    const ofHistory = await judgeAnchors(snapshot, anchoredHistories, files.history);
    const ofAudit = await judgeAnchors(snapshot, anchoredAudit, files.audit);
    return { history: { ...history, anchoring: ofHistory }, audit: { ...audit, anchoring: ofAudit } };
  } finally {
    await snapshot.close();
  }
}

/** Verifies the installation of the settings. */
export async function verifyAudit(config: Config, log: Log): Promise<ChainsVerdict> {
  const { owner, close } = await openOwner(config, log, true);
  try {
    return await verifyChains(owner, { history: anchorFile(config), audit: auditAnchorFile(config) });
  } finally {
    await close();
  }
}
