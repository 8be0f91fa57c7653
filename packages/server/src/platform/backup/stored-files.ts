/**
 * Reads stored files by name for a backup, from the disk or from the bucket, including those that were removed since its
 * snapshot.
 */
import { stat } from 'node:fs/promises';
import { filePathIn, isUnreadable } from '../files/disk-place.ts';
import { readBucketPlace } from '../files/bucket-place.ts';
import { removedObject } from '../files/bucket-files.ts';
import { openBucket, type S3Bucket } from '../files/s3-bucket.ts';
import { findAside } from '../files/removed-files.ts';
import type { Manifest } from './backup-manifest.ts';
import type { BackupWriter } from './backup-place.ts';
import { openedBytes, type Hashed } from './hashed-file.ts';

type Fault = Manifest['unreadable'][number]['fault'];
type Taken = {
  /** Null if the backup lacks the file. */
  readonly written: Hashed | null;
  /** The fault of the file in the installation; null if none is known. */
  readonly fault: Fault | null;
  /** Whether an earlier backup had the file, so that nothing was written. */
  readonly isShared: boolean;
};

/** The disk does not give all bytes of a file. */
class UnreadableFile extends Error {}

async function* readable(source: AsyncIterable<unknown>): AsyncGenerator<unknown, undefined> {
  try {
    yield* source;
  } catch (cause) {
    throw isUnreadable(cause) ? new UnreadableFile('', { cause }) : cause;
  }
}

export class StoredFiles {
  readonly #folder: string;
  readonly #bucket: S3Bucket | null;
  private constructor(folder: string, bucket: S3Bucket | null) {
    this.#folder = folder;
    this.#bucket = bucket;
  }

  static async open(folder: string): Promise<StoredFiles> {
    const place = await readBucketPlace(folder);
    return new StoredFiles(folder, place === null ? null : openBucket(place));
  }

  async close(): Promise<void> {
    await this.#bucket?.close();
  }

  /** Returns the length of a file without reading it; null if the store has none. */
  async #bytesOf(sha256: string): Promise<number | null> {
    const found = await stat(filePathIn(this.#folder, sha256)).catch(() => null);
    if (found !== null) return found.size;
    const aside = await findAside(this.#folder, sha256);
    if (aside !== null) return (await stat(aside)).size;
    return this.#bucket === null
      ? null
      : ((await this.#bucket.head(this.#bucket.keys.file(sha256)))?.bytes ?? null);
  }

  /** Streams a file, unverified; null if the installation has none. */
  async #read(sha256: string): Promise<AsyncIterable<unknown> | null> {
    const opened = await openedBytes(filePathIn(this.#folder, sha256));
    if (opened !== null) return opened;
    const aside = await findAside(this.#folder, sha256);
    const removed = aside === null ? null : await openedBytes(aside);
    if (removed !== null || this.#bucket === null) return removed;
    return (await this.#bucket.stream(sha256)) ?? removedObject(this.#bucket, sha256);
  }

  /**
   * Takes a file into the backup. An earlier backup gives what it has in the same length, and what the installation
   * itself has lost.
   */
  async take(sha256: string, target: BackupWriter): Promise<Taken> {
    const shared = (await target.earlier?.share(sha256, () => this.#bytesOf(sha256))) ?? null;
    if (shared !== null) return { written: shared, fault: null, isShared: true };
    const source = await this.#read(sha256);
    const copied = source === null ? null : await this.#copy(sha256, source, target);
    if (copied !== null) return { written: copied, fault: null, isShared: false };
    const rescued = (await target.earlier?.rescue(sha256)) ?? null;
    return { written: rescued, fault: source === null ? 'missing' : 'damaged', isShared: false };
  }

  /** Returns null if the file is damaged. */
  async #copy(sha256: string, source: AsyncIterable<unknown>, target: BackupWriter): Promise<Hashed | null> {
    try {
      return await target.writeStored(sha256, readable(source));
    } catch (fault) {
      if (fault instanceof UnreadableFile) return null;
      throw fault;
    }
  }
}
