/**
 * Stores recordings, reports and pyramids: bytes named by their SHA-256, written once and never changed.
 *
 * Invariants: a name that was returned refers to exactly those bytes, also after a power cut. The same bytes get the
 * same name. An abandoned write leaves no name behind. A caller that needs a file commits its name to the database
 * after `commit` returned. A name that no row contains is removed by age, and writing the same bytes again resets the
 * age of the name.
 */
import type { Readable } from 'node:stream';

export interface StoredFile {
  /** 64 lower-case hexadecimal digits. */
  sha256: string;
  bytes: number;
}

export interface ByteRange {
  /** The first byte. */
  start: number;
  length: number;
}

/** A file that was removed, and the day of that as `YYYY-MM-DD`. */
export type RemovedFile = { readonly sha256: string; readonly day: string };

/** Writes bytes in order, for one caller at a time. Nothing is visible before `commit`. */
export interface FileWriter {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Makes the bytes durable, then gives them their name. */
  commit: () => Promise<StoredFile>;
  /** Discards the bytes. Does nothing after `commit`. */
  abort: () => Promise<void>;
}

export interface WriteOptions {
  /** A longer file throws `files/too-large`. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/**
 * Up to this length every byte of a file is verified before the first is sent. In longer files, damage aborts the
 * response.
 */
export const provedBytes = 64 * 1024 ** 2;

/** A file of which only another server has a copy yet is `elsewhere`; nothing is known about it here. */
export type Proof = 'whole' | 'damaged' | 'missing' | 'elsewhere';

export interface FileStore {
  create: () => Promise<FileWriter>;
  /**
   * Returns exactly these bytes, verified by checksum. Throws `files/missing`, `files/damaged`, or `files/range` if the
   * file is shorter.
   */
  read: (sha256: string, range: ByteRange) => Promise<Buffer>;
  /**
   * Returns the result of `use` for these bytes. They are valid only until `use` returns, because the memory is reused.
   * Throws as `read` does.
   */
  lend: <Result>(sha256: string, range: ByteRange, use: (bytes: Buffer) => Result) => Promise<Result>;
  /** Returns the whole of a small file. Throws as `read` does. */
  whole: (sha256: string) => Promise<Buffer>;
  /** Streams the file or a part of it, read as fast as it is consumed. Errors as for `read`. */
  stream: (sha256: string, range?: ByteRange) => Promise<Readable>;
  /** Throws as `read` does if any part of a file of at most this many bytes is damaged. Larger files are not read. */
  check: (sha256: string, mostBytes: number) => Promise<void>;
  /** Reads the whole file and compares it with its name. Rewrites the checksums of an intact file. */
  prove: (sha256: string, took?: (bytes: number) => Promise<void>) => Promise<Proof>;
  /** Returns the size in bytes; null if there is no such file. */
  size: (sha256: string) => Promise<number | null>;
  /**
   * Moves the file to the removed files, where it is invisible to readers and kept for a while. Returns whether there
   * was one.
   */
  remove: (sha256: string) => Promise<boolean>;
  /** Lists the removed files; a file that was removed twice occurs twice. */
  listRemoved: () => AsyncIterable<RemovedFile>;
  /** Restores a removed file under its name, the newest or that of a day. Returns whether there was one. */
  putBack: (sha256: string, day?: string) => Promise<boolean>;
  /** Deletes files permanently that were removed at least this long ago. Returns their number. */
  sweepRemoved: (ageMs: number) => Promise<number>;
  /** Lists the names of files last written at least this long ago. */
  listOlderThan: (ageMs: number) => AsyncIterable<string>;
  /** Deletes what killed writers left, if it was untouched for this long. Returns the number. */
  sweepUnfinished: (ageMs: number) => Promise<number>;
  freeBytes: () => Promise<number>;
  /**
   * Lets other servers know which files this process and its threads wrote. A caller that names a file that a thread
   * wrote calls it first.
   */
  announce: () => Promise<void>;
  close: () => Promise<void>;
}

const fileFaultCodes = [
  ...(['files/missing', 'files/range', 'files/damaged', 'files/too-large', 'files/no-room'] as const),
  /** The store itself is unavailable, so nothing is known about the file. */
  'files/away',
  /** Only another server has the file yet. */
  'files/elsewhere',
  'files/bad-name',
] as const;
export type FileFaultCode = (typeof fileFaultCodes)[number];

export class FileFault extends Error {
  readonly code: FileFaultCode;
  constructor(code: FileFaultCode, words: string) {
    super(words);
    this.code = code;
  }
}

/** Returns whether the file is missing, too short or damaged, until somebody restores it. */
export const isUnreadable = ({ code }: FileFault): boolean =>
  code === 'files/missing' || code === 'files/range' || code === 'files/damaged';

/** Returns whether the file may be readable later, without anybody restoring it. */
export const isAway = ({ code }: FileFault): boolean => code === 'files/away' || code === 'files/elsewhere';

export function checkRange({ start, length }: ByteRange): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(length) && start >= 0 && length >= 0) return;
  throw new FileFault('files/range', `no such range: ${start}, ${length}`);
}

/** Restores the class of a fault that came out of a thread, which keeps its code alone. */
export function fileFaultOf(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof FileFault || !('code' in fault)) return fault;
  const code = fileFaultCodes.find((one) => one === fault.code);
  return code === undefined ? fault : new FileFault(code, fault.message);
}

/** Writes a whole source. Nothing remains if the source fails, is aborted by its signal, or is too large. */
export async function writeFrom(
  store: FileStore,
  source: AsyncIterable<Uint8Array>,
  options: WriteOptions = {},
): Promise<StoredFile> {
  const writer = await store.create();
  try {
    let bytes = 0;
    for await (const chunk of source) {
      options.signal?.throwIfAborted();
      bytes += chunk.byteLength;
      if (options.maxBytes !== undefined && bytes > options.maxBytes) {
        throw new FileFault('files/too-large', `more than ${options.maxBytes} bytes`);
      }
      await writer.write(chunk);
    }
    options.signal?.throwIfAborted();
    return await writer.commit();
  } catch (fault) {
    await writer.abort();
    throw fault;
  }
}

/** Writes bytes that are in memory; nothing remains if that fails. */
export async function writeBytes(store: FileStore, bytes: Uint8Array): Promise<StoredFile> {
  const writer = await store.create();
  try {
    await writer.write(bytes);
    return await writer.commit();
  } catch (fault) {
    await writer.abort();
    throw fault;
  }
}

/** Returns whether this many more bytes fit above the minimum of free space. */
export async function hasRoom(
  store: Pick<FileStore, 'freeBytes'>,
  neededBytes: number,
  floorBytes: number,
): Promise<boolean> {
  return (await store.freeBytes()) - neededBytes >= floorBytes;
}
