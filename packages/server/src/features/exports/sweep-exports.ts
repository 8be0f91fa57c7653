/** Deletes expired exports and their files. */
import { lte } from 'drizzle-orm';
import { exports } from '../../platform/db/schema/exports.ts';
import { transact } from '../../platform/db/transact.ts';
import { removeUnnamed, type SweepDependencies } from '../../platform/files/unnamed-files.ts';

/**
 * Deletes expired exports; an export in progress stops when its row is gone. A file that a user has also added to a case
 * stays. Returns how many exports were deleted.
 */
export async function sweepExports(stores: SweepDependencies, now: Date): Promise<number> {
  const gone = await transact(stores.db, async (tx) =>
    tx.delete(exports).where(lte(exports.expires_at, now)).returning({ sha256: exports.sha256 }),
  );
  for (const { sha256 } of gone) if (sha256 !== null) await removeUnnamed(stores, [sha256]);
  return gone.length;
}
