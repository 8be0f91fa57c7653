/**
 * Appends one row to a case's history, chained to the row before it. The case's row must be locked, so that two
 * writers never see the same predecessor.
 */
import { createHash } from 'node:crypto';
import { brokenAt, chainHash, firstPreviousHash, type HistoryRow } from '@rhythmdesk/domain/case/history';
import { isCaseStatus } from '@rhythmdesk/domain/case/status';
import { asc, desc, eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { caseHistory } from '../../platform/db/schema/cases.ts';

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function appendHistory(tx: Tx, row: HistoryRow): Promise<void> {
  const [last] = await tx
    .select({ hash: caseHistory.hash })
    .from(caseHistory)
    .where(eq(caseHistory.case_id, row.case_id))
    .orderBy(desc(caseHistory.version))
    .limit(1);
  const previous = last?.hash.toString('hex') ?? firstPreviousHash;
  const { created_ms, ...columns } = row;
  await tx.insert(caseHistory).values({
    ...columns,
    created_at: new Date(created_ms),
    previous_hash: Buffer.from(previous, 'hex'),
    hash: Buffer.from(chainHash(row, previous, sha256Hex), 'hex'),
  });
}

/** Whether every row of the case's history still fits the one before it. */
export async function historyIsIntact(db: Queryable, case_id: number): Promise<boolean> {
  const rows = await db
    .select()
    .from(caseHistory)
    .where(eq(caseHistory.case_id, case_id))
    .orderBy(asc(caseHistory.version));
  const chained = rows.map((row) => {
    const { from_status, status } = row;
    if (!isCaseStatus(status) || (from_status !== null && !isCaseStatus(from_status))) return null;
    return {
      ...row,
      from_status,
      status,
      created_ms: row.created_at.getTime(),
      previous_hash: row.previous_hash.toString('hex'),
      hash: row.hash.toString('hex'),
    };
  });
  const whole = chained.filter((row) => row !== null);
  return whole.length === rows.length && brokenAt(whole, sha256Hex) === null;
}
