/**
 * Restores removed files that rows name again, after the database was set back to an earlier moment. Removed files that
 * no row names stay removed.
 */
import { transact } from '../../platform/db/transact.ts';
import type { RemovedFile } from '../../platform/files/file-store.ts';
import { unnamed, type SweepDependencies } from '../../platform/files/unnamed-files.ts';
import { batches, namesAtOnce } from './file-sweep.ts';

export type PutBack = { readonly removed: number; readonly put_back: number };

async function putBackSome({ db, files }: SweepDependencies, some: readonly RemovedFile[]): Promise<number> {
  const days = new Map(some.map(({ sha256, day }) => [sha256, day]));
  const unused = await transact(db, (tx) => unnamed(tx, [...days.keys()]));
  for (const { name } of unused) days.delete(name);
  let put_back = 0;
  for (const [sha256, day] of days) {
    if ((await files.size(sha256)) === null && (await files.putBack(sha256, day))) put_back += 1;
  }
  return put_back;
}

/** Returns how many removed files there were, and how many of them are in the store again. */
export async function putBackFiles(
  dependencies: SweepDependencies,
  onProgress: (done: PutBack) => void = () => undefined,
): Promise<PutBack> {
  let [removed, put_back] = [0, 0];
  for await (const some of batches(dependencies.files.listRemoved(), namesAtOnce)) {
    removed += some.length;
    put_back += await putBackSome(dependencies, some);
    onProgress({ removed, put_back });
  }
  return { removed, put_back };
}
