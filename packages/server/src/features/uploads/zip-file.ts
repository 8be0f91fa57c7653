/**
 * Reads the directory of an untrusted zip. A library reads it in its strictest mode (local headers, sizes and data
 * descriptors must agree with the directory, entries must not overlap, nothing before or behind); this file maps its
 * errors to the product's codes. The bytes of an entry are read by `entry-bytes.ts`.
 *
 * Invariants: nothing is unpacked while listing; the directory is read into memory only up to a limit; names stay text.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { kindFault, localHeaderMark } from '@rhythmdesk/domain/case/recording-files';
import { readLibraryFaults, zipRefusal } from '@rhythmdesk/domain/case/zip-faults';
import {
  configure,
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  ERR_EOCDR_NOT_FOUND,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  Reader,
  WARNING_DUPLICATE_FILENAME,
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_CRC32_OR_SIZES,
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_FILENAME,
  ZipReader,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js';
import { UploadRefusal } from './upload-refusal.ts';

configure({ useWebWorkers: false });

/** Sixty-four entries with the longest possible names and extra fields need less than this. */
const directoryBytes = 16 * 1024 * 1024;

export type ZipEntry = {
  readonly name: string;
  readonly deflated: boolean;
  readonly crc32: number;
  readonly packed_bytes: number;
  readonly size_bytes: number;
  /** Position of its first packed byte in the file. */
  readonly offset: number;
  readonly is_folder: boolean;
};

export type ZipFile = {
  readonly handle: FileHandle;
  readonly entries: readonly ZipEntry[];
};

class HandleReader extends Reader<FileHandle> {
  readonly #handle: FileHandle;
  constructor(handle: FileHandle, size: number) {
    super(handle);
    this.#handle = handle;
    this.size = size;
  }
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - offset));
    if (wanted > directoryBytes) throw new UploadRefusal('upload/zip-entry-count');
    const bytes = new Uint8Array(wanted);
    for (let done = 0; done < wanted;) {
      const { bytesRead } = await this.#handle.read(bytes, done, wanted - done, offset + done);
      if (bytesRead === 0) return bytes.subarray(0, done);
      done += bytesRead;
    }
    return bytes;
  }
}

const faultOf = readLibraryFaults({
  ERR_OVERLAPPING_ENTRY,
  ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  ERR_ENCRYPTED,
  ERR_UNSUPPORTED_ENCRYPTION,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_UNSUPPORTED_COMPRESSION,
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_FILENAME,
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_CRC32_OR_SIZES,
  WARNING_DUPLICATE_FILENAME,
});

/** Faults of the disk stay faults; every other error of the library is a refusal of the file. */
function refusalOf(fault: unknown, entry: string | null): unknown {
  if (!(fault instanceof Error) || fault instanceof UploadRefusal || 'syscall' in fault) return fault;
  return new UploadRefusal(zipRefusal(faultOf(fault.message, Reflect.get(fault, 'reason'))), entry);
}

/** A zip with a valid start but without a directory was cut off. */
async function unlessCutOff(handle: FileHandle, fault: unknown): Promise<unknown> {
  if (!(fault instanceof Error) || fault.message !== ERR_EOCDR_NOT_FOUND) return refusalOf(fault, null);
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const begins = buffer.readUInt32LE(0) === localHeaderMark;
  return new UploadRefusal(begins ? 'upload/zip-truncated' : 'upload/zip-unreadable');
}

function refuseKind(entry: Entry): void {
  const { filename, rawBitFlag = 0, encrypted, compressionMethod, externalFileAttributes } = entry;
  const fault = kindFault({
    name: filename,
    encrypted,
    flags: rawBitFlag,
    method: compressionMethod,
    attributes: externalFileAttributes,
  });
  if (fault !== null) throw new UploadRefusal(zipRefusal(fault), filename);
}

/** Checks the local header against the directory and the entry's position against the others'. */
async function placed(entry: Entry): Promise<ZipEntry> {
  const name = entry.filename;
  refuseKind(entry);
  if (Buffer.from(entry.rawFilename).toString('utf8') !== name) {
    throw new UploadRefusal('upload/entry-name-differs', name);
  }
  return {
    name,
    deflated: entry.compressionMethod === 8,
    crc32: entry.crc32 ?? 0,
    packed_bytes: entry.compressedSize,
    size_bytes: entry.uncompressedSize,
    offset: entry.directory ? 0 : await dataOffset(entry),
    is_folder: name.endsWith('/') && entry.uncompressedSize === 0,
  };
}

async function dataOffset(entry: FileEntry): Promise<number> {
  await entry.getData(new WritableStream(), { checkOverlappingEntryOnly: true }).catch((fault: unknown) => {
    throw refusalOf(fault, entry.filename);
  });
  const offset = entry.localDirectory?.dataOffset;
  if (offset === undefined) throw new UploadRefusal('upload/zip-unreadable', entry.filename);
  return offset;
}

async function list(handle: FileHandle, size: number, entryLimit: number): Promise<ZipEntry[]> {
  const reader = new ZipReader(new HandleReader(handle, size), {
    strictness: 'strict',
    filenameValidation: 'tolerant',
    checkOverlappingEntry: true,
  });
  const found: Entry[] = [];
  const names = new Set<string>();
  for await (const entry of reader.getEntriesGenerator()) {
    if (found.length === entryLimit) throw new UploadRefusal('upload/zip-entry-count');
    if (names.has(entry.filename)) throw new UploadRefusal('upload/entry-duplicate', entry.filename);
    names.add(entry.filename);
    found.push(entry);
  }
  const entries: ZipEntry[] = [];
  for (const entry of found) entries.push(await placed(entry));
  return entries;
}

/** Opens a zip and lists it; throws `UploadRefusal`. The caller closes `handle`. */
export async function openZip(path: string, entryLimit: number): Promise<ZipFile> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return { handle, entries: await list(handle, size, entryLimit) };
  } catch (fault) {
    try {
      throw await unlessCutOff(handle, fault);
    } finally {
      await handle.close();
    }
  }
}
