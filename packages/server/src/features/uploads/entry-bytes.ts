/**
 * Unpacks the bytes of one zip entry as they are consumed. Memory is one block, whatever the entry's size.
 *
 * Invariants: no more bytes come out than the entry declares, nor more than `ratio` for each packed byte; at the end
 * the checksum, the declared size and the packed length were all correct. Bytes are counted as they come, not as
 * declared.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { localHeaderMark } from '@rhythmdesk/domain/case/recording-files';
import { collector } from '../../platform/memory/collect.ts';
import { UploadRefusal } from './upload-refusal.ts';
import type { ZipEntry } from './zip-file.ts';

const blockBytes = 256 * 1024;

async function* packedBytes(
  handle: FileHandle,
  { offset, packed_bytes }: ZipEntry,
): AsyncGenerator<Buffer, undefined> {
  for (let done = 0; done < packed_bytes;) {
    const wanted = Math.min(blockBytes, packed_bytes - done);
    const block = Buffer.allocUnsafe(wanted);
    const { bytesRead } = await handle.read(block, 0, wanted, offset + done);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield block.subarray(0, bytesRead);
  }
}

function isDamage(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && String(fault.code).startsWith('Z_');
}

async function* inflated(handle: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer, undefined> {
  const inflate: InflateRaw = createInflateRaw({ chunkSize: blockBytes });
  const source = Readable.from(packedBytes(handle, entry), { objectMode: true, highWaterMark: 1 });
  const fed = pipeline(source, inflate).catch((fault: unknown) => fault);
  try {
    const blocks: AsyncIterable<Buffer> = inflate;
    for await (const block of blocks) yield block;
    if (inflate.bytesWritten !== entry.packed_bytes) throw new UploadRefusal('upload/entry-size', entry.name);
  } catch (fault) {
    throw isDamage(fault) ? new UploadRefusal('upload/entry-crc', entry.name) : fault;
  } finally {
    inflate.destroy();
    source.destroy();
    await fed;
  }
}

const tidyAfterBytes = 32 * 1024 * 1024;

/** Every block is a new buffer; used buffers are collected now and then, before there are too many. */
function tidier(): (bytes: number) => void {
  let used = 0;
  let collect: ReturnType<typeof collector> | undefined;
  return (bytes) => {
    used += bytes;
    if (used < tidyAfterBytes) return;
    used = 0;
    collect ??= collector();
    collect({ type: 'minor' });
  };
}

/**
 * Yields the bytes of an entry. `ratio` is null if the entry's own header limits its length. Throws `UploadRefusal`.
 */
export async function* entryBytes(
  handle: FileHandle,
  entry: ZipEntry,
  ratio: number | null,
): AsyncGenerator<Buffer, undefined> {
  const { name, size_bytes, packed_bytes } = entry;
  const most = ratio === null ? Number.POSITIVE_INFINITY : ratio * Math.max(1, packed_bytes);
  if (size_bytes > most) throw new UploadRefusal('upload/zip-ratio', name);
  let count = 0;
  let sum = 0;
  const tidy = tidier();
  for await (const block of entry.deflated ? inflated(handle, entry) : packedBytes(handle, entry)) {
    const isFirst = count === 0;
    count += block.length;
    if (count > most) throw new UploadRefusal('upload/zip-ratio', name);
    if (count > size_bytes) throw new UploadRefusal('upload/entry-size', name);
    if (isFirst && block.length >= 4 && block.readUInt32LE(0) === localHeaderMark) {
      throw new UploadRefusal('upload/entry-nested-zip', name);
    }
    sum = crc32(block, sum);
    yield block;
    tidy(block.length);
  }
  if (count !== size_bytes) throw new UploadRefusal('upload/entry-size', name);
  if (sum !== entry.crc32) throw new UploadRefusal('upload/entry-crc', name);
}

/** Reads a small entry completely. */
export async function wholeEntry(
  handle: FileHandle,
  entry: ZipEntry,
  ratio: number,
  maxBytes: number,
): Promise<Buffer> {
  if (entry.size_bytes > maxBytes) throw new UploadRefusal('file/too-large', entry.name);
  const blocks: Buffer[] = [];
  for await (const block of entryBytes(handle, entry, ratio)) blocks.push(block);
  return Buffer.concat(blocks);
}
