/**
 * Reads the directory of a zip on the user's disk, and the bytes of its entries as streams.
 *
 * Invariants: a library reads the directory in its strictest mode; only slices of the file are ever read, so a zip of
 * several gigabytes costs no more than its directory; a stored entry is sliced, a deflated one is unpacked only as far
 * as requested and then released.
 */
import { kindFault, localHeaderMark, mostZipEntries } from '@rhythmdesk/domain/case/recording-files';
import { readLibraryFaults } from '@rhythmdesk/domain/case/zip-faults';
import {
  BlobReader,
  configure,
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  ERR_EOCDR_NOT_FOUND,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  WARNING_DUPLICATE_FILENAME,
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_CRC32_OR_SIZES,
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_FILENAME,
  ZipReader,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js';
import { CheckRefusal } from './check-result.ts';

configure({ useWebWorkers: false });

export type ZipEntry = {
  readonly name: string;
  readonly is_folder: boolean;
  readonly deflated: boolean;
  readonly packed_bytes: number;
  readonly size_bytes: number;
  /** The position of its first packed byte in the zip. */
  readonly offset: number;
};

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

function refusalOf(fault: unknown, entry: string): unknown {
  if (!(fault instanceof Error) || fault instanceof CheckRefusal) return fault;
  if (fault instanceof DOMException) return fault;
  return new CheckRefusal(faultOf(fault.message, Reflect.get(fault, 'reason')), entry);
}

/** A zip that begins like one and has no directory was truncated while it was copied. */
async function withoutDirectory(zip: Blob): Promise<CheckRefusal> {
  const head = new DataView(await zip.slice(0, 4).arrayBuffer());
  const begins = head.byteLength === 4 && head.getUint32(0, true) === localHeaderMark;
  return new CheckRefusal(begins ? 'zip-truncated' : 'zip-unreadable');
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
  if (fault !== null) throw new CheckRefusal(fault, filename);
}

async function offsetOf(entry: FileEntry): Promise<number> {
  await entry.getData(new WritableStream(), { checkOverlappingEntryOnly: true }).catch((fault: unknown) => {
    throw refusalOf(fault, entry.filename);
  });
  const offset = entry.localDirectory?.dataOffset;
  if (offset === undefined) throw new CheckRefusal('zip-unreadable', entry.filename);
  return offset;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

async function placed(entry: Entry): Promise<ZipEntry> {
  refuseKind(entry);
  if (utf8.decode(entry.rawFilename) !== entry.filename) {
    throw new CheckRefusal('entry-name-differs', entry.filename);
  }
  return {
    name: entry.filename,
    is_folder: entry.filename.endsWith('/') && entry.uncompressedSize === 0,
    deflated: entry.compressionMethod === 8,
    packed_bytes: entry.compressedSize,
    size_bytes: entry.uncompressedSize,
    offset: entry.directory ? 0 : await offsetOf(entry),
  };
}

/** Returns every entry of the zip; throws `CheckRefusal`. */
export async function listEntries(zip: Blob): Promise<ZipEntry[]> {
  const reader = new ZipReader(new BlobReader(zip), {
    strictness: 'strict',
    filenameValidation: 'tolerant',
    checkOverlappingEntry: true,
  });
  const found: Entry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (found.length === mostZipEntries) throw new CheckRefusal('zip-entry-count');
      if (found.some(({ filename }) => filename === entry.filename)) {
        throw new CheckRefusal('entry-duplicate', entry.filename);
      }
      found.push(entry);
    }
  } catch (fault) {
    const isBare = fault instanceof Error && fault.message === ERR_EOCDR_NOT_FOUND;
    throw isBare ? await withoutDirectory(zip) : refusalOf(fault, '');
  }
  const entries: ZipEntry[] = [];
  for (const entry of found) entries.push(await placed(entry));
  return entries;
}

function streamOf(zip: Blob, entry: ZipEntry): ReadableStream<Uint8Array<ArrayBuffer>> {
  const packed = zip.slice(entry.offset, entry.offset + entry.packed_bytes).stream();
  return entry.deflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
}

/**
 * Passes the entry's bytes piece by piece to `take` until it returns false. An entry that cannot be unpacked, or whose
 * size differs from the directory, is refused.
 */
export async function streamEntry(
  zip: Blob,
  entry: ZipEntry,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<void> {
  const reader = streamOf(zip, entry).getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > entry.size_bytes) throw new CheckRefusal('entry-size', entry.name);
      if (!take(value)) return;
    }
  } catch (fault) {
    throw fault instanceof TypeError ? new CheckRefusal('entry-crc', entry.name) : fault;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (bytes !== entry.size_bytes) throw new CheckRefusal('entry-size', entry.name);
}

/** Returns the bytes from `from` to `to` (or the entry's end). */
export async function readRange(
  zip: Blob,
  entry: ZipEntry,
  from: number,
  to: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const end = Math.min(to, entry.size_bytes);
  if (!entry.deflated) {
    const part = zip.slice(entry.offset + from, entry.offset + end);
    return new Uint8Array(await part.arrayBuffer());
  }
  const bytes = new Uint8Array(Math.max(0, end - from));
  let at = 0;
  await streamEntry(zip, entry, (piece) => {
    const first = Math.max(0, from - at);
    const wanted = piece.subarray(first, Math.max(first, end - at));
    if (wanted.length > 0) bytes.set(wanted, at + first - from);
    at += piece.length;
    return at < end;
  });
  return bytes;
}
