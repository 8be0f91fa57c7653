/**
 * Finds memory for the files of a test run. A database in memory is copied in a tenth of the time that a disk needs,
 * and a file is stored as soon as it is written. Nothing of a test run needs to survive a restart of the machine.
 */
import { access, constants, readFile, statfs } from 'node:fs/promises';

export const memoryFolder = '/dev/shm';
/** A run leaves about 1 GB at most; the disk floor of the servers that it starts is 2 GB. */
const neededBytes = 8 * 1024 ** 3;

/**
 * Returns false if the folder does not exist, this user may not write to it, it or the memory is too small, or programs
 * may not run in it.
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
