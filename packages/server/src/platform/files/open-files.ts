/**
 * Keeps files open between reads, because opening a file costs more than reading a tile. If there are too many, the
 * least recently used file is closed, but never during a read.
 */
import { open, type FileHandle } from 'node:fs/promises';

interface Entry {
  handle: Promise<FileHandle>;
  readers: number;
  dropped: boolean;
}

export interface OpenFiles {
  /** Passes the open file to `work`. Throws the fault of opening. */
  use: <Result>(path: string, work: (handle: FileHandle) => Promise<Result>) => Promise<Result>;
  /** Closes the file as soon as its readers are done; the next `use` opens it again. */
  drop: (path: string) => void;
  count: () => number;
  close: () => Promise<void>;
}

function closeWhenUnused(entry: Entry, closing: Set<Promise<void>>): void {
  if (!entry.dropped || entry.readers > 0) return;
  const closed: Promise<void> = entry.handle
    .then((handle) => handle.close())
    .catch(() => undefined)
    .finally(() => closing.delete(closed));
  closing.add(closed);
}

export function openFiles(limit: number): OpenFiles {
  const entries = new Map<string, Entry>();
  const closing = new Set<Promise<void>>();

  const closeIfIdle = (entry: Entry) => closeWhenUnused(entry, closing);
  const dropEntry = (path: string, entry: Entry) => {
    if (entry.dropped) return;
    entry.dropped = true;
    if (entries.get(path) === entry) entries.delete(path);
    closeIfIdle(entry);
  };
  const take = (path: string): Entry => {
    const found = entries.get(path) ?? { handle: open(path, 'r'), readers: 0, dropped: false };
    entries.delete(path);
    entries.set(path, found);
    found.readers += 1;
    for (const [oldest, entry] of entries) {
      if (entries.size <= limit) break;
      if (entry.readers === 0) dropEntry(oldest, entry);
    }
    return found;
  };

  return {
    use: async (path, work) => {
      const entry = take(path);
      entry.handle.catch(() => dropEntry(path, entry));
      try {
        return await work(await entry.handle);
      } finally {
        entry.readers -= 1;
        closeIfIdle(entry);
      }
    },
    drop: (path) => {
      const entry = entries.get(path);
      if (entry !== undefined) dropEntry(path, entry);
    },
    count: () => entries.size,
    close: async () => {
      for (const [path, entry] of [...entries]) dropEntry(path, entry);
      await Promise.all(closing);
    },
  };
}
