/**
 * Reads and writes the checksums of a stored file by block, in a small file next to it (`<sha256>.sums`). With them,
 * damage is found while reading a part; with the SHA-256 of the whole file, the whole file would have to be read. The
 * format is a CRC-32 for each block of 64 KiB, then the length of the file and a CRC-32 of all of this. Missing or
 * damaged checksums are not used: the first read, or an earlier scrub, verifies the whole file and rewrites them.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { isMissing, unfinishedIn } from './disk-place.ts';

export const blockBytes = 64 * 1024;
const tailBytes = 12;

export const sumsOf = (place: string): string => `${place}.sums`;

export type BlockSums = { readonly bytes: number; readonly sums: Uint32Array };

/** Computes the checksums of a file from its bytes, in order. */
export class SumsWriter {
  readonly #done: number[] = [];
  #bytes = 0;
  #open = 0;

  add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.byteLength;) {
      const room = blockBytes - (this.#bytes % blockBytes);
      const part = chunk.subarray(at, at + room);
      this.#open = crc32(part, this.#open);
      this.#bytes += part.byteLength;
      at += part.byteLength;
      if (this.#bytes % blockBytes === 0) this.#close();
    }
  }

  #close(): void {
    this.#done.push(this.#open);
    this.#open = 0;
  }

  encode(): Buffer {
    const sums = this.#bytes % blockBytes === 0 ? this.#done : [...this.#done, this.#open];
    const text = Buffer.alloc(sums.length * 4 + tailBytes);
    sums.forEach((sum, at) => text.writeUInt32LE(sum, at * 4));
    text.writeDoubleLE(this.#bytes, sums.length * 4);
    text.writeUInt32LE(crc32(text.subarray(0, -4)), text.length - 4);
    return text;
  }
}

export function decodeSums(text: Buffer): BlockSums | null {
  const count = (text.length - tailBytes) / 4;
  if (!Number.isInteger(count) || count < 0) return null;
  if (text.readUInt32LE(text.length - 4) !== crc32(text.subarray(0, -4))) return null;
  const bytes = text.readDoubleLE(count * 4);
  if (Math.ceil(bytes / blockBytes) !== count) return null;
  return { bytes, sums: Uint32Array.from({ length: count }, (_none, at) => text.readUInt32LE(at * 4)) };
}

/** Returns the checksums, or null if there are no valid ones. */
export async function readSums(place: string): Promise<BlockSums | null> {
  const text = await readFile(sumsOf(place)).catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  return text === null ? null : decodeSums(text);
}

/**
 * Writes the checksums completely or not at all. They are not made durable, because checksums that a power cut damages
 * are ignored and rewritten.
 */
export async function writeSums(folder: string, place: string, sums: SumsWriter): Promise<void> {
  const fresh = path.join(folder, unfinishedIn, randomUUID());
  await writeFile(fresh, sums.encode(), { mode: 0o600, flag: 'wx' });
  await rename(fresh, sumsOf(place));
}

/**
 * Writes the checksums if the stored ones are missing or different. If that fails, the next verification writes them.
 */
export async function renewSums(folder: string, place: string, sums: SumsWriter): Promise<void> {
  const found = await readFile(sumsOf(place)).catch(() => null);
  if (found?.equals(sums.encode()) !== true) await writeSums(folder, place, sums).catch(() => undefined);
}

/**
 * Returns the number of the first block that does not match its checksum; `bytes` begin with block `first`. Null if all
 * match.
 */
export function damagedBlock({ sums }: BlockSums, first: number, bytes: Uint8Array): number | null {
  for (let at = 0, block = first; at < bytes.byteLength; at += blockBytes, block += 1) {
    if (crc32(bytes.subarray(at, at + blockBytes)) !== sums[block]) return block;
  }
  return null;
}
