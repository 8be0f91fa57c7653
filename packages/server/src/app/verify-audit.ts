/** The command `audit:verify`: the whole history of an installation, and its anchors, in one snapshot. */
import type { Config } from '../platform/config/config.ts';
import { Snapshot } from '../platform/db/snapshot.ts';
import type { Log } from '../platform/log/log.ts';
import { brokenAnchor, readAnchors, type HistoryAnchor } from '../records/cases/history-anchors.ts';
import { verifyHistory, type HistoryVerdict } from '../records/cases/verify-history.ts';
import { openOwner } from './back-up.ts';
import { anchorFile } from './installation-folders.ts';

export type AuditVerdict = HistoryVerdict & {
  readonly anchor_file: string;
  /** Null where there is no file of anchors. */
  readonly anchors: number | null;
  readonly broken_anchor: HistoryAnchor | null;
};

export async function verifyAudit(config: Config, log: Log): Promise<AuditVerdict> {
  const anchor_file = anchorFile(config);
  const anchors = await readAnchors(anchor_file);
  const { owner, close } = await openOwner(config, log, true);
  try {
    const snapshot = await Snapshot.open(owner);
    try {
      const verdict = await verifyHistory(snapshot);
      const broken_anchor = await brokenAnchor(snapshot, anchors ?? []);
      return { ...verdict, anchor_file, anchors: anchors?.length ?? null, broken_anchor };
    } finally {
      await snapshot.close();
    }
  } finally {
    await close();
  }
}
