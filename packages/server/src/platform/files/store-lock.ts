/**
 * The advisory lock between who is about to name stored files in a row (shared) and the sweep that removes files that
 * no row names (exclusive): no row ever names a file that has just been removed.
 */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';

const storeLock = 7_305_118;

/** Until the end of the transaction no named or unnamed file is removed. Prove that the file is there after it. */
export async function holdNames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${storeLock})`);
}

export async function lockForSweep(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${storeLock})`);
}
