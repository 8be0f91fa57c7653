/**
 * Where recordings, reports and pyramids lie: bytes named by their SHA-256, written once and never changed.
 *
 * Laws: a name that was given out names exactly those bytes, also after a power cut; the same bytes get the same name;
 * an abandoned write leaves no name behind. Who needs a file commits its name to the database after `commit` returned;
 * a name that no row holds is removed by age, and writing the same bytes again makes a name young.
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

/** Takes bytes in order. One caller at a time; nothing is visible before `commit`. */
export interface FileWriter {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Makes the bytes durable, then gives them their name. */
  commit: () => Promise<StoredFile>;
  /** Throws the bytes away. Does nothing after `commit`. */
  abort: () => Promise<void>;
}

export interface WriteOptions {
  /** More bytes than this throw `files/too-large`. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** Up to this length every byte of a file is proved before the first is sent; behind it, damage cuts the answer short. */
export const provedBytes = 64 * 1024 ** 2;

export type Proof = 'whole' | 'damaged' | 'missing';

export interface FileStore {
  create: () => Promise<FileWriter>;
  /**
   * Exactly these bytes, held against their checksums. Throws `files/missing`, `files/damaged`, or `files/range` where the
   * file is shorter.
   */
  read: (sha256: string, range: ByteRange) => Promise<Buffer>;
  /** Gives what `use` makes of these bytes, which are its own only until it returns: memory that is used again. As `read`. */
  lend: <Result>(sha256: string, range: ByteRange, use: (bytes: Buffer) => Result) => Promise<Result>;
  /** All of the file, for small ones. Throws as `read` does. */
  whole: (sha256: string) => Promise<Buffer>;
  /** The file or a part of it, read as fast as it is taken. Errors as for `read`. */
  stream: (sha256: string, range?: ByteRange) => Promise<Readable>;
  /** Throws as `read` does where any part of a file of at most so many bytes is damaged. Larger ones are not read. */
  check: (sha256: string, mostBytes: number) => Promise<void>;
  /** Reads the whole file and compares it with its name; gives a whole one its checksums anew. */
  prove: (sha256: string, took?: (bytes: number) => Promise<void>) => Promise<Proof>;
  /** Null where there is no such file. */
  size: (sha256: string) => Promise<number | null>;
  /** Sets the file aside: gone for readers, kept for a while. Whether there was one. */
  remove: (sha256: string) => Promise<boolean>;
  /** Gives a file that was set aside its name again. Whether one lay aside. */
  putBack: (sha256: string) => Promise<boolean>;
  /** Deletes for good what was set aside at least so long ago. Gives the number. */
  sweepRemoved: (ageMs: number) => Promise<number>;
  /** Names of files last written at least so long ago. */
  listOlderThan: (ageMs: number) => AsyncIterable<string>;
  /** Removes what killed writers left, where untouched for so long. Gives the number. */
  sweepUnfinished: (ageMs: number) => Promise<number>;
  freeBytes: () => Promise<number>;
  close: () => Promise<void>;
}

export type FileFaultCode =
  | 'files/missing'
  | 'files/range'
  | 'files/damaged'
  | 'files/too-large'
  | 'files/no-room'
  /** The store itself is not there: nothing is known of the file. */
  | 'files/away'
  | 'files/bad-name';

export class FileFault extends Error {
  readonly code: FileFaultCode;
  constructor(code: FileFaultCode, words: string) {
    super(words);
    this.code = code;
  }
}

/** Writes a whole source; nothing remains where the source fails, ends early by its signal, or is too large. */
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

/** Writes bytes that are in memory; nothing remains where that fails. */
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

/** Whether so many more bytes fit above the floor that is kept free. */
export async function hasRoom(
  store: Pick<FileStore, 'freeBytes'>,
  neededBytes: number,
  floorBytes: number,
): Promise<boolean> {
  return (await store.freeBytes()) - neededBytes >= floorBytes;
}
