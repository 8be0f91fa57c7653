/**
 * Implements the file store on a local disk with a bucket behind it (decision 0105). The disk receives every file and
 * keeps copies of what was read lately; a mover sends files to the bucket afterwards (`file-mover.ts`). A file is read
 * from the disk, otherwise from the bucket, in parts that are verified like those of the disk.
 *
 * Invariants: receiving never waits for the bucket. A file is called missing only if neither this disk nor the bucket
 * has it and no other disk announced it. A damaged local copy is replaced by the one in the bucket.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { BucketReader, proveObject } from './bucket-reader.ts';
import {
  filesOlderThan,
  listRemovedObjects,
  putObjectBack,
  removeObject,
  sweepRemovedObjects,
} from './bucket-files.ts';
import {
  checkRange,
  FileFault,
  type ByteRange,
  type FileStore,
  type FileWriter,
  type RemovedFile,
} from './file-store.ts';
import { localFiller } from './local-filler.ts';
import { evictCopy, noteReads } from './local-copies.ts';
import type { TieredParts, WaitingFile } from './tiered-parts.ts';

const localPart = 256 * 1024;
/** A request to the bucket costs more than its bytes. */
const bucketPart = 4 * 1024 ** 2;
const pollMs = 250;

const isLost = (fault: unknown): fault is FileFault =>
  fault instanceof FileFault && (fault.code === 'files/missing' || fault.code === 'files/damaged');

/** Creates the functions that find a file wherever it is. */
function finding(parts: TieredParts) {
  const { folder, disk, bucket, marks, rows, waitMs, onDamage } = parts;
  const reader = new BucketReader(bucket);
  const touch = noteReads(folder);
  const filler = localFiller(parts);

  /** Decides why neither the disk nor the bucket gave the file. */
  const absence = async (sha256: string): Promise<FileFault> => {
    if (rows === null) return new FileFault('files/elsewhere', `${sha256} is not here and not in the bucket`);
    const nodes = await rows.nodesOf(sha256);
    const others = nodes.filter(({ node }) => node !== rows.node).map(({ node_name }) => node_name);
    if (others.length > 0)
      return new FileFault('files/elsewhere', `${sha256} is still on ${others.join(', ')}`);
    // It may have been moved after the bucket was asked.
    if (nodes.length === 0 && (await bucket.head(bucket.keys.file(sha256))) !== null)
      return new FileFault('files/elsewhere', `${sha256} was moved meanwhile`);
    return new FileFault('files/missing', `no file ${sha256}`);
  };
  const fromBucket = async <Result>(sha256: string, work: () => Promise<Result | null>): Promise<Result> => {
    for (const until = Date.now() + waitMs; ;) {
      const found = await work();
      if (found !== null) return found;
      const fault = await absence(sha256);
      if (fault.code === 'files/missing' || Date.now() >= until) throw fault;
      await sleep(pollMs);
    }
  };
  /** Deletes a damaged local copy that the bucket can replace. */
  const dropDamaged = async (sha256: string): Promise<void> =>
    void (await evictCopy({ folder, disk, marks }, sha256));

  /** Reads from the disk, otherwise from the bucket. */
  const use = async <Result>(
    sha256: string,
    onDisk: () => Promise<Result>,
    inBucket: () => Promise<Result | null>,
  ): Promise<Result> => {
    try {
      const found = await onDisk();
      touch(sha256);
      return found;
    } catch (fault) {
      if (!isLost(fault)) throw fault;
      if (fault.code === 'files/damaged') await dropDamaged(sha256);
    }
    try {
      return await fromBucket(sha256, inBucket);
    } catch (fault) {
      if (isLost(fault)) onDamage(sha256, fault.code);
      throw fault;
    }
  };
  return { reader, filler, use };
}

/** Creates the functions that read. */
function reading(parts: TieredParts) {
  const { disk } = parts;
  const { reader, filler, use } = finding(parts);
  const read = (sha256: string, range: ByteRange): Promise<Buffer> =>
    use(
      sha256,
      () => disk.read(sha256, range),
      async () => {
        const local = await filler.begin(sha256);
        return local ? disk.read(sha256, range) : reader.read(sha256, range);
      },
    );
  const lend = <Result>(sha256: string, range: ByteRange, work: (bytes: Buffer) => Result): Promise<Result> =>
    use(
      sha256,
      () => disk.lend(sha256, range, work),
      async () => work(await read(sha256, range)),
    );
  const bytesOf = (sha256: string): Promise<number> =>
    use(
      sha256,
      async () => (await disk.size(sha256)) ?? Promise.reject(new FileFault('files/missing', sha256)),
      () => reader.bytesOf(sha256),
    );
  const whole = async (sha256: string) => read(sha256, { start: 0, length: await bytesOf(sha256) });
  async function* chunks(sha256: string, { start, length }: ByteRange): AsyncGenerator<Buffer, undefined> {
    for (let done = 0; done < length;) {
      const part = (await disk.size(sha256)) === null ? bucketPart : localPart;
      const bytes = Math.min(part, length - done);
      yield await read(sha256, { start: start + done, length: bytes });
      done += bytes;
    }
  }
  const stream = async (sha256: string, range?: ByteRange): Promise<Readable> => {
    const bytes = await bytesOf(sha256);
    const wanted = range ?? { start: 0, length: bytes };
    checkRange(wanted);
    if (wanted.start + wanted.length > bytes)
      throw new FileFault('files/range', `the file has ${String(bytes)} bytes`);
    return Readable.from(chunks(sha256, wanted), { objectMode: false });
  };
  const check = async (sha256: string, mostBytes: number): Promise<void> => {
    const bytes = await bytesOf(sha256);
    if (bytes > mostBytes) return;
    for await (const chunk of chunks(sha256, { start: 0, length: bytes })) void chunk;
  };
  return { reader, filler, read, lend, whole, stream, check };
}

