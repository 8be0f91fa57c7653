/**
 * The file store on a local disk.
 *
 *   <folder>/unfinished/<uuid>        being written
 *   <folder>/<ab>/<sha256>            finished; `ab` are the first two digits
 *   <folder>/removed/<day>/<sha256>   removed on that day, kept for a while
 *
 * A file gets its name once its bytes are durable. Renaming replaces an equal file, which heals a damaged one and makes
 * the name young again.
 */
import { opendir, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { isMissing, isPart, makeFolder, namePattern, placeIn } from './disk-place.ts';
import { openWriter } from './disk-writer.ts';
import { FileFault, type ByteRange, type FileStore } from './file-store.ts';
import { freeBytesAt } from './free-bytes.ts';
import { openFiles } from './open-files.ts';
import { putBack, setAside, sweepRemoved } from './removed-files.ts';

const streamBytes = 256 * 1024;

async function readExactly(handle: FileHandle, { start, length }: ByteRange): Promise<Buffer> {
  const target = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(target, done, length - done, start + done);
    if (bytesRead === 0) throw new FileFault('files/range', `byte ${start + done} lies behind the end`);
    done += bytesRead;
  }
  return target;
}

function checkRange({ start, length }: ByteRange): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(length) && start >= 0 && length >= 0) return;
  throw new FileFault('files/range', `no such range: ${start}, ${length}`);
}

/**
 * A file's time is finer than the clock's millisecond: cut to it, so that no file is younger than nothing.
 */
const isOlder = (found: { readonly mtimeMs: number }, ageMs: number): boolean =>
  Math.floor(found.mtimeMs) <= Date.now() - ageMs;

async function* olderThan(folder: string, ageMs: number): AsyncIterable<string> {
  for (const part of await readdir(folder)) {
    if (!isPart(part)) continue;
    for await (const entry of await opendir(path.join(folder, part))) {
      const found = await stat(path.join(folder, part, entry.name)).catch(() => null);
      if (namePattern.test(entry.name) && found !== null && isOlder(found, ageMs)) yield entry.name;
    }
  }
}

async function sweepUnfinished(folder: string, ageMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found === null || !isOlder(found, ageMs)) continue;
    await unlink(file).catch((fault: unknown) => {
      if (!isMissing(fault)) throw fault;
    });
    removed += 1;
  }
  return removed;
}

async function* chunksOf(
  read: (range: ByteRange) => Promise<Buffer>,
  { start, length }: ByteRange,
): AsyncIterable<Buffer> {
  for (let done = 0; done < length; done += streamBytes) {
    yield await read({ start: start + done, length: Math.min(streamBytes, length - done) });
  }
}

async function sizeAt(file: string): Promise<number | null> {
  const found = await stat(file).catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  return found?.size ?? null;
}

/** Opens or makes the store in `folder`. `openLimit` bounds the files kept open. */
export async function openDiskStore(folder: string, openLimit = 256): Promise<FileStore> {
  await makeFolder(folder);
  await makeFolder(path.join(folder, 'unfinished'));
  const files = openFiles(openLimit);
  const placeOf = (sha256: string) => placeIn(folder, sha256);
  const use = async <Result>(sha256: string, work: (handle: FileHandle) => Promise<Result>) => {
    try {
      return await files.use(placeOf(sha256), work);
    } catch (fault) {
      if (isMissing(fault)) throw new FileFault('files/missing', `no file ${sha256}`);
      throw fault;
    }
  };
  const read = async (sha256: string, range: ByteRange) => {
    checkRange(range);
    return use(sha256, (handle) => readExactly(handle, range));
  };
  const sizeOf = (sha256: string) => use(sha256, async (handle) => (await handle.stat()).size);

  return {
    create: () => openWriter(folder, files.drop),
    read,
    stream: async (sha256, range) => {
      const bytes = await sizeOf(sha256);
      const wanted = range ?? { start: 0, length: bytes };
      checkRange(wanted);
      if (wanted.start + wanted.length > bytes)
        throw new FileFault('files/range', `the file has ${bytes} bytes`);
      return Readable.from(
        chunksOf((part) => read(sha256, part), wanted),
        { objectMode: false },
      );
    },
    size: async (sha256) => sizeAt(placeOf(sha256)),
    remove: async (sha256) => {
      files.drop(placeOf(sha256));
      return setAside(folder, sha256);
    },
    putBack: async (sha256) => putBack(folder, sha256),
    sweepRemoved: (ageMs) => sweepRemoved(folder, ageMs),
    listOlderThan: (ageMs) => olderThan(folder, ageMs),
    sweepUnfinished: (ageMs) => sweepUnfinished(path.join(folder, 'unfinished'), ageMs),
    freeBytes: () => freeBytesAt([folder]),
    close: files.close,
  };
}
