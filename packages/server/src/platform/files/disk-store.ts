/**
 * Implements the file store on a local disk.
 *
 *   <folder>/unfinished/<uuid>        being written
 *   <folder>/<ab>/<sha256>            finished; `ab` are the first two digits
 *   <folder>/<ab>/<sha256>.sums       its checksums by block
 *   <folder>/removed/<day>/<sha256>   removed on that day, kept for a while
 *
 * A file gets its name once its bytes are durable. Renaming replaces an equal file, which repairs a damaged one and
 * resets the age of the name.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  isMissing,
  isPart,
  isUnreadable,
  makeFolder,
  namePattern,
  filePathIn,
  unfinishedIn,
} from './disk-place.ts';
import { openWriter, type WriterHooks } from './disk-writer.ts';
import { decodeSums, renewSums, SumsWriter, type BlockSums } from './block-sums.ts';
import { CheckedReader } from './checked-reader.ts';
import {
  checkRange,
  FileFault,
  type ByteRange,
  type FileFaultCode,
  type FileStore,
  type FileWriter,
  type Proof,
} from './file-store.ts';
import { freeBytesAt } from './free-bytes.ts';
import { folderId } from './folder-id.ts';
import { openFiles } from './open-files.ts';
import { listRemoved, putBack, setAside, sweepRemoved } from './removed-files.ts';

const streamBytes = 256 * 1024;
const chunkShape = z.instanceof(Uint8Array);

/** File times are finer than the clock's milliseconds. They are rounded down, so that no file has a negative age. */
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
    await rm(file, { recursive: true, force: true });
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

async function sizeAt(folder: string, file: string): Promise<number | null> {
  const found = await stat(file).catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  if (found === null) await requireStore(folder);
  return found?.size ?? null;
}

type WholeFile = { readonly proof: Proof; readonly sums: SumsWriter };

/** Verifies the whole file. If it matches its name but not its checksums, the checksums are rewritten. */
async function proveWhole(
  folder: string,
  sha256: string,
  took: (bytes: number) => Promise<void>,
): Promise<WholeFile> {
  const place = filePathIn(folder, sha256);
  const [hash, sums] = [createHash('sha256'), new SumsWriter()];
  try {
    for await (const given of createReadStream(place, { highWaterMark: streamBytes })) {
      const chunk = chunkShape.parse(given);
      hash.update(chunk);
      sums.add(chunk);
      await took(chunk.byteLength);
    }
  } catch (fault) {
    if (isMissing(fault) || isUnreadable(fault)) await requireStore(folder);
    if (isMissing(fault)) return { proof: 'missing', sums };
    if (isUnreadable(fault)) return { proof: 'damaged', sums };
    throw fault;
  }
  if (hash.digest('hex') !== sha256) return { proof: 'damaged', sums };
  await renewSums(folder, place, sums);
  return { proof: 'whole', sums };
}

const withoutPace = (): Promise<void> => Promise.resolve();

/** Verifies a file without checksums before its first part is read. */
async function verifyFirstRead(folder: string, place: string): Promise<BlockSums> {
  const sha256 = path.basename(place);
  const { proof, sums } = await proveWhole(folder, sha256, withoutPace);
  const found = proof === 'whole' ? decodeSums(sums.encode()) : null;
  if (found !== null) return found;
  const code = proof === 'missing' ? 'files/missing' : 'files/damaged';
  throw new FileFault(code, `${sha256} is ${proof}`);
}

/** Folders in which an installation's id was seen. */
const marked = new Set<string>();

/**
 * Throws if the store's folder is unavailable. No file counts as missing then, and nothing may be written in its place.
 */
async function requireStore(folder: string): Promise<void> {
  const isGone = (fault: unknown): null => {
    if (isMissing(fault) || isUnreadable(fault)) return null;
    throw fault;
  };
  if ((await folderId(folder).catch(isGone)) !== null) {
    marked.add(folder);
    return;
  }
  const found = marked.has(folder) ? null : await stat(path.join(folder, unfinishedIn)).catch(isGone);
  if (found === null) throw new FileFault('files/away', 'the folder of stored files is not there');
}

/** Converts a reader's fault into a fault of the file; any other fault is returned unchanged. */
async function faultOf(folder: string, given: unknown, sha256: string): Promise<unknown> {
  if (isMissing(given) || isUnreadable(given)) await requireStore(folder);
  if (isMissing(given)) return new FileFault('files/missing', `no file ${sha256}`);
  if (isUnreadable(given)) return new FileFault('files/damaged', `the disk does not read ${sha256}`);
  return given;
}

const isDamage = ({ code }: FileFault): boolean => code === 'files/missing' || code === 'files/damaged';

export type DamageHeard = (sha256: string, code: FileFaultCode) => void;

