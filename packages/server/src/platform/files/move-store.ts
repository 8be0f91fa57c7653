/**
 * Moves a whole store between the disk and the bucket while it is served, for the command `files -- move`. Both ways can
 * be interrupted and begun again, and move only what is not there yet.
 */
import { unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { forgetBucketPlace } from './bucket-place.ts';
import { FileFault } from './file-store.ts';
import { keepCopies, localCopies, mayTrim } from './local-copies.ts';
import type { S3Bucket } from './s3-bucket.ts';
import type { TieredParts } from './tiered-parts.ts';
import { tieredStore } from './tiered-store.ts';

async function sizesIn(bucket: S3Bucket): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { key, bytes } of bucket.list(bucket.keys.prefix)) {
    const name = bucket.keys.nameOf(key);
    if (name !== null) found.set(name, bytes);
  }
  return found;
}

/** Marks every file of the disk that the bucket does not have, so that the mover sends it. Returns their number. */
export async function markUnmoved({ folder, bucket, marks }: TieredParts): Promise<number> {
  await unlink(path.join(folder, keepCopies)).catch(() => undefined);
  const there = await sizesIn(bucket);
  let marked = 0;
  for await (const { sha256, bytes } of localCopies(folder)) {
    if (there.get(sha256) === bytes) continue;
    await marks.mark(sha256);
    marked += 1;
  }
  return marked;
}

type Fetched = {
  readonly files: number;
  /** Files of the bucket that could not be copied, each with the reason. */
  readonly faults: readonly { readonly sha256: string; readonly words: string }[];
};

/** Copies every file of the bucket to the disk, verified by its name, and stops deleting copies from now on. */
export async function fetchAll(
  parts: TieredParts,
  onFile: (done: number, all: number) => void = () => undefined,
): Promise<Fetched> {
  await writeFile(path.join(parts.folder, keepCopies), '', { flag: 'a', mode: 0o600 });
  const store = tieredStore({ ...parts, cacheBytes: Number.POSITIVE_INFINITY });
  const names = [...(await sizesIn(parts.bucket)).keys()];
  const faults: { sha256: string; words: string }[] = [];
  for (const [at, sha256] of names.entries()) {
    try {
      if (!(await store.fetch(sha256))) faults.push({ sha256, words: 'no room on the disk' });
    } catch (fault) {
      if (!(fault instanceof FileFault) || fault.code !== 'files/damaged') throw fault;
      faults.push({ sha256, words: fault.message });
    }
    onFile(at + 1, names.length);
  }
  return { files: names.length - faults.length, faults };
}

/** Makes the folder a store on the disk alone. Nothing may use it meanwhile; the objects stay in the bucket. */
export async function leaveBucket({ folder, marks, rows }: TieredParts): Promise<void> {
  await forgetBucketPlace(folder);
  await rows?.forgetAll();
  for (const sha256 of await marks.names()) await marks.clear(sha256);
  if (!(await mayTrim(folder))) await unlink(path.join(folder, keepCopies));
}
