/** The room of the disk, or disks, on which these folders lie: of several the least. */
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
