/**
 * Removes backups from a bucket: all but the newest finished ones, and the files that no remaining one names. What ends
 * before that is continued by the next call. No backup may be made at the same time.
 */
import { BackupFault, sumsName } from './backup-manifest.ts';
import type { BackupsInBucket } from './bucket-backup.ts';
import { storedNames } from './verify-backup.ts';

const deletedAtOnce = 8;

type Removed = {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  readonly files: number;
};

/** Throws if another process may make a backup meanwhile. */
type RequireLock = () => void;

async function deleteAll(
  backups: BackupsInBucket,
  keys: AsyncIterable<string> | Iterable<string>,
  requireLock: RequireLock,
): Promise<number> {
  let deleted = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    requireLock();
    await Promise.all(batch.map((key) => backups.bucket.delete(key)));
    deleted += batch.length;
    batch = [];
  };
  for await (const key of keys) {
    batch.push(key);
    if (batch.length === deletedAtOnce) await flush();
  }
  await flush();
  return deleted;
}

/** Lists the files that none of these backups names. */
async function* unnamedFiles(
  backups: BackupsInBucket,
  kept: readonly string[],
): AsyncGenerator<string, undefined> {
  const named = new Set<string>();
  for (const name of kept)
    for await (const sha256 of storedNames(await backups.reader(name))) named.add(sha256);
  const { bucket } = backups;
  for await (const { key } of bucket.list(bucket.keys.prefix)) {
    const name = bucket.keys.nameOf(key);
    if (name !== null && !named.has(name)) yield key;
  }
}

/** Keeps this many finished backups. Unfinished ones are removed, since none is being made. */
export async function removeBackups(
  backups: BackupsInBucket,
  keep: number,
  requireLock: RequireLock,
): Promise<Removed> {
  const all = await backups.list();
  const kept = all
    .filter(({ isFinished }) => isFinished)
    .slice(0, keep)
    .map(({ name }) => name);
  if (kept.length === 0)
    throw new BackupFault(
      'backup/unfinished',
      `${backups.words} holds no finished backup, so none is removed.`,
    );
  const removed = all.filter(({ name }) => !kept.includes(name));
  for (const { name, keys } of removed) {
    // Without its list of checksums a backup is unfinished, so that a restore never sees a part of it.
    requireLock();
    await backups.bucket.delete(backups.keyOf(name, sumsName));
    await deleteAll(backups, keys, requireLock);
  }
  const files = await deleteAll(backups, unnamedFiles(backups, kept), requireLock);
  await backups.bucket.abortUnfinished(0, backups.prefix);
  return { kept, removed: removed.map(({ name }) => name), files };
}
