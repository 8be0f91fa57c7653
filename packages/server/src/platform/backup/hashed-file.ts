/**
 * Writes and reads files of a backup. Each is written once and made durable, and its SHA-256 and length are returned.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isMissing, makeFolder, syncFolder, writeAll } from '../files/disk-place.ts';

export type Hashed = { readonly sha256: string; readonly bytes: number };

const readBytes = 1024 * 1024;
const chunkBytes = 256 * 1024;
const chunkShape = z.instanceof(Uint8Array);

/** Passes chunks on and hashes them. `hashed` is valid once the chunks have ended. */
export function hashing(source: AsyncIterable<unknown>) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass(): AsyncGenerator<Uint8Array, undefined> {
    for await (const given of source) {
      const chunk = chunkShape.parse(given);
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  return { chunks: pass(), hashed: (): Hashed => ({ sha256: hash.digest('hex'), bytes }) };
}

async function writeInto(handle: FileHandle, source: AsyncIterable<unknown>): Promise<Hashed> {
  const { chunks, hashed } = hashing(source);
  for await (const chunk of chunks) await writeAll(handle, chunk);
  await handle.sync();
  return hashed();
}

/** Writes a new file into a folder that exists; refuses to replace one. The caller makes its name durable. */
export async function writeUnnamed(place: string, source: AsyncIterable<unknown>): Promise<Hashed> {
  const handle = await open(place, 'wx', 0o600);
  try {
    return await writeInto(handle, source);
  } finally {
    await handle.close();
  }
}

/** Writes a new file of the backup; refuses to replace one. */
export async function writeFile(place: string, source: AsyncIterable<unknown>): Promise<Hashed> {
  await makeFolder(path.dirname(place));
  try {
    return await writeUnnamed(place, source);
  } finally {
    await syncFolder(path.dirname(place));
  }
}

/** Compresses bytes as they are read. */
export async function* compressed(source: AsyncIterable<unknown>): AsyncGenerator<unknown, undefined> {
  const zip = createGzip({ level: 3 });
  const fed = pipeline(source, zip);
  fed.catch(() => undefined);
  yield* zip;
  await fed;
}

export async function* textLines(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const line of lines) {
    waiting += `${line}\n`;
    if (waiting.length < readBytes) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}

export const bytesAt = (place: string): AsyncIterable<unknown> =>
  createReadStream(place, { highWaterMark: readBytes });

/** Reads a file to its end. Most files are small, for which a stream costs more than the reading. */
async function* chunksIn(handle: FileHandle): AsyncGenerator<Uint8Array, undefined> {
  try {
    for (let isEnd = false; !isEnd;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      isEnd = bytesRead < chunkBytes;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Streams a file that stays readable when it is moved or removed. Returns null if there is none. */
export async function openedBytes(place: string): Promise<AsyncIterable<unknown> | null> {
  try {
    return chunksIn(await open(place));
  } catch (fault) {
    if (isMissing(fault)) return null;
    throw fault;
  }
}

export async function hashOf(source: AsyncIterable<unknown>): Promise<Hashed> {
  const { chunks, hashed } = hashing(source);
  for await (const chunk of chunks) void chunk;
  return hashed();
}

export async function* linesOf(source: AsyncIterable<unknown>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let left = '';
  for await (const chunk of source) {
    const lines = (left + decoder.decode(chunkShape.parse(chunk), { stream: true })).split('\n');
    left = lines.pop() ?? '';
    yield* lines;
  }
  if (left !== '') yield left;
}

/** Fails if the reading fails, including for a missing file. */
export const linesAt = (place: string): AsyncGenerator<string, undefined> => linesOf(bytesAt(place));

export async function* compressedLinesOf(source: AsyncIterable<unknown>): AsyncGenerator<string, undefined> {
  const unzip = createGunzip();
  const read = pipeline(source, unzip);
  read.catch(() => undefined);
  yield* linesOf(unzip);
  await read;
}
