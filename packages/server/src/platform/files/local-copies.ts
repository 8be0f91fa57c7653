/**
 * Deletes the local copies of files in a bucket, those not read for the longest time first, until they fit their limit.
 *
 * Invariants: a file that waits for the bucket is never deleted. Neither is one that the bucket does not have, or has
 * with another length: it gets a mark and waits. A file that is written again while it is deleted is put back.
 */
import { opendir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { sumsOf } from './block-sums.ts';
import { filePathIn, isMissing, isPart, makeFolderInStore, namePattern } from './disk-place.ts';
import type { DiskStore } from './disk-store.ts';
import type { S3Bucket } from './s3-bucket.ts';
import type { WaitingMarks } from './waiting-marks.ts';

const evictedIn = 'evicted';
/** While this file is in the folder, no copy is deleted: the store is being moved back to the disk. */
export const keepCopies = 'keep-copies';
/** A read is noted at most this often for each file. */
const touchEveryMs = 600_000;
const mostTouched = 10_000;
/** So much below the limit deleting ends, so that not every new file starts it again. */
const trimmedShare = 0.9;

type Ground = { readonly folder: string; readonly disk: DiskStore; readonly marks: WaitingMarks };
type LocalCopy = { readonly sha256: string; readonly bytes: number; readonly readMs: number };

/** Lists the finished files of the disk. */
export async function* localCopies(folder: string): AsyncGenerator<LocalCopy, undefined> {
  for (const part of (await readdir(folder)).filter(isPart)) {
    for await (const { name } of await opendir(path.join(folder, part))) {
      if (!namePattern.test(name)) continue;
      const found = await stat(path.join(folder, part, name)).catch(() => null);
      if (found !== null) yield { sha256: name, bytes: found.size, readMs: found.atimeMs };
    }
  }
}

const ignoreMissing = (fault: unknown): void => {
  if (!isMissing(fault)) throw fault;
};

/** Deletes the local copy of a file that the bucket has. Returns whether it did. */
export async function evictCopy({ folder, disk, marks }: Ground, sha256: string): Promise<boolean> {
  if (await marks.has(sha256)) return false;
  const file = filePathIn(folder, sha256);
  const aside = path.join(folder, evictedIn, sha256);
  await makeFolderInStore(folder, evictedIn);
  try {
    await rename(file, aside);
  } catch (fault) {
    if (isMissing(fault)) return false;
    throw fault;
  }
  disk.drop(sha256);
  if (await marks.has(sha256)) {
    await rename(aside, file).catch(ignoreMissing);
    return false;
  }
  await unlink(sumsOf(file)).catch(ignoreMissing);
  await unlink(aside).catch(ignoreMissing);
  return true;
}

/** Ends what a killed process began: a file that has a mark is put back, any other is deleted. */
export async function endEvictions({ folder, disk, marks }: Ground): Promise<void> {
  const names = await readdir(path.join(folder, evictedIn)).catch((fault: unknown) => {
    ignoreMissing(fault);
    return [];
  });
  for (const sha256 of names.filter((name) => namePattern.test(name))) {
    const aside = path.join(folder, evictedIn, sha256);
    const isNeeded = (await marks.has(sha256)) && (await disk.size(sha256)) === null;
    await (isNeeded ? rename(aside, filePathIn(folder, sha256)) : unlink(aside)).catch(ignoreMissing);
  }
}

export const mayTrim = (folder: string): Promise<boolean> =>
  stat(path.join(folder, keepCopies)).then(
    () => false,
    () => true,
  );

type TrimLimits = {
  /** The most bytes of files in this folder. */
  readonly cacheBytes: number;
  /** Below so much free space, more is deleted. */
  readonly freeBytes: number;
};

/** Returns how many bytes the copies may have: the limit, and less if the disk becomes full. */
async function allowed(disk: DiskStore, sum: number, limits: TrimLimits): Promise<number> {
  const lacking = limits.freeBytes - (await disk.freeBytes());
  return Math.min(limits.cacheBytes, lacking > 0 ? sum - lacking : sum);
}

/** Deletes copies until they fit. Returns the number of bytes deleted. */
export async function trimCopies(ground: Ground, bucket: S3Bucket, limits: TrimLimits): Promise<number> {
  if (!(await mayTrim(ground.folder))) return 0;
  const copies: LocalCopy[] = [];
  for await (const copy of localCopies(ground.folder)) copies.push(copy);
  const sum = copies.reduce((bytes, copy) => bytes + copy.bytes, 0);
  const most = await allowed(ground.disk, sum, limits);
  let deleted = 0;
  for (const { sha256, bytes } of sum > most ? copies.sort((a, b) => a.readMs - b.readMs) : []) {
    if (sum - deleted <= most * trimmedShare) break;
    if (await ground.marks.has(sha256)) continue;
    const found = await bucket.head(bucket.keys.file(sha256));
    if (found?.bytes !== bytes) await ground.marks.mark(sha256);
    else if (await evictCopy(ground, sha256)) deleted += bytes;
  }
  return deleted;
}

/** Returns a function that notes when a local copy was read. */
export function noteReads(folder: string): (sha256: string) => void {
  const noted = new Map<string, number>();
  return (sha256) => {
    const now = Date.now();
    if (now - (noted.get(sha256) ?? 0) < touchEveryMs) return;
    if (noted.size >= mostTouched) noted.clear();
    noted.set(sha256, now);
    const file = filePathIn(folder, sha256);
    stat(file)
      .then(({ mtime }) => utimes(file, new Date(now), mtime))
      .catch(() => undefined);
  };
}
