/**
 * Reads and writes where the bucket of a store is: `bucket.json` in the folder of stored files. Every thread and tool
 * that opens the folder finds the bucket by it. Credentials are never in it; the S3 client finds them in the
 * environment or in its own files.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isMissing, makeFolder, syncFolder, unfinishedIn } from './disk-place.ts';

const placeFile = 'bucket.json';

const placeShape = z.strictObject({
  bucket: z.string().min(1),
  /** Ends with a slash unless it is empty. */
  prefix: z.string(),
  /** Null for Amazon’s own. */
  endpoint: z.string().nullable(),
  region: z.string().min(1),
  /** The most bytes of local copies. */
  cache_bytes: z.number(),
});
export type BucketPlace = z.output<typeof placeShape>;

export type BucketSettings = {
  readonly FILES_URL?: string | undefined;
  readonly FILES_ENDPOINT?: string | undefined;
  readonly FILES_REGION: string;
  readonly FILES_CACHE_BYTES: number;
};

/** Returns the bucket and the prefix in it, which ends with a slash unless it is empty. */
export function bucketOf(url: string): Pick<BucketPlace, 'bucket' | 'prefix'> {
  const { hostname: bucket, pathname } = new URL(url);
  const inside = pathname.replaceAll(/^\/+|\/+$/g, '');
  return { bucket, prefix: inside === '' ? '' : `${inside}/` };
}

/** Returns null if no bucket is set. */
export function bucketPlaceOf(settings: BucketSettings): BucketPlace | null {
  const { FILES_URL, FILES_ENDPOINT = null, FILES_REGION: region, FILES_CACHE_BYTES: cache_bytes } = settings;
  if (FILES_URL === undefined) return null;
  return { ...bucketOf(FILES_URL), endpoint: FILES_ENDPOINT, region, cache_bytes };
}

/** Returns null if the store has no bucket. */
export async function readBucketPlace(folder: string): Promise<BucketPlace | null> {
  const text = await readFile(path.join(folder, placeFile), 'utf8').catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  return text === null ? null : placeShape.parse(JSON.parse(text));
}

export async function writeBucketPlace(folder: string, place: BucketPlace): Promise<void> {
  await makeFolder(path.join(folder, unfinishedIn));
  const fresh = path.join(folder, unfinishedIn, randomUUID());
  await writeFile(fresh, JSON.stringify(place), { mode: 0o600, flush: true });
  await rename(fresh, path.join(folder, placeFile));
  await syncFolder(folder);
}

/** Makes the folder a store on a disk alone again. */
export async function forgetBucketPlace(folder: string): Promise<void> {
  await unlink(path.join(folder, placeFile));
  await syncFolder(folder);
}
