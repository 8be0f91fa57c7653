/**
 * Writes one file of the disk store. The order ensures durability: write, fsync the file, rename it to its name, fsync
 * the folder, and only then tell the caller.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import {
  isMissing,
  makeFolderInStore,
  partOf,
  filePathIn,
  syncFolder,
  unfinishedIn,
  writeAll,
} from './disk-place.ts';
import { SumsWriter, writeSums } from './block-sums.ts';
import type { FileWriter } from './file-store.ts';

export type WriterHooks = {
  /** Called with the name of a complete file that is about to get it. If it throws, the file gets none. */
  readonly beforeName?: (sha256: string) => Promise<void>;
  readonly onCommit: (file: string) => void;
};

export async function openWriter(folder: string, { beforeName, onCommit }: WriterHooks): Promise<FileWriter> {
  const fresh = path.join(folder, unfinishedIn, randomUUID());
  const handle = await open(fresh, 'wx', 0o600);
  const hash = createHash('sha256');
  const sums = new SumsWriter();
  let bytes = 0;
  let state: 'open' | 'done' = 'open';
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= handle.close());
  return {
    write: async (chunk) => {
      hash.update(chunk);
      sums.add(chunk);
      bytes += chunk.byteLength;
      await writeAll(handle, chunk);
    },
    commit: async () => {
      await handle.sync();
      await close();
      const sha256 = hash.digest('hex');
      const file = filePathIn(folder, sha256);
      await beforeName?.(sha256);
      await makeFolderInStore(folder, partOf(sha256));
      await writeSums(folder, file, sums);
      await rename(fresh, file);
      state = 'done';
      await syncFolder(path.dirname(file));
      onCommit(file);
      return { sha256, bytes };
    },
    abort: async () => {
      if (state === 'done') return;
      state = 'done';
      await close();
      await unlink(fresh).catch((fault: unknown) => {
        if (!isMissing(fault)) throw fault;
      });
    },
  };
}
