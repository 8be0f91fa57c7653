/** Reads stored files by name for a backup, including those that were removed since its snapshot. */
import { stat, unlink } from 'node:fs/promises';
import { filePathIn } from '../files/disk-place.ts';
import { findAside } from '../files/removed-files.ts';
import type { Manifest } from './backup-manifest.ts';
import { bytesAt, writeFile, type Hashed } from './hashed-file.ts';

type Unreadable = { readonly fault: Manifest['unreadable'][number]['fault'] };

export class StoredFiles {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  async #place(sha256: string): Promise<string | null> {
    const place = filePathIn(this.#folder, sha256);
    if ((await stat(place).catch(() => null)) !== null) return place;
    return findAside(this.#folder, sha256);
  }

  /** Copies a file if its bytes match its name; otherwise nothing is left at the target. */
  async copyTo(sha256: string, target: string): Promise<Hashed | Unreadable> {
    const place = await this.#place(sha256);
    if (place === null) return { fault: 'missing' };
    const copied = await this.#copy(sha256, place, target);
    if (copied.sha256 === sha256) return copied;
    await unlink(target);
    return { fault: 'damaged' };
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
