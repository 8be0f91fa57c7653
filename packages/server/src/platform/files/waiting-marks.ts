/**
 * Marks the files of this disk that are not in the bucket yet: an empty file of their name in `waiting`.
 *
 * Invariant: the mark is durable before the file has its name, and is removed after the bucket has proved to have it.
 * So a kill at any moment leaves a mark too many, never one too few.
 */
import { open, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, makeFolderInStore, namePattern, syncFolder } from './disk-place.ts';

const waitingIn = 'waiting';

export function waitingMarks(folder: string) {
  const inside = path.join(folder, waitingIn);
  const placeOf = (sha256: string): string => path.join(inside, sha256);
  const sinceOf = async (sha256: string): Promise<Date | null> => {
    const found = await stat(placeOf(sha256)).catch((fault: unknown) => {
      if (isMissing(fault)) return null;
      throw fault;
    });
    return found?.mtime ?? null;
  };
  return {
    mark: async (sha256: string): Promise<void> => {
      await makeFolderInStore(folder, waitingIn);
      await (await open(placeOf(sha256), 'a', 0o600)).close();
      await syncFolder(inside);
    },
    has: async (sha256: string): Promise<boolean> => (await sinceOf(sha256)) !== null,
    clear: async (sha256: string): Promise<void> => {
      await unlink(placeOf(sha256)).catch((fault: unknown) => {
        if (!isMissing(fault)) throw fault;
      });
    },
    /** Returns since when the file waits; null if it does not. */
    sinceOf,
    names: async (): Promise<string[]> => {
      const names = await readdir(inside).catch((fault: unknown) => {
        if (isMissing(fault)) return [];
        throw fault;
      });
      return names.filter((name) => namePattern.test(name));
    },
  };
}
export type WaitingMarks = ReturnType<typeof waitingMarks>;
