/**
 * Takes stored files from an earlier backup, so that a new one writes only what is new. A stored file never changes, so
 * both backups can share it: a hard link is a second name of the same file, and deleting one name keeps the other. Each
 * backup therefore stays complete.
 */
import { link, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../files/disk-place.ts';
import { BackupFault, storedFile, sumsName } from './backup-manifest.ts';
import { openedBytes, type Hashed } from './hashed-file.ts';

export class EarlierBackup {
  readonly #folder: string;
  readonly #changed = new Set<string>();
  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Refuses a folder that holds no finished backup. */
  static async open(folder: string): Promise<EarlierBackup> {
    if ((await stat(path.join(folder, sumsName)).catch(() => null)) === null) {
      throw new BackupFault(
        'backup/unfinished',
        `${folder} holds no finished backup: it has no ${sumsName}.`,
      );
    }
    return new EarlierBackup(folder);
  }

  /**
   * Links a file of this length without reading it. Returns null if there is none, or if it cannot be linked: the target
   * is on another file system, or on one without hard links. A failing disk fails again when the file is copied.
   */
  async link(sha256: string, bytes: number, target: string): Promise<Hashed | null> {
    const place = path.join(this.#folder, storedFile(sha256));
    const found = await stat(place).catch(() => null);
    if (found?.isFile() !== true || found.size !== bytes) return null;
    await makeFolder(path.dirname(target));
    try {
      await link(place, target);
    } catch {
      return null;
    }
    this.#changed.add(path.dirname(target));
    return { sha256, bytes };
  }

  /** Streams a file, unverified; null if there is none. */
  read(sha256: string): Promise<AsyncIterable<unknown> | null> {
    return openedBytes(path.join(this.#folder, storedFile(sha256)));
  }

  /** Makes the links durable. */
  async sync(): Promise<void> {
    for (const folder of this.#changed) await syncFolder(folder);
  }
}
