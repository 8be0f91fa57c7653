/**
 * Keeps the zips of unfinished uploads while a backup is made. A zip is removed when its check ends, but its row in the
 * snapshot may be older. A hard link keeps the bytes without using space; on a file system without hard links they are
 * copied at once.
 */
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isMissing } from '../files/disk-place.ts';

const zipPattern = /^[0-9a-f]{32}$/;
const heldPattern = /^\.held-/;
const leftOverMs = 24 * 3_600_000;

/** Removes what a killed backup left. */
async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => heldPattern.test(each))) {
    const place = path.join(folder, name);
    const found = await stat(place).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > leftOverMs) await rm(place, { recursive: true });
  }
}

async function keep(from: string, to: string): Promise<void> {
  try {
    await link(from, to).catch(async (fault: unknown) => {
      if (isMissing(fault)) throw fault;
      if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return;
      await copyFile(from, to);
    });
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
}

export class HeldUploads {
  readonly #uploads: string;
  readonly #held: string;
  private constructor(uploads: string, held: string) {
    this.#uploads = uploads;
    this.#held = held;
  }

  static async open(uploads: string): Promise<HeldUploads> {
    await removeLeftOvers(uploads);
    const held = path.join(uploads, `.held-${randomUUID()}`);
    await mkdir(held, { mode: 0o700 });
    const all = new HeldUploads(uploads, held);
    await all.hold();
    return all;
  }

  /** Links the zips that are there now and are not linked yet. */
  async hold(): Promise<void> {
    for (const name of (await readdir(this.#uploads)).filter((each) => zipPattern.test(each))) {
      await keep(path.join(this.#uploads, name), path.join(this.#held, name));
    }
  }

  /** Returns the path of this upload's bytes, or null if none arrived. */
  async place(upload_id: string): Promise<string | null> {
    const place = path.join(this.#held, upload_id);
    return (await stat(place).catch(() => null)) === null ? null : place;
  }

  async close(): Promise<void> {
    await rm(this.#held, { recursive: true, force: true });
  }
}
