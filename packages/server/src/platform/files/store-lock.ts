/**
 * Provides an advisory lock. A transaction that is about to name stored files in a row takes it as shared. The sweep
 * that removes files that no row names takes it as exclusive. Therefore no row ever names a file that has just been
 * removed.
 */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';

const storeLock = 7_305_118;

/** Prevents the removal of any file until the end of the transaction. Check that the file exists after calling it. */
export async function holdNames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${storeLock})`);
}

export async function lockForSweep(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${storeLock})`);
}
