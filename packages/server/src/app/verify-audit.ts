/** The command `audit:verify`: all histories of cases and the audit log of an installation, with their anchors, in one snapshot. */
import type { Config } from '../platform/config/config.ts';
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
  /** Null where there is no file of anchors. */
  readonly anchors: number | null;
  readonly broken: Anchor | null;
};

type AuditVerdict = {
  readonly history: HistoryVerdict & { readonly anchoring: AnchorVerdict };
  readonly audit: AuditLogVerdict & { readonly anchoring: AnchorVerdict };
};

async function judgeAnchors(snapshot: Snapshot, table: AnchoredTable, file: string): Promise<AnchorVerdict> {
  const anchors = await readAnchors(file);
  return {
    file,
    anchors: anchors?.length ?? null,
    broken: await brokenAnchor(snapshot, table, anchors ?? []),
  };
}

export async function verifyAudit(config: Config, log: Log): Promise<AuditVerdict> {
  const { owner, close } = await openOwner(config, log, true);
  try {
    const snapshot = await Snapshot.open(owner);
    try {
      const history = await verifyHistory(snapshot);
      const audit = await verifyAuditLog(snapshot);
      const ofHistory = await judgeAnchors(snapshot, anchoredHistories, anchorFile(config));
      const ofAudit = await judgeAnchors(snapshot, anchoredAudit, auditAnchorFile(config));
      return { history: { ...history, anchoring: ofHistory }, audit: { ...audit, anchoring: ofAudit } };
    } finally {
      await snapshot.close();
    }
  } finally {
    await close();
  }
}