/** Creates the functions that write, and announce what was written. */
function writing({ disk, marks, rows, onWritten }: TieredParts) {
  const announce = async (): Promise<void> => {
    if (rows === null) return;
    const found: WaitingFile[] = [];
    for (const sha256 of await rows.unlisted(await marks.names())) {
      const [bytes, since] = [await disk.size(sha256), await marks.sinceOf(sha256)];
      if (bytes !== null && since !== null) found.push({ sha256, bytes, since });
    }
    await rows.add(found);
    if (found.length > 0) onWritten();
  };
  const create = async (): Promise<FileWriter> => {
    const writer = await disk.create();
    return {
      ...writer,
      commit: async () => {
        const stored = await writer.commit();
        await rows?.add([{ ...stored, since: new Date() }]);
        onWritten();
        return stored;
      },
    };
  };
  return { announce, create };
}

/** Creates the functions that verify, list and remove. */
function keeping(parts: TieredParts, reader: BucketReader) {
  const { folder, disk, bucket, marks, rows, youngMs } = parts;
  const prove: FileStore['prove'] = async (sha256, took) => {
    if (await marks.has(sha256)) return disk.prove(sha256, took);
    const object = await proveObject(bucket, sha256, took);
    if (object?.proof === 'whole') return 'whole';
    if (object === null && ((await rows?.nodesOf(sha256)) ?? []).length > 0) return 'elsewhere';
    // A whole local copy replaces what the bucket lost.
    if ((await disk.prove(sha256)) !== 'whole') return object?.proof ?? 'missing';
    await marks.mark(sha256);
    return 'whole';
  };
  const size = async (sha256: string): Promise<number | null> => {
    const local = await disk.size(sha256);
    if (local !== null) return local;
    const object = await bucket.head(bucket.keys.file(sha256));
    return object?.bytes ?? (await rows?.nodesOf(sha256))?.[0]?.bytes ?? null;
  };
  const isWaiting = async (sha256: string): Promise<boolean> =>
    (await marks.has(sha256)) || ((await rows?.nodesOf(sha256)) ?? []).length > 0;
  const remove = async (sha256: string): Promise<boolean> => {
    if (await isWaiting(sha256)) return false;
    reader.forget(sha256);
    const removed = await removeObject(bucket, sha256, youngMs);
    if (removed) await evictCopy({ folder, disk, marks }, sha256);
    return removed;
  };
  return { prove, size, remove };
}

/** Lists removed files of the bucket, and of the disk from before it had a bucket. */
async function* removedAnywhere({ bucket, disk }: TieredParts): AsyncGenerator<RemovedFile, undefined> {
  yield* listRemovedObjects(bucket);
  yield* disk.listRemoved();
}

/** A file that only the disk had is marked, so that the bucket gets it. */
async function putBackAnywhere({ bucket, disk, marks }: TieredParts, sha256: string, day?: string) {
  if (await putObjectBack(bucket, sha256, day)) return true;
  if (!(await disk.putBack(sha256, day))) return false;
  await marks.mark(sha256);
  return true;
}

export interface TieredStore extends FileStore {
  /** Makes a local copy. Returns false if there is no room for one, or no such file in the bucket. */
  fetch: (sha256: string) => Promise<boolean>;
}

export function tieredStore(parts: TieredParts): TieredStore {
  const { disk, bucket } = parts;
  const { reader, filler, read, lend, whole, stream, check } = reading(parts);
  return {
    ...writing(parts),
    ...keeping(parts, reader),
    ...{ read, lend, whole, stream, check },
    fetch: filler.fetch,
    listRemoved: () => removedAnywhere(parts),
    putBack: (sha256, day) => putBackAnywhere(parts, sha256, day),
    sweepRemoved: async (ageMs) =>
      (await disk.sweepRemoved(ageMs)) + (await sweepRemovedObjects(bucket, ageMs)),
    listOlderThan: (ageMs) => filesOlderThan(bucket, ageMs),
    sweepUnfinished: async (ageMs) =>
      (await disk.sweepUnfinished(ageMs)) + (await bucket.abortUnfinished(ageMs)),
    freeBytes: disk.freeBytes,
    close: async () => {
      await filler.close();
      await disk.close();
      await bucket.close();
    },
  };
}
