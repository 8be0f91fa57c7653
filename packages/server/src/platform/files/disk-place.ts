/** Where a stored file lies on a disk, and how its folder is made to last. */
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { FileFault } from './file-store.ts';

export const namePattern = /^[0-9a-f]{64}$/;
const partPattern = /^[0-9a-f]{2}$/;

/** Whether an entry of the store's folder holds finished files. */
export const isPart = (entry: string): boolean => partPattern.test(entry);

export function placeIn(folder: string, sha256: string): string {
  if (!namePattern.test(sha256)) throw new FileFault('files/bad-name', 'not the name of a stored file');
  return path.join(folder, sha256.slice(0, 2), sha256);
}

export function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
}

/** What a disk or its file system says of a file that it lost: a bad sector, a broken entry, a share that went stale. */
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

/** Makes the folder and those above it; what was made outlasts a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(path.dirname(folder));
}

export async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    done += (await handle.write(chunk, done, chunk.byteLength - done)).bytesWritten;
  }
}
