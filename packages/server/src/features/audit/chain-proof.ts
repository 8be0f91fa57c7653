/** Shows administrators the verification of the hash chains, and starts one on request. */
import type { ChainProof } from '@rhythmdesk/contract/audit';
import { desc, gt, isNotNull, isNull, and, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/db/database.ts';
import { chainProofs } from '../../platform/db/schema/operations.ts';
import { transact } from '../../platform/db/transact.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';

/**
 * A verification that was requested longer ago and has not ended is treated as lost; the list of failed jobs has the
 * reason.
 */
const patienceMs = 3_600_000;

const rowsShape = z.object({ rows: z.coerce.number() });

async function lastProof(tx: Tx): Promise<ChainProof | null> {
  const [row] = await tx
    .select()
    .from(chainProofs)
    .where(isNotNull(chainProofs.ended_at))
    .orderBy(desc(chainProofs.ended_at), desc(chainProofs.proof_id))
    .limit(1);
  if (row === undefined || row.ended_at === null) return null;
  const heads = await tx.execute(sql`select coalesce(sum(rows), 0) as rows from audit_heads`);
  const { rows } = rowsShape.parse(heads.rows[0]);
  const audit_rows = row.audit_rows ?? 0;
  return {
    ended_at: row.ended_at.toISOString(),
    ms: row.ended_at.getTime() - (row.begun_at ?? row.asked_at).getTime(),
    cases: row.cases ?? 0,
    history_rows: row.history_rows ?? 0,
    audit_rows,
    rows_since: Math.max(0, rows - audit_rows),
    anchors: row.anchors ?? 0,
    anchored_at: row.anchored_at?.toISOString() ?? null,
    fault_count: row.fault_count ?? 0,
    faults: row.faults ?? [],
  };
}

async function underWay(tx: Tx, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - patienceMs);
  const [row] = await tx
    .select({ asked_at: chainProofs.asked_at })
    .from(chainProofs)
    .where(and(isNull(chainProofs.ended_at), gt(chainProofs.asked_at, since)))
    .limit(1);
  return row?.asked_at ?? null;
}

async function stateOf(tx: Tx, now: Date) {
  return { proof: await lastProof(tx), asked_at: (await underWay(tx, now))?.toISOString() ?? null };
}

export const readChainProof = (db: Db, now: Date) => transact(db, (tx) => stateOf(tx, now));

export const askForProof = (db: Db, now: Date) =>
  transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('chain-proofs', 0))`);
    if ((await underWay(tx, now)) === null) {
      const [requested] = await tx.insert(chainProofs).values({ asked_at: now }).returning();
      await enqueue(tx, 'prove-chains', { proof_id: requested?.proof_id });
    }
    return stateOf(tx, now);
  });
