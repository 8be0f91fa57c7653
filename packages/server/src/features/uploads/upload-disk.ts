/**
 * Lets any server continue and check an upload although the servers share no folder (decision 0116). An upload is on the
 * disk of the server that received it last. That server sends what it has acknowledged to the bucket. Another server
 * takes the upload over from there and receives the rest.
 *
 * Invariants: the disk of an upload changes only under the lock of its writer. If acknowledged bytes are on no disk that
 * answers, the sender hears the smaller offset and sends them again. A received upload is never refused because its
 * bytes are elsewhere.
 */
import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNull, not, or, type SQL } from 'drizzle-orm';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { FileFault } from '../../platform/files/file-store.ts';
import { isUploadId } from './upload-id.ts';
import {
  bytesIn,
  copyParts,
  deleteParts,
  isOpen,
  partsOf,
  sendParts,
  type DiskGround,
} from './upload-parts.ts';

type UploadRow = typeof uploads.$inferSelect;

const pollMs = 250;
/** A request waits no longer than this; its sender comes again. */
const longestWaitMs = 20_000;
const dayMs = 24 * 3_600_000;

export type UploadDisk = {
  /** What a row says about an upload that begins here. */
  readonly place: { readonly disk: string; readonly disk_name: string };
  /** Applies to rows whose bytes are on this disk, or in a folder that all servers share. */
  readonly isHere: SQL | undefined;
  /** Takes over an upload that another server has received so far. Its caller has the writer’s lock. */
  readonly arrive: (upload_id: string) => Promise<void>;
  /** Stores how far an upload has come, before another server may take it over. */
  readonly leave: (upload_id: string) => Promise<void>;
  /** Copies a received zip to this disk. Throws `files/elsewhere` while only another disk has it. */
  readonly bring: (upload_id: string) => Promise<void>;
  /** Sends what was acknowledged to the bucket, in the background. */
  readonly send: (upload_id: string) => void;
  /** Sends what is left of all uploads of this disk, and removes the zips of those that have ended. */
  readonly tidy: () => Promise<void>;
  /** Deletes the parts of an upload that has ended, in the background. */
  readonly drop: (upload_id: string) => void;
  /** Deletes parts that killed servers left, if they are older than a day. */
  readonly sweep: () => Promise<void>;
  /** Waits until nothing is being sent. */
  readonly idle: () => Promise<void>;
};

const elsewhere = ({ upload_id, disk_name }: UploadRow): FileFault =>
  new FileFault('files/elsewhere', `the upload ${upload_id} is still on ${disk_name ?? 'another server'}`);

/** Returns the length of the file on this disk; null if there is none. */
const lengthOf = async ({ folder }: DiskGround, upload_id: string): Promise<number | null> =>
  (await stat(path.join(folder, upload_id)).catch(() => null))?.size ?? null;

async function rowOf({ db }: DiskGround, upload_id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.upload_id, upload_id));
  return row;
}

/** Waits as long as the other server sends parts. Returns the row as it is then. */
async function untilSent(ground: DiskGround, upload_id: string): Promise<UploadRow | undefined> {
  const started = performance.now();
  let [sent, since] = [-1, started];
  for (;;) {
    const row = await rowOf(ground, upload_id);
    const now = performance.now();
    if (row === undefined) return row;
    const bytes = bytesIn(partsOf(row));
    if (bytes !== sent) [sent, since] = [bytes, now];
    if (bytes >= row.received_bytes || now - since > ground.idleMs) return row;
    if (now - started > longestWaitMs) throw elsewhere(row);
    await sleep(pollMs);
  }
}

