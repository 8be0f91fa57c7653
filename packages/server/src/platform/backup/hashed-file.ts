/**
 * Writes and reads files of a backup. Each is written once and made durable, and its SHA-256 and length are returned.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isMissing, makeFolder, syncFolder, writeAll } from '../files/disk-place.ts';

export type Hashed = { readonly sha256: string; readonly bytes: number };

const readBytes = 1024 * 1024;
const chunkShape = z.instanceof(Uint8Array);

async function* hashing(source: AsyncIterable<unknown>, hash: Hash, took: (bytes: number) => void) {
  for await (const given of source) {
    const chunk = chunkShape.parse(given);
    hash.update(chunk);
    took(chunk.byteLength);
    yield chunk;
  }
}

async function writeInto(handle: FileHandle, source: AsyncIterable<unknown>): Promise<Hashed> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of hashing(source, hash, (length) => (bytes += length)))
    await writeAll(handle, chunk);
  await handle.sync();
  return { sha256: hash.digest('hex'), bytes };
}

/** Writes a new file of the backup; refuses to replace one. */
export async function writeFile(place: string, source: AsyncIterable<unknown>): Promise<Hashed> {
  await makeFolder(path.dirname(place));
  const handle = await open(place, 'wx', 0o600);
  try {
    return await writeInto(handle, source);
  } finally {
    await handle.close();
    await syncFolder(path.dirname(place));
  }
}

/** Writes a new compressed file. */
export async function writeCompressed(place: string, source: AsyncIterable<unknown>): Promise<Hashed> {
  const zip = createGzip({ level: 3 });
  const [written] = await Promise.all([writeFile(place, zip), pipeline(source, zip)]);
  return written;
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

/** Returns null if there is no such file. */
export async function hashAt(place: string): Promise<Hashed | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of bytesAt(place)) {
      const part = chunkShape.parse(chunk);
      hash.update(part);
      bytes += part.byteLength;
    }
  } catch (fault) {
    if (isMissing(fault)) return null;
    throw fault;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Fails if the reading fails, including for a missing file. */
async function* linesOf(source: AsyncIterable<unknown>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let left = '';
  for await (const chunk of source) {
    const lines = (left + decoder.decode(chunkShape.parse(chunk), { stream: true })).split('\n');
    left = lines.pop() ?? '';
    yield* lines;
  }
  if (left !== '') yield left;
}

export const linesAt = (place: string): AsyncGenerator<string, undefined> => linesOf(bytesAt(place));

export async function* compressedLinesAt(place: string): AsyncGenerator<string, undefined> {
  const unzip = createGunzip();
  const read = pipeline(bytesAt(place), unzip);
  read.catch(() => undefined);
  yield* linesOf(unzip);
  await read;
}
