/**
 * Verifies all hash chains, as a job: every night and when an administrator requests it. The result is stored for the
 * page of the audit log, and operators (users of level 5) are notified if a chain is broken.
 */
import type { ChainFault } from '@rhythmdesk/contract/audit';
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { chainProofs } from '../platform/db/schema/operations.ts';
import { transact } from '../platform/db/transact.ts';
import type { JobPayload } from '../platform/jobs/job-names.ts';
import { insertNotifications } from '../records/notices/insert-notifications.ts';
import { operatorsIn } from './operators.ts';
import type { ChainsVerdict } from './verify-audit.ts';

/** The faults that the page shows; `npm run audit:verify` lists all. */
const mostFaults = 20;

const none = { case_id: null, audit_id: null } as const;

function faultsIn({ history, audit }: ChainsVerdict): ChainFault[] {
  const anchors = [history, audit].filter(({ anchoring }) => anchoring.broken !== null);
  return [
    ...history.faults.map(({ case_id, fault }) => ({ ...none, chain: 'history' as const, case_id, fault })),
    ...audit.faults.map(({ audit_id, fault }) => ({ ...none, chain: 'audit' as const, audit_id, fault })),
    ...anchors.map(() => ({ ...none, chain: 'anchor' as const, fault: 'changed' as const })),
  ];
}

/** Returns the older of the two last anchors: everything up to then is anchored. */
function anchoredAt({ history, audit }: ChainsVerdict): Date | null {
  const times = [history, audit].flatMap(({ anchoring }) => anchoring.last_at ?? []);
  return times.length < 2 ? null : new Date(Math.min(...times.map((at) => Date.parse(at))));
}

async function notifyOfBreak(tx: Tx, now: Date): Promise<void> {
  const code = 'chain-broken';
  const { category } = notificationTable[code];
  const recipients = await operatorsIn(tx);
  await insertNotifications(
    tx,
    recipients.map((user_id) => ({
      user_id,
      patch_id: null,
      code,
      category,
      parameters: {},
      create_time: now,
    })),
  );
}

/** Returns the row of this verification; null if another run of the job has already ended it. */
function beginProof(db: Db, proof_id: number | undefined, begun_at: Date): Promise<number | null> {
  return transact(db, async (tx) => {
    const thisProof = and(eq(chainProofs.proof_id, proof_id ?? 0), isNull(chainProofs.ended_at));
    const rows =
      proof_id === undefined
        ? await tx.insert(chainProofs).values({ asked_at: begun_at, begun_at }).returning()
        : await tx.update(chainProofs).set({ begun_at }).where(thisProof).returning();
    return rows[0]?.proof_id ?? null;
  });
}

/** Returns the number of faults; null if there was nothing left to do. */
export async function proveChains(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  queued: JobPayload<'prove-chains'>,
  verify: () => Promise<ChainsVerdict>,
): Promise<number | null> {
  const proof_id = await beginProof(db, queued.proof_id, clock.now());
  if (proof_id === null) return null;
  const verdict = await verify();
  const { history, audit } = verdict;
  const faults = faultsIn(verdict);
  const ended_at = clock.now();
  const found = {
    ended_at,
    cases: history.cases,
    history_rows: history.rows,
    audit_rows: audit.rows,
    anchors: (history.anchoring.anchors ?? 0) + (audit.anchoring.anchors ?? 0),
    anchored_at: anchoredAt(verdict),
    fault_count: faults.length,
    faults: faults.slice(0, mostFaults),
  };
  const unended = and(eq(chainProofs.proof_id, proof_id), isNull(chainProofs.ended_at));
  await transact(db, async (tx) => {
    const ended = await tx.update(chainProofs).set(found).where(unended).returning();
    if (ended.length > 0 && faults.length > 0) await notifyOfBreak(tx, ended_at);
  });
  return faults.length;
}
