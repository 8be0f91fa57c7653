/**
 * Copies what a server has received of an upload to the bucket, in parts, and from there to another server’s disk.
 *
 * Invariant: a part is named by its SHA-256, so servers that send at once never replace each other’s parts, and a part
 * that is copied is the one that was sent.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import type { S3Bucket } from '../../platform/files/s3-bucket.ts';
import type { Log } from '../../platform/log/log.ts';

export type DiskGround = {
  readonly db: Db;
  readonly log: Log;
  /** The folder of uploads on this disk. */
  readonly folder: string;
  readonly disk: string;
  /** The machine’s name, for an operator. */
  readonly disk_name: string;
  readonly bucket: S3Bucket;
  readonly partBytes: number;
  /** Whoever sends nothing for this long has ended, or cannot reach the bucket. */
  readonly idleMs: number;
};

const partsShape = z.array(z.object({ bytes: z.number(), sha256: z.string() }));
type Parts = z.output<typeof partsShape>;

export const partsOf = ({ bucket_parts }: { readonly bucket_parts: unknown }): Parts =>
  partsShape.parse(bucket_parts);
export const bytesIn = (parts: Parts): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);
export const isOpen = inArray(uploads.state, ['receiving', 'checking']);

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Reads exactly this part of the file; null if the file is shorter. */
async function readPart(handle: FileHandle, start: number, length: number): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) return null;
    done += bytesRead;
  }
  return bytes;
}

async function writePart(handle: FileHandle, start: number, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
}

/**
 * Makes the file on this disk what was sent. Parts that it has already are only compared. Ends before the first part
 * that the bucket lacks; returns those that the file has now.
 */
export async function copyParts(
  { folder, bucket }: DiskGround,
  upload_id: string,
  parts: Parts,
): Promise<Parts> {
  const handle = await open(path.join(folder, upload_id), constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    let [end, count] = [0, 0];
    for (const [index, { bytes, sha256 }] of parts.entries()) {
      const here = await readPart(handle, end, bytes);
      if (here === null || sumOf(here) !== sha256) {
        const sent = await bucket.readBytes(bucket.keys.uploadPart(upload_id, index, sha256));
        if (sent === null || sumOf(sent) !== sha256) break;
        await writePart(handle, end, sent);
      }
      [end, count] = [end + bytes, index + 1];
    }
    await handle.truncate(end);
    await handle.sync();
    return parts.slice(0, count);
  } finally {
    await handle.close();
  }
}

async function readFrom(file: string, start: number, length: number): Promise<Buffer | null> {
  const handle = await open(file, 'r');
  try {
    return await readPart(handle, start, length);
  } finally {
    await handle.close();
  }
}

/** Sends the next part that the bucket lacks. A last part that was short is sent again, longer. */
async function sendNext(ground: DiskGround, upload_id: string): Promise<boolean> {
  const { db, folder, disk, bucket, partBytes } = ground;
  const isOwn = and(eq(uploads.upload_id, upload_id), eq(uploads.disk, disk), isOpen);
  const [row] = await db.select().from(uploads).where(isOwn);
  if (row === undefined) return false;
  const parts = partsOf(row);
  if (bytesIn(parts) >= row.received_bytes) return false;
  const kept = (parts.at(-1)?.bytes ?? partBytes) < partBytes ? parts.slice(0, -1) : parts;
  const start = bytesIn(kept);
  const bytes = Math.min(partBytes, row.received_bytes - start);
  const part = await readFrom(path.join(folder, upload_id), start, bytes);
  if (part === null) return false;
  const sha256 = sumOf(part);
  const key = bucket.keys.uploadPart(upload_id, kept.length, sha256);
  await bucket.writeBytes(key, part);
  const changed = await db
    .update(uploads)
    .set({ bucket_parts: [...kept, { bytes, sha256 }] })
    .where(isOwn)
    .returning({ upload_id: uploads.upload_id });
  if (changed.length > 0) return true;
  // It ended, or another server took it over meanwhile.
  await bucket.delete(key);
  return false;
}

/** Sends everything that this server has acknowledged of an upload. */
export async function sendParts(ground: DiskGround, upload_id: string): Promise<void> {
  while (await sendNext(ground, upload_id));
}

/** Deletes the parts of an upload from the bucket. */
export async function deleteParts({ bucket }: DiskGround, upload_id: string): Promise<void> {
  for await (const { key } of bucket.list(bucket.keys.upload(upload_id))) await bucket.delete(key);
}
