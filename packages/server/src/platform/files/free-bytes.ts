/** Returns the free space of the disks of these folders; of several disks the smallest value. */
import { statfs } from 'node:fs/promises';

export async function freeBytesAt(folders: readonly string[]): Promise<number> {
  const each = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    }),
  );
  return Math.min(...each);
}
