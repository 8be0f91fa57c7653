/** Opens the store of a folder for a thread or a tool: on the disk alone, or with the bucket that the folder names. */
import { readBucketPlace, type BucketPlace } from './bucket-place.ts';
import { openDiskStore, type DamageHeard } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { openBucket } from './s3-bucket.ts';
import type { TieredParts, WaitingList } from './tiered-parts.ts';
import { tieredStore } from './tiered-store.ts';
import { waitingMarks } from './waiting-marks.ts';

const ignore = (): void => undefined;
/** A file without a row is named by nobody before a day. */
const youngMs = 3_600_000;
const usualWaitMs = 5_000;

type OpenParts = {
  readonly rows?: WaitingList;
  readonly mustExist?: boolean;
  readonly floorBytes?: number;
  readonly onDamage?: DamageHeard;
  readonly onWritten?: () => void;
};

/** Opens the disk and the bucket of a tiered store. */
export async function openParts(
  folder: string,
  place: BucketPlace,
  { rows, mustExist = false, floorBytes = 0, onDamage = ignore, onWritten = ignore }: OpenParts,
): Promise<TieredParts> {
  const marks = waitingMarks(folder);
  return {
    folder,
    disk: await openDiskStore(folder, { mustExist, beforeName: marks.mark }),
    bucket: openBucket(place),
    marks,
    rows: rows ?? null,
    cacheBytes: place.cache_bytes,
    floorBytes,
    waitMs: usualWaitMs,
    youngMs,
    onDamage,
    onWritten,
  };
}

/** Opens an existing store without a database. Files that only another server has throw `files/elsewhere`. */
export async function openStore(folder: string): Promise<FileStore> {
  const place = await readBucketPlace(folder);
  if (place === null) return openDiskStore(folder, { mustExist: true });
  return tieredStore(await openParts(folder, place, { mustExist: true }));
}
