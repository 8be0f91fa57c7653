/**
 * Finds memory for the files of a test run. A database that lives there is copied in a tenth of the time that a disk
 * takes, and a file is on disk as soon as it is written; nothing of a test run outlives the machine anyway.
 */
import { access, constants, readFile, statfs } from 'node:fs/promises';

export const memoryFolder = '/dev/shm';
/** A run leaves about 1 GB at most; the disk floor of the servers that it starts is 2 GB. */
const neededBytes = 8 * 1024 ** 3;

/**
 * False where there is no such folder, where this user may not write there, where there is too little of it or of
 * memory, or where no program may run in it.
 */
export async function hasMemoryFolder(folder = memoryFolder): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    const mounts = await readFile('/proc/mounts', 'utf8');
    const options = mounts.split('\n').findLast((line) => line.split(' ')[1] === folder);
    if (options === undefined || /\b(noexec|ro)\b/.test(options.split(' ')[3] ?? '')) return false;
    const { bavail, bsize } = await statfs(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= neededBytes;
  } catch {
    return false;
  }
}
