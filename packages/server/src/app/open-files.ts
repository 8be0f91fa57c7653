/** Opens the store of files that the settings name: on the disk alone, or with a bucket behind it. */
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/database.ts';
import type { SessionLocks } from '../platform/db/session-locks.ts';
import {
  bucketPlaceOf,
  readBucketPlace,
  writeBucketPlace,
  type BucketPlace,
} from '../platform/files/bucket-place.ts';
import { diskNode } from '../platform/files/disk-node.ts';
import { openDiskStore, type DamageHeard } from '../platform/files/disk-store.ts';
import { startMover, type Mover } from '../platform/files/file-mover.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { keepFloor } from '../platform/files/keep-floor.ts';
import { openParts } from '../platform/files/open-store.ts';
import type { TieredParts } from '../platform/files/tiered-parts.ts';
import { tieredStore, type TieredStore } from '../platform/files/tiered-store.ts';
import { waitingRows, type WaitingRows } from '../platform/files/waiting-rows.ts';
import type { Log } from '../platform/log/log.ts';
import { filesFolder } from './installation-folders.ts';

/** Uploads stop at the floor; writes of users and analyses continue down to this part of it. */
const lastFloorShare = 4;
const unfinishedKeptMs = 24 * 3_600_000;

class WrongBucket extends Error {
  readonly code = 'files/wrong-bucket';
}

const urlOf = ({ bucket, prefix }: BucketPlace): string => `s3://${bucket}/${prefix}`;

/** Returns the bucket of the settings; null if there is none. Throws if the files are in another one. */
async function settledPlace(config: Config, folder: string): Promise<BucketPlace | null> {
  const [wanted, known] = [bucketPlaceOf(config), await readBucketPlace(folder)];
  if (known !== null && (wanted === null || urlOf(wanted) !== urlOf(known))) {
    throw new WrongBucket(
      `The files of ${folder} are in ${urlOf(known)}. Set FILES_URL to it, or move them back with: npm run files -- move disk`,
    );
  }
  if (wanted !== null && !isDeepStrictEqual(wanted, known)) await writeBucketPlace(folder, wanted);
  return wanted;
}

/** A store with a bucket behind it, and what its mover needs. */
export type Tiers = {
  readonly store: TieredStore;
  readonly parts: TieredParts & { readonly rows: WaitingRows };
  /** Moves files in the background, as soon as they are written. */
  readonly start: (locks: SessionLocks) => Mover;
};

type OpenedFiles = { readonly files: FileStore; readonly tiers: Tiers | null };

type FilesGround = { readonly db: Db; readonly log: Log; readonly onDamage: DamageHeard };

export async function openFiles(config: Config, { db, log, onDamage }: FilesGround): Promise<OpenedFiles> {
  const folder = filesFolder(config.DATA_DIR);
  const floorBytes = config.DISK_FLOOR_BYTES / lastFloorShare;
  const disk = await openDiskStore(folder, { onDamage });
  await disk.sweepUnfinished(unfinishedKeptMs);
  const place = await settledPlace(config, folder);
  if (place === null) return { files: keepFloor(disk, floorBytes), tiers: null };
  await disk.close();
  const state: { mover: Mover | null } = { mover: null };
  const onWritten = (): void => state.mover?.wake();
  const rows = waitingRows(db, await diskNode(folder));
  const parts = { ...(await openParts(folder, place, { floorBytes, onDamage, onWritten })), rows };
  const store = tieredStore(parts);
  const start = (locks: SessionLocks): Mover => (state.mover = startMover({ locks, log, store, parts }));
  return { files: keepFloor(store, floorBytes), tiers: { store, parts, start } };
}
