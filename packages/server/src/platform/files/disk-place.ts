/** Determines where a stored file is on a disk, and creates its folder durably. */
import { mkdir, open, rmdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { FileFault } from './file-store.ts';

export const namePattern = /^[0-9a-f]{64}$/;
/** The folder of files that are being written. Its existence also shows that the store is available. */
export const unfinishedIn = 'unfinished';
const partPattern = /^[0-9a-f]{2}$/;

/** Returns whether an entry of the store's folder contains finished files. */
export const isPart = (entry: string): boolean => partPattern.test(entry);

/** Returns the name of the folder of finished files that contains a file. */
export const partOf = (sha256: string): string => sha256.slice(0, 2);

export function filePathIn(folder: string, sha256: string): string {
  if (!namePattern.test(sha256)) throw new FileFault('files/bad-name', 'not the name of a stored file');
  return path.join(folder, partOf(sha256), sha256);
}

export function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
}

/** Error codes of a disk or file system for a file that it lost: a bad sector, a broken entry, a stale share. */
const unreadable: ReadonlySet<unknown> = new Set(['EIO', 'EISDIR', 'ENOTDIR', 'ENXIO', 'ESTALE', 'EUCLEAN']);

export function isUnreadable(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && unreadable.has(fault.code);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates the folder and those above it durably, so that they survive a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(path.dirname(folder));
}

const isThere = async (place: string): Promise<boolean> =>
  stat(place).then(
    () => true,
    (fault: unknown) => {
      if (isMissing(fault)) return false;
      throw fault;
    },
  );

/**
 * Creates a folder of the store, given as path segments below `folder`, and those above it. Writers that do so at once
 * share it. If the disk is removed in between, nothing stays in the empty mount point: the store’s own folder
 * `unfinished` is looked for before and afterwards.
 *
 * @throws ENOENT if the store is unavailable
 */
export async function makeFolderInStore(folder: string, ...under: readonly string[]): Promise<void> {
  let place = folder;
  for (const name of under) {
    place = path.join(place, name);
    if (!(await isThere(place))) await makeOnDisk(path.join(folder, unfinishedIn), place);
  }
}

async function makeOnDisk(unfinished: string, place: string): Promise<void> {
  await stat(unfinished);
  const isMine = await mkdir(place, { mode: 0o700 }).then(
    () => true,
    (fault: unknown) => {
      if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return false;
      throw fault;
    },
  );
  await stat(unfinished).catch(async (fault: unknown) => {
    if (isMine) await rmdir(place).catch(() => undefined);
    throw fault;
  });
  await syncFolder(path.dirname(place));
}

export async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    done += (await handle.write(chunk, done, chunk.byteLength - done)).bytesWritten;
  }
}