/** Creates the functions that move an upload to this disk. */
function moving(ground: DiskGround) {
  const { db, log, disk, disk_name } = ground;
  const claim = async (row: UploadRow, come: Partial<UploadRow>): Promise<void> => {
    const before = row.disk === null ? isNull(uploads.disk) : eq(uploads.disk, row.disk);
    await db
      .update(uploads)
      .set({ disk, disk_name, ...come })
      .where(and(eq(uploads.upload_id, row.upload_id), eq(uploads.state, 'receiving'), before));
  };
  const takeOver = async (row: UploadRow): Promise<void> => {
    const bucket_parts = await copyParts(ground, row.upload_id, partsOf(row));
    const received_bytes = bytesIn(bucket_parts);
    await claim(row, { received_bytes, bucket_parts });
    const lost_bytes = row.received_bytes - received_bytes;
    log.info({ upload_id: row.upload_id, from: row.disk_name, lost_bytes }, 'an upload goes on here');
  };
  return {
    arrive: async (upload_id: string): Promise<void> => {
      const row = await rowOf(ground, upload_id);
      if (row === undefined || row.state !== 'receiving' || row.disk === disk) return;
      const here = await lengthOf(ground, upload_id);
      // The folder is shared, or this server received as much before.
      if (here !== null && here >= row.received_bytes) return claim(row, { received_bytes: here });
      // An older version received it, in a folder that is not this one.
      if (row.disk === null && row.received_bytes > 0) return;
      const seen = await untilSent(ground, upload_id);
      if (seen?.state === 'receiving') await takeOver(seen);
    },
    leave: async (upload_id: string): Promise<void> => {
      const received_bytes = await lengthOf(ground, upload_id);
      if (received_bytes === null) return;
      await db
        .update(uploads)
        .set({ received_bytes })
        .where(and(eq(uploads.upload_id, upload_id), eq(uploads.state, 'receiving'), eq(uploads.disk, disk)));
    },
    bring: async (upload_id: string): Promise<void> => {
      const row = await rowOf(ground, upload_id);
      if (row === undefined || row.disk === null || row.disk === disk) return;
      if ((await lengthOf(ground, upload_id)) === row.size_bytes) return;
      const seen = await untilSent(ground, upload_id);
      if (seen === undefined) return;
      const parts = partsOf(seen);
      const isSent = bytesIn(parts) === seen.size_bytes;
      if (!isSent || bytesIn(await copyParts(ground, upload_id, parts)) < seen.size_bytes)
        throw elsewhere(seen);
    },
  };
}

const namesAtOnce = 500;

/** Removes the zips of uploads that have ended, on whichever server they were checked. */
async function removeEnded({ db, folder }: DiskGround): Promise<void> {
  const names = (await readdir(folder)).filter(isUploadId);
  for (let at = 0; at < names.length; at += namesAtOnce) {
    const ended = await db
      .select({ upload_id: uploads.upload_id })
      .from(uploads)
      .where(and(inArray(uploads.upload_id, names.slice(at, at + namesAtOnce)), not(isOpen)));
    for (const { upload_id } of ended) await unlink(path.join(folder, upload_id)).catch(() => undefined);
  }
}

/** Deletes parts of uploads that have ended. */
async function sweepParts({ db, bucket }: DiskGround): Promise<void> {
  const open = await db.select({ upload_id: uploads.upload_id }).from(uploads).where(isOpen);
  const kept = new Set(open.map(({ upload_id }) => upload_id));
  for await (const { key, changed_at } of bucket.list(bucket.keys.uploads)) {
    const [upload_id = ''] = key.slice(bucket.keys.uploads.length).split('/');
    const isOld = changed_at.getTime() < Date.now() - dayMs;
    if (isOld && !kept.has(upload_id)) await bucket.delete(key);
  }
}

export function uploadDisk(ground: DiskGround): UploadDisk {
  const { db, log, disk, disk_name } = ground;
  const running = new Map<string, Promise<void>>();
  const inTurn = (upload_id: string, work: () => Promise<void>): Promise<void> => {
    const quiet = (): Promise<void> =>
      work().catch((fault: unknown) => log.warn({ err: fault, upload_id }, 'an upload waits for the bucket'));
    const next = (running.get(upload_id) ?? Promise.resolve()).then(quiet);
    running.set(upload_id, next);
    void next.then(() => {
      if (running.get(upload_id) === next) running.delete(upload_id);
    });
    return next;
  };
  const send = (upload_id: string): Promise<void> => inTurn(upload_id, () => sendParts(ground, upload_id));
  return {
    place: { disk, disk_name },
    isHere: or(isNull(uploads.disk), eq(uploads.disk, disk)),
    ...moving(ground),
    send: (upload_id) => void send(upload_id),
    tidy: async () => {
      const open = await db
        .select()
        .from(uploads)
        .where(and(eq(uploads.disk, disk), isOpen));
      for (const row of open) if (bytesIn(partsOf(row)) < row.received_bytes) await send(row.upload_id);
      await removeEnded(ground);
    },
    drop: (upload_id) => void inTurn(upload_id, () => deleteParts(ground, upload_id)),
    sweep: () => sweepParts(ground),
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
