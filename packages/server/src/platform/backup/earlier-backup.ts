/**
 * Takes stored files from an earlier backup, so that a new one writes only what is new. A stored file never changes, so
 * both backups can share it: a hard link is a second name of the same file, and deleting one name keeps the other. Each
 * backup therefore stays complete.
 */
import { link, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../files/disk-place.ts';
import { storedFile } from './backup-manifest.ts';
import { bytesAt, writeFile, type Hashed } from './hashed-file.ts';
import { readManifest } from './verify-backup.ts';

export class EarlierBackup {
  readonly #folder: string;
  readonly #changed = new Set<string>();
  #files = 0;
  #bytes = 0;
  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Refuses a folder that holds no finished backup. */
  static async open(folder: string): Promise<EarlierBackup> {
    await readManifest(folder);
    return new EarlierBackup(folder);
  }

  get linked(): { readonly files: number; readonly bytes: number } {
    return { files: this.#files, bytes: this.#bytes };
  }

  async #bytesOf(sha256: string): Promise<number | null> {
    const found = await stat(path.join(this.#folder, storedFile(sha256))).catch(() => null);
    return found?.isFile() === true ? found.size : null;
  }

  /**
   * Links a file of this length without reading it. Returns null if there is none, or if it cannot be linked: the target
   * is on another file system, or on one without hard links. A failing disk fails again when the file is copied.
   */
  async link(sha256: string, bytes: number, target: string): Promise<Hashed | null> {
    if ((await this.#bytesOf(sha256)) !== bytes) return null;
    await makeFolder(path.dirname(target));
    try {
      await link(path.join(this.#folder, storedFile(sha256)), target);
    } catch {
      return null;
    }
    this.#changed.add(path.dirname(target));
    this.#files += 1;
    this.#bytes += bytes;
    return { sha256, bytes };
  }

  /** Copies a file. Returns null if there is none whose bytes match its name. */
  async copy(sha256: string, target: string): Promise<Hashed | null> {
    if ((await this.#bytesOf(sha256)) === null) return null;
    const copied = await writeFile(target, bytesAt(path.join(this.#folder, storedFile(sha256))));
    if (copied.sha256 === sha256) return copied;
    await unlink(target);
    return null;
  }

  /** Makes the links durable. */
  async sync(): Promise<void> {
    for (const folder of this.#changed) await syncFolder(folder);
  }
}
