/** Describes what a store with a bucket is made of. A thread has all of it except the database. */
import type { DamageHeard, DiskStore } from './disk-store.ts';
import type { S3Bucket } from './s3-bucket.ts';
import type { WaitingMarks } from './waiting-marks.ts';

export type WaitingFile = { readonly sha256: string; readonly bytes: number; readonly since: Date };
export type WaitingAt = { readonly node: string; readonly node_name: string; readonly bytes: number };

/** Lists for all servers which files are on which disk only. */
export type WaitingList = {
  /** The id of this disk. */
  readonly node: string;
  readonly add: (files: readonly WaitingFile[]) => Promise<void>;
  /** Returns those of these names that are not listed for this disk. */
  readonly unlisted: (names: readonly string[]) => Promise<string[]>;
  /** Returns the disks on which a file waits. */
  readonly nodesOf: (sha256: string) => Promise<WaitingAt[]>;
  /** Removes all rows of this disk, which has no bucket any more. */
  readonly forgetAll: () => Promise<void>;
};

export type TieredParts = {
  readonly folder: string;
  readonly disk: DiskStore;
  readonly bucket: S3Bucket;
  readonly marks: WaitingMarks;
  /** Null in a thread, which has no database. */
  readonly rows: WaitingList | null;
  readonly cacheBytes: number;
  /** Copies from the bucket leave this much of the disk free. */
  readonly floorBytes: number;
  /** How long a reader waits for a file that only another server has. */
  readonly waitMs: number;
  /** A file that the bucket got later than this long ago is not removed. */
  readonly youngMs: number;
  readonly onDamage: DamageHeard;
  /** Called when a file was written. */
  readonly onWritten: () => void;
};
