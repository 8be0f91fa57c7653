/** Writes a backup into a folder of its own, and reads one. */
import { mkdir, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, makeFolder, syncFolder } from '../files/disk-place.ts';
import { BackupFault, storedFile, sumsName } from './backup-manifest.ts';
import type { BackupReader, BackupWriter } from './backup-place.ts';
import { EarlierBackup } from './earlier-backup.ts';
import { openedBytes, writeFile, writeUnnamed, type Hashed } from './hashed-file.ts';

/** Disks are busy with that many. */
const atOnce = 4;

export function folderReader(folder: string): BackupReader {
  return {
    words: folder,
    isRemote: false,
    atOnce,
    has: async (name) => (await stat(path.join(folder, name)).catch(() => null)) !== null,
    read: (name) => openedBytes(path.join(folder, name)),
    close: () => Promise.resolve(),
  };
}

async function takeFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  if (found !== null && found.length > 0) {
    throw new BackupFault('backup/place', `${folder} is not empty. A backup wants a folder of its own.`);
  }
  if (found === null) await mkdir(folder, { recursive: true, mode: 0o700 });
  await makeFolder(path.join(folder, 'files'));
}

/** Makes each folder once, and their entries durable all at once. */
class Folders {
  readonly #made = new Map<string, Promise<void>>();

  make(folder: string): Promise<void> {
    const made = this.#made.get(folder) ?? makeFolder(folder);
    this.#made.set(folder, made);
    return made;
  }

  async sync(): Promise<void> {
    for (const folder of this.#made.keys()) await syncFolder(folder);
  }
}

/** Writes a stored file; nothing is left of one that does not match its name. */
async function writeMatching(
  folders: Folders,
  place: string,
  sha256: string,
  source: AsyncIterable<unknown>,
): Promise<Hashed | null> {
  await folders.make(path.dirname(place));
  const written: Hashed = await writeUnnamed(place, source).catch(async (fault: unknown) => {
    await unlink(place).catch(() => undefined);
    throw fault;
  });
  if (written.sha256 === sha256) return written;
  await unlink(place);
  return null;
}

/** `since` is the folder of an earlier backup, whose stored files are linked instead of copied. */
export async function folderWriter(folder: string, since: string | undefined): Promise<BackupWriter> {
  const earlier = since === undefined ? null : await EarlierBackup.open(since);
  await takeFolder(folder);
  const placeOf = (name: string) => path.join(folder, name);
  const folders = new Folders();
  const writeStored = (sha256: string, source: AsyncIterable<unknown>) =>
    writeMatching(folders, placeOf(storedFile(sha256)), sha256, source);
  return {
    lists: folder,
    atOnce,
    write: (name, source) => writeFile(placeOf(name), source),
    writeStored,
    earlier:
      earlier === null
        ? null
        : {
            share: async (sha256, bytesOf) => {
              const bytes = await bytesOf();
              return bytes === null ? null : earlier.link(sha256, bytes, placeOf(storedFile(sha256)));
            },
            rescue: async (sha256) => {
              const source = await earlier.read(sha256);
              return source === null ? null : writeStored(sha256, source);
            },
          },
    finish: async (sums) => {
      await folders.sync();
      await earlier?.sync();
      await rename(sums, placeOf(sumsName));
      await syncFolder(folder);
    },
    close: () => Promise.resolve(),
  };
}
