/** Deletes expired exports and their files. */
import { eq, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { exports } from '../../platform/db/schema/exports.ts';
import { transact } from '../../platform/db/transact.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { lockForSweep } from '../../platform/files/store-lock.ts';

type ExportStores = { readonly db: Db; readonly files: FileStore };

/** Removes the file unless an export uses it. */
export async function removeUnheld({ db, files }: ExportStores, sha256: string): Promise<void> {
  await transact(db, async (tx) => {
    await lockForSweep(tx);
    if ((await tx.$count(exports, eq(exports.sha256, sha256))) === 0) await files.remove(sha256);
  });
}

/** Deletes expired exports; an export in progress stops when its row is gone. Returns how many were deleted. */
export async function sweepExports({ db, files }: ExportStores, now: Date): Promise<number> {
  const gone = await transact(db, async (tx) =>
    tx.delete(exports).where(lte(exports.expires_at, now)).returning({ sha256: exports.sha256 }),
  );
  for (const { sha256 } of gone) if (sha256 !== null) await removeUnheld({ db, files }, sha256);
  return gone.length;
}
