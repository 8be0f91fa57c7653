/**
 * Lists, removes and restores the files of a bucket. A removed file is copied to `removed/<day>/` before it is deleted,
 * so that a wrong removal can be undone for some days, as on a disk.
 */
import { namePattern } from './disk-place.ts';
import type { RemovedFile } from './file-store.ts';
import type { S3Bucket } from './s3-bucket.ts';

const dayMs = 24 * 3_600_000;

/** Lists the names of files that the bucket got at least this long ago. */
export async function* filesOlderThan(bucket: S3Bucket, ageMs: number): AsyncGenerator<string, undefined> {
  for await (const { key, changed_at } of bucket.list(bucket.keys.prefix)) {
    const name = bucket.keys.nameOf(key);
    if (name !== null && changed_at.getTime() <= Date.now() - ageMs) yield name;
  }
}

/**
 * Moves a file to the removed files. Returns whether there was one. A file that the bucket got less than `youngMs` ago
 * stays: somebody is about to name it.
 */
export async function removeObject(bucket: S3Bucket, sha256: string, youngMs: number): Promise<boolean> {
  const { keys } = bucket;
  const found = await bucket.head(keys.file(sha256));
  if (found === null || found.changed_at.getTime() > Date.now() - youngMs) return false;
  const today = new Date().toISOString().slice(0, 10);
  if (!(await bucket.copy(keys.file(sha256), keys.removedFile(today, sha256), found.bytes))) return false;
  await bucket.delete(keys.file(sha256));
  await bucket.delete(keys.sums(sha256));
  return true;
}

type RemovedObject = {
  readonly key: string;
  readonly day: string;
  readonly name: string;
  readonly bytes: number;
};

async function* removedObjects(bucket: S3Bucket): AsyncGenerator<RemovedObject, undefined> {
  for await (const { key, bytes } of bucket.list(bucket.keys.removed)) {
    const [day = '', name = ''] = key.slice(bucket.keys.removed.length).split('/');
    yield { key, day, name, bytes };
  }
}

/** Lists the removed files of every day. */
export async function* listRemovedObjects(bucket: S3Bucket): AsyncGenerator<RemovedFile, undefined> {
  for await (const { day, name } of removedObjects(bucket)) {
    if (namePattern.test(name)) yield { sha256: name, day };
  }
}

/** Returns a removed file of a day; null if there is none. */
async function removedOn(bucket: S3Bucket, sha256: string, day: string): Promise<RemovedObject | null> {
  const key = bucket.keys.removedFile(day, sha256);
  const found = await bucket.head(key);
  return found === null ? null : { key, day, name: sha256, bytes: found.bytes };
}

/** Returns the newest copy of a removed file; null if there is none. */
async function newestRemoved(bucket: S3Bucket, sha256: string): Promise<RemovedObject | null> {
  let newest: RemovedObject | null = null;
  for await (const found of removedObjects(bucket)) {
    if (found.name === sha256 && (newest === null || found.day > newest.day)) newest = found;
  }
  return newest;
}

/** Streams a removed file, unverified; null if there is none. */
export async function removedObject(
  bucket: S3Bucket,
  sha256: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const found = await newestRemoved(bucket, sha256);
  return found === null ? null : bucket.streamKey(found.key);
}

/** Restores a removed file, the newest copy or that of a day. Returns whether there was one. */
export async function putObjectBack(bucket: S3Bucket, sha256: string, day?: string): Promise<boolean> {
  const found = await (day === undefined ? newestRemoved(bucket, sha256) : removedOn(bucket, sha256, day));
  if (found === null) return false;
  await bucket.copy(found.key, bucket.keys.file(sha256), found.bytes);
  await bucket.delete(found.key);
  return true;
}

/** Deletes permanently what was removed at least this long ago. Returns the number of files. */
export async function sweepRemovedObjects(bucket: S3Bucket, ageMs: number): Promise<number> {
  let deleted = 0;
  for await (const { key, day } of removedObjects(bucket)) {
    const removedMs = Date.parse(day);
    if (Number.isNaN(removedMs) || Date.now() - removedMs - dayMs < ageMs) continue;
    await bucket.delete(key);
    deleted += 1;
  }
  return deleted;
}
