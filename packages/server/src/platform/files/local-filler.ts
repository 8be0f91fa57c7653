/**
 * Copies files from the bucket to the local disk when they are read. Small files are copied before their first part is
 * read. A larger one is copied beside its readers, who get their parts from the bucket meanwhile; a thread, which reads
 * most of its files, waits for the copy.
 */
import { FileFault } from './file-store.ts';
import type { TieredParts } from './tiered-parts.ts';

/** Reading such a file whole takes no longer than two requests. */
const smallBytes = 1024 ** 2;
const copiesAtOnce = 2;
const mostKnownLarge = 10_000;

type FillerParts = Pick<TieredParts, 'disk' | 'bucket' | 'rows' | 'cacheBytes' | 'floorBytes'>;

/** Copies one file. Throws `files/damaged` if the bucket has other bytes. Returns whether there was one. */
async function copyFile(
  { disk, bucket }: FillerParts,
  sha256: string,
  isClosed: () => boolean,
): Promise<boolean> {
  const body = await bucket.stream(sha256);
  if (body === null) return false;
  const writer = await disk.createCopy(sha256);
  try {
    for await (const chunk of body) {
      if (isClosed()) throw new FileFault('files/away', 'the store is closing');
      await writer.write(chunk);
    }
    await writer.commit();
    return true;
  } catch (fault) {
    await writer.abort();
    throw fault;
  }
}

export function localFiller(parts: FillerParts) {
  const { disk, bucket, rows, cacheBytes, floorBytes } = parts;
  const running = new Map<string, Promise<boolean>>();
  const tooLarge = new Set<string>();
  const state = { closed: false };

  const copy = (sha256: string): Promise<boolean> => {
    const found = running.get(sha256) ?? copyFile(parts, sha256, () => state.closed);
    running.set(sha256, found);
    const end = (): void => void running.delete(sha256);
    found.then(end, end);
    return found;
  };
  /** Returns the length of a file that may be copied; null if there is none or no room for it. */
  const roomFor = async (sha256: string): Promise<number | null> => {
    const found = await bucket.head(bucket.keys.file(sha256));
    if (found === null) return null;
    if (found.bytes > cacheBytes) {
      if (tooLarge.size >= mostKnownLarge) tooLarge.clear();
      tooLarge.add(sha256);
      return null;
    }
    return (await disk.freeBytes()) - found.bytes < floorBytes ? null : found.bytes;
  };
  return {
    /** Copies a file. Returns false if there is no room for it, or no such file in the bucket. */
    fetch: async (sha256: string): Promise<boolean> =>
      (await disk.size(sha256)) !== null || ((await roomFor(sha256)) !== null && copy(sha256)),
    /** Begins to copy a file that is being read. Returns whether its readers find it on the disk now. */
    begin: async (sha256: string): Promise<boolean> => {
      const isThread = rows === null;
      if (tooLarge.has(sha256)) return false;
      const isBusy = running.has(sha256) || running.size >= copiesAtOnce;
      if (isBusy && !isThread) return false;
      const bytes = await roomFor(sha256);
      if (bytes === null) return false;
      if (isThread || bytes <= smallBytes) return copy(sha256);
      copy(sha256).catch(() => undefined);
      return false;
    },
    close: async (): Promise<void> => {
      state.closed = true;
      await Promise.allSettled(running.values());
    },
  };
}
