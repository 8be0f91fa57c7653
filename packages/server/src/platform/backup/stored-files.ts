/**
 * Reads stored files by name for a backup, from the disk or from the bucket, including those that were removed since its
 * snapshot.
 */
import { stat, unlink } from 'node:fs/promises';
import { filePathIn } from '../files/disk-place.ts';
import { readBucketPlace } from '../files/bucket-place.ts';
import { removedObject } from '../files/bucket-files.ts';
import { openBucket, type S3Bucket } from '../files/s3-bucket.ts';
import { findAside } from '../files/removed-files.ts';
import type { Manifest } from './backup-manifest.ts';
import type { EarlierBackup } from './earlier-backup.ts';
import { bytesAt, writeFile, type Hashed } from './hashed-file.ts';

type Fault = Manifest['unreadable'][number]['fault'];
type Unreadable = { readonly fault: Fault };
type Taken = {
  /** Null if the backup lacks the file. */
  readonly written: Hashed | null;
  /** The fault of the file in the installation; null if none is known. */
  readonly fault: Fault | null;
};

export class StoredFiles {
  readonly #folder: string;
  readonly #bucket: S3Bucket | null;
  readonly #earlier: EarlierBackup | null;
  private constructor(folder: string, bucket: S3Bucket | null, earlier: EarlierBackup | null) {
    this.#folder = folder;
    this.#bucket = bucket;
    this.#earlier = earlier;
  }

  static async open(folder: string, earlier: EarlierBackup | null): Promise<StoredFiles> {
    const place = await readBucketPlace(folder);
    return new StoredFiles(folder, place === null ? null : openBucket(place), earlier);
  }

  async close(): Promise<void> {
    await this.#bucket?.close();
  }

  async #place(sha256: string): Promise<string | null> {
    const place = filePathIn(this.#folder, sha256);
    if ((await stat(place).catch(() => null)) !== null) return place;
    return findAside(this.#folder, sha256);
  }

  /** Returns the length of a file without reading it; null if the store has none. */
  async #bytesOf(sha256: string): Promise<number | null> {
    const place = await this.#place(sha256);
    const found = place === null ? null : await stat(place).catch(() => null);
    if (found !== null) return found.size;
    return this.#bucket === null
      ? null
      : ((await this.#bucket.head(this.#bucket.keys.file(sha256)))?.bytes ?? null);
  }

  /**
   * Takes a file into the backup. The earlier backup gives what it has in the same length, and what the installation
   * itself has lost.
   */
  async take(sha256: string, target: string): Promise<Taken> {
    if (this.#earlier !== null) {
      const bytes = await this.#bytesOf(sha256);
      const written = bytes === null ? null : await this.#earlier.link(sha256, bytes, target);
      if (written !== null) return { written, fault: null };
    }
    const copied = await this.#copyTo(sha256, target);
    if (!('fault' in copied)) return { written: copied, fault: null };
    return { written: (await this.#earlier?.copy(sha256, target)) ?? null, fault: copied.fault };
  }

  /** Copies a file if its bytes match its name; otherwise nothing is left at the target. */
  async #copyTo(sha256: string, target: string): Promise<Hashed | Unreadable> {
    const place = await this.#place(sha256);
    const copied =
      place === null ? await this.#download(sha256, target) : await this.#copy(sha256, place, target);
    if (copied === null) return { fault: 'missing' };
    if (copied.sha256 === sha256) return copied;
    await unlink(target);
    return { fault: 'damaged' };
  }

  /** Returns null if the bucket has no such file, or there is no bucket. */
  async #download(sha256: string, target: string): Promise<Hashed | null> {
    if (this.#bucket === null) return null;
    const stored = (await this.#bucket.stream(sha256)) ?? (await removedObject(this.#bucket, sha256));
    return stored === null ? null : writeFile(target, stored);
  }

  /** Copies a file. A sweep may move it to the removed files between finding and opening it. */
  async #copy(sha256: string, place: string, target: string): Promise<Hashed> {
    try {
      return await writeFile(target, bytesAt(place));
    } catch (fault) {
      const aside = await findAside(this.#folder, sha256);
      if (aside === null || aside === place) throw fault;
      await unlink(target);
      return writeFile(target, bytesAt(aside));
    }
  }
}
