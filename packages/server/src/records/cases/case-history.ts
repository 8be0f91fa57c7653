/**
 * Appends a row to a case's history, chained to the previous row. The case's row must be locked, so that two writers
 * never see the same predecessor.
 */
import { hash } from 'node:crypto';
import {
  brokenAt,
  chainHash,
  presentChain,
  type ChainedRow,
  type HistoryChain,
  type HistoryRow,
} from '@rhythmdesk/domain/case/history';
import { firstPreviousHash } from '@rhythmdesk/domain/kit/chained-fields';
import { isCaseStatus } from '@rhythmdesk/domain/case/status';
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { caseHistory, caseHistoryHeads } from '../../platform/db/schema/cases.ts';

export const sha256Hex = (text: string): string => hash('sha256', text, 'hex');

export async function appendHistory(tx: Tx, step: Omit<HistoryRow, 'chain'>): Promise<void> {
  const row = { ...step, chain: presentChain };
  const [last] = await tx
    .select({ hash: caseHistoryHeads.hash })
    .from(caseHistoryHeads)
    .where(eq(caseHistoryHeads.case_id, sql.placeholder('case_id')))
    .prepare('history_head')
    .execute({ case_id: row.case_id });
  const previous = last?.hash.toString('hex') ?? firstPreviousHash;
  const { created_ms, ...columns } = row;
  await tx.insert(caseHistory).values({
    ...columns,
    created_at: new Date(created_ms),
    previous_hash: Buffer.from(previous, 'hex'),
    hash: Buffer.from(chainHash(row, previous, sha256Hex), 'hex'),
  });
}

const isChain = (chain: number): chain is HistoryChain => chain === 1 || chain === presentChain;

type Words = Omit<ChainedRow, 'from_status' | 'status' | 'chain'> & {
  readonly from_status: string | null;
  readonly status: string;
  readonly chain: number;
};

/** Returns null if the row contains an unknown status or chain. */
export function chainedRow(row: Words): ChainedRow | null {
  const { from_status, status, chain } = row;
  if (!isChain(chain) || !isCaseStatus(status)) return null;
  if (from_status !== null && !isCaseStatus(from_status)) return null;
  return { ...row, from_status, status, chain };
}

/** Returns whether every row of the case's history matches the previous one, and the last one matches its head. */
export async function historyIsIntact(db: Queryable, case_id: number): Promise<boolean> {
  const rows = await db
    .select()
    .from(caseHistory)
    .where(eq(caseHistory.case_id, case_id))
    .orderBy(asc(caseHistory.version));
  const [head] = await db.select().from(caseHistoryHeads).where(eq(caseHistoryHeads.case_id, case_id));
  const whole = rows
    .map((row) =>
      chainedRow({
        ...row,
        created_ms: row.created_at.getTime(),
        previous_hash: row.previous_hash.toString('hex'),
        hash: row.hash.toString('hex'),
      }),
    )
    .filter((row) => row !== null);
  const isEnd = (head?.rows ?? 0) === rows.length && head?.hash.toString('hex') === whole.at(-1)?.hash;
  return isEnd && whole.length === rows.length && brokenAt(whole, sha256Hex) === null;
}