export type DiskStoreOptions = {
  /** The maximum number of files kept open. */
  readonly openLimit?: number;
  /** Set by a process that only uses an existing store, so that a missing folder is not created as a new store. */
  readonly mustExist?: boolean;
  /** Called with the name of each file that is about to get it. */
  readonly beforeName?: (sha256: string) => Promise<void>;
  /** Called for every file that a reader found missing or damaged. */
  readonly onDamage?: DamageHeard;
};

/** Creates the functions that read by name: open files, their checksums, and reports of damage. */
function readersOf(folder: string, { openLimit = 256, onDamage = () => undefined }: DiskStoreOptions) {
  const files = openFiles(openLimit);
  const reader = new CheckedReader(openLimit, (place) => verifyFirstRead(folder, place));
  const drop = (place: string): void => {
    files.drop(place);
    reader.forget(place);
  };
  const placeOf = (sha256: string) => filePathIn(folder, sha256);
  const use = async <Result>(sha256: string, work: (handle: FileHandle) => Promise<Result>) => {
    try {
      return await files.use(placeOf(sha256), work);
    } catch (given) {
      const fault = await faultOf(folder, given, sha256);
      if (fault instanceof FileFault && isDamage(fault)) onDamage(sha256, fault.code);
      throw fault;
    }
  };
  const read = async (sha256: string, range: ByteRange) => {
    checkRange(range);
    return use(sha256, (handle) => reader.read(placeOf(sha256), handle, range));
  };
  const lend = async <Result>(sha256: string, range: ByteRange, work: (bytes: Buffer) => Result) => {
    checkRange(range);
    return use(sha256, (handle) => reader.lend(placeOf(sha256), handle, range, work));
  };
  const sizeOf = (sha256: string) => use(sha256, () => reader.bytesOf(placeOf(sha256)));
  const whole = async (sha256: string) => read(sha256, { start: 0, length: await sizeOf(sha256) });

  const check = async (sha256: string, mostBytes: number): Promise<void> => {
    const bytes = await sizeOf(sha256);
    if (bytes > mostBytes) return;
    for (let start = 0; start < bytes; start += streamBytes) {
      await read(sha256, { start, length: Math.min(streamBytes, bytes - start) });
    }
  };
  return { files, reader, drop, placeOf, read, lend, whole, sizeOf, check };
}

function refuseOther(wanted: string, written: string): Promise<void> {
  if (written === wanted) return Promise.resolve();
  return Promise.reject(new FileFault('files/damaged', `a copy of ${wanted} differs`));
}

export interface DiskStore extends FileStore {
  /** Writes a copy of a file that has its name already elsewhere. Other bytes throw `files/damaged`. */
  createCopy: (sha256: string) => Promise<FileWriter>;
  /** Verifies the whole file and returns its checksums by block; null if it is damaged or missing. */
  sums: (sha256: string) => Promise<Buffer | null>;
  /** Called when the file was deleted beside the store. */
  drop: (sha256: string) => void;
}

/** Opens or creates the store in `folder`. */
export async function openDiskStore(folder: string, options: DiskStoreOptions = {}): Promise<DiskStore> {
  if (options.mustExist === true) await requireStore(folder);
  else await makeFolder(path.join(folder, unfinishedIn));
  const { files, reader, drop, placeOf, read, lend, whole, sizeOf, check } = readersOf(folder, options);
  const create = async (beforeName: WriterHooks['beforeName']): Promise<FileWriter> => {
    await requireStore(folder);
    return openWriter(folder, { ...(beforeName === undefined ? {} : { beforeName }), onCommit: drop });
  };
  return {
    create: () => create(options.beforeName),
    createCopy: (sha256) => create((written) => refuseOther(sha256, written)),
    sums: async (sha256) => {
      const { proof, sums } = await proveWhole(folder, sha256, withoutPace);
      return proof === 'whole' ? sums.encode() : null;
    },
    drop: (sha256) => drop(placeOf(sha256)),
    read,
    lend,
    whole,
    check,
    prove: async (sha256, took = withoutPace) => {
      const { proof } = await proveWhole(folder, sha256, took);
      reader.forget(placeOf(sha256));
      return proof;
    },
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
    size: async (sha256) => sizeAt(folder, placeOf(sha256)),
    remove: async (sha256) => {
      drop(placeOf(sha256));
      await requireStore(folder);
      return setAside(folder, sha256);
    },
    listRemoved: () => listRemoved(folder),
    putBack: async (sha256, day) => putBack(folder, sha256, day),
    sweepRemoved: (ageMs) => sweepRemoved(folder, ageMs),
    listOlderThan: (ageMs) => olderThan(folder, ageMs),
    sweepUnfinished: (ageMs) => sweepUnfinished(path.join(folder, unfinishedIn), ageMs),
    freeBytes: () => freeBytesAt([folder]),
    announce: () => Promise.resolve(),
    close: files.close,
  };
}
