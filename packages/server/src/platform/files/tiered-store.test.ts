import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { openLog } from '../log/log.ts';
import { diskNode } from './disk-node.ts';
import { filePathIn } from './disk-place.ts';
import { moveOnce } from './file-mover.ts';
import { writeBytes, type FileStore } from './file-store.ts';
import { evictCopy, localCopies, trimCopies } from './local-copies.ts';
import { openParts, openStore } from './open-store.ts';
import { writeBucketPlace } from './bucket-place.ts';
import { fetchAll, leaveBucket, markUnmoved } from './move-store.ts';
import { openDiskStore } from './disk-store.ts';
import { startTestBucket } from './test-bucket.ts';
import { fileStoreLaws } from './test-file-store.ts';
import type { TieredParts } from './tiered-parts.ts';
import { tieredStore } from './tiered-store.ts';
import { waitingRows, waitingSums } from './waiting-rows.ts';

const root = await mkdtemp(path.join(tmpdir(), 'tiered-'));
const { db } = await testDatabase();
const log = openLog('silent');
const bucket = await startTestBucket();
afterAll(async () => {
  await bucket.close();
  await rm(root, { recursive: true });
});

const shared = { installation_id: randomUUID() };

const opened: FileStore[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
});

type Node = { store: FileStore; parts: TieredParts; move: () => Promise<number>; heard: string[] };
type NodeOptions = { readonly cacheBytes?: number; readonly waitMs?: number; readonly prefix?: string };

/** Opens a disk of its own before the bucket, as another server of the same installation has. */
async function openNode({
  cacheBytes = 1e9,
  waitMs = 0,
  prefix = 'stored/',
}: NodeOptions = {}): Promise<Node> {
  const folder = await mkdtemp(path.join(root, 'node-'));
  const heard: string[] = [];
  await mkdir(path.join(folder, 'unfinished'));
  await writeFile(path.join(folder, 'installation.json'), JSON.stringify(shared));
  const rows = waitingRows(db, await diskNode(folder));
  const place = { ...bucket.place, prefix, cache_bytes: cacheBytes };
  await writeBucketPlace(folder, place);
  const onDamage = (_sha256: string, code: string) => void heard.push(code);
  const parts = { ...(await openParts(folder, place, { rows, onDamage })), waitMs, youngMs: 0 };
  const store = tieredStore(parts);
  opened.push(store);
  const move = () => moveOnce({ log, store, parts: { ...parts, rows } });
  return { store, parts, move, heard };
}

const evictAll = async ({ parts }: Node): Promise<void> => {
  for await (const { sha256 } of localCopies(parts.folder)) await evictCopy(parts, sha256);
};
const waitingOn = async ({ parts }: Node) =>
  (await waitingSums(db)).filter(({ node }) => node === parts.rows?.node);
const fault = (code: string): unknown => expect.objectContaining({ code });
const some = { start: 0, length: 10 };
const break_ = (kind: Parameters<typeof bucket.setFault>[0]): void => {
  bucket.setFault(kind);
  onTestFinished(() => bucket.setFault(() => null));
};

/** Every file is moved and deleted from the disk as soon as it is written, so that every read asks the bucket. */
async function movedAtOnce(options: NodeOptions): Promise<FileStore> {
  const node = await openNode(options);
  let last: Promise<unknown> = Promise.resolve();
  const moveAway = async () => {
    await node.move();
    await evictAll(node);
  };
  return {
    ...node.store,
    create: async () => {
      const writer = await node.store.create();
      return {
        ...writer,
        commit: async () => {
          const stored = await writer.commit();
          last = last.then(moveAway);
          await last;
          return stored;
        },
      };
    },
  };
}

fileStoreLaws('files in a bucket, read in parts', () => movedAtOnce({ cacheBytes: 0, prefix: 'parts/' }));
fileStoreLaws('files in a bucket, copied when read', () => movedAtOnce({ prefix: 'copies/' }));

test('a file is read on its disk, moved, and read by another server from the bucket', async () => {
  const [one, other] = [await openNode(), await openNode()];
  const bytes = randomBytes(9 * 1024 ** 2 + 17);
  const { sha256 } = await writeBytes(one.store, bytes);
  expect(await waitingOn(one)).toMatchObject([{ files: 1, bytes: bytes.length, last_fault: '' }]);
  await expect(other.store.read(sha256, some)).rejects.toEqual(fault('files/elsewhere'));
  const inThread = tieredStore({ ...other.parts, rows: null });
  await expect(inThread.whole(sha256)).rejects.toEqual(fault('files/elsewhere'));
  expect(await other.store.prove(sha256)).toBe('elsewhere');
  expect(await other.store.size(sha256)).toBe(bytes.length);
  expect(await one.move()).toBe(0);
  expect(await waitingOn(one)).toEqual([]);
  const part = { start: 5_000_001, length: 300_000 };
  expect(await other.store.read(sha256, part)).toEqual(bytes.subarray(5_000_001, 5_300_001));
  await evictAll(one);
  expect(await one.store.whole(sha256)).toEqual(bytes);
  expect(await one.store.prove(sha256)).toBe('whole');
  expect([...one.heard, ...other.heard]).toEqual([]);
});

test('a reader waits for a file that another server is about to move', async () => {
  const [one, other] = [await openNode(), await openNode({ waitMs: 60_000 })];
  const bytes = randomBytes(5000);
  const { sha256 } = await writeBytes(one.store, bytes);
  const read = other.store.whole(sha256);
  await one.move();
  expect(await read).toEqual(bytes);
});

test('a thread writes without a database; its file is announced before it is named, and moved', async () => {
  const node = await openNode();
  const { store, parts, move } = node;
  const thread = await openStore(parts.folder);
  const { sha256 } = await writeBytes(thread, randomBytes(3000));
  await store.announce();
  expect(await waitingOn(node)).toMatchObject([{ files: 1, bytes: 3000 }]);
  await move();
  await evictCopy(parts, sha256);
  expect((await thread.whole(sha256)).length).toBe(3000);
  await thread.close();
  const without = tieredStore({ ...parts, rows: null });
  await expect(without.read('a'.repeat(64), some)).rejects.toEqual(fault('files/elsewhere'));
});

test.each(['error', 'denied', 'skewed', 'cut', 'no-bucket'] as const)(
  'while the bucket answers with “%s”, files are received, copies are read, and nothing is called missing',
  async (kind) => {
    const node = await openNode();
    const moved = (await writeBytes(node.store, randomBytes(70_000))).sha256;
    const copied = (await writeBytes(node.store, randomBytes(70_000))).sha256;
    await node.move();
    await evictCopy(node.parts, moved);
    break_(() => kind);
    const { sha256 } = await writeBytes(node.store, randomBytes(100));
    expect((await node.store.read(sha256, some)).length).toBe(10);
    expect((await node.store.read(copied, some)).length).toBe(10);
    await expect(node.store.read(moved, some)).rejects.toEqual(fault('files/away'));
    await expect(node.store.size(moved)).rejects.toEqual(fault('files/away'));
    await expect(node.store.prove(moved)).rejects.toEqual(fault('files/away'));
    await expect(node.move()).rejects.toEqual(fault('files/away'));
    expect(await node.parts.marks.has(sha256)).toBe(true);
    bucket.setFault(() => null);
    expect(await node.move()).toBe(0);
    expect((await node.store.read(moved, some)).length).toBe(10);
    expect(node.heard).toEqual([]);
  },
);

test('a file that the bucket stores with other bytes keeps its mark and is sent again', async () => {
  const node = await openNode();
  const bytes = randomBytes(9 * 1024 ** 2);
  const { sha256 } = await writeBytes(node.store, bytes);
  break_(({ key }) => (key.endsWith(sha256) ? 'stores-other-bytes' : null));
  expect(await node.move()).toBe(1);
  expect(await waitingOn(node)).toMatchObject([{ files: 1, last_fault: 'checksum' }]);
  bucket.setFault(() => null);
  expect(await node.move()).toBe(0);
  await evictCopy(node.parts, sha256);
  expect(await node.store.whole(sha256)).toEqual(bytes);
});

test('a file damaged in the bucket is found by any read, and replaced from a whole copy by verifying', async () => {
  const [one, other] = [await openNode(), await openNode({ cacheBytes: 0 })];
  const bytes = randomBytes(200_000);
  const { sha256 } = await writeBytes(one.store, bytes);
  await one.move();
  const key = one.parts.bucket.keys.file(sha256);
  const damaged = Buffer.from(bytes);
  damaged[150_000] = (damaged[150_000] ?? 0) ^ 4;
  bucket.objects.set(key, { body: damaged, changed_at: new Date() });
  await expect(other.store.read(sha256, { start: 140_000, length: 20_000 })).rejects.toEqual(
    fault('files/damaged'),
  );
  expect(other.heard).toEqual(['files/damaged']);
  expect(await other.store.prove(sha256)).toBe('damaged');
  expect(await one.store.prove(sha256)).toBe('whole');
  await one.move();
  expect(await other.store.prove(sha256)).toBe('whole');
});

test('a damaged local copy is replaced by the one in the bucket', async () => {
  const node = await openNode();
  const bytes = randomBytes(70_000);
  const { sha256 } = await writeBytes(node.store, bytes);
  await node.move();
  const damaged = Buffer.from(bytes);
  damaged[1] = (damaged[1] ?? 0) ^ 4;
  await writeFile(filePathIn(node.parts.folder, sha256), damaged);
  node.parts.disk.drop(sha256);
  expect(await node.store.read(sha256, some)).toEqual(bytes.subarray(0, 10));
  expect(await node.parts.disk.prove(sha256)).toBe('whole');
  expect(node.heard).toEqual([]);
});

test('local copies are deleted, those not read for the longest time first, and none that waits', async () => {
  const node = await openNode();
  const names: string[] = [];
  for (let at = 0; at < 4; at += 1) names.push((await writeBytes(node.store, randomBytes(1000))).sha256);
  await node.move();
  const waiting = (await writeBytes(node.store, randomBytes(1000))).sha256;
  const unknown = names[0] ?? '';
  bucket.objects.delete(node.parts.bucket.keys.file(unknown));
  await trimCopies(node.parts, node.parts.bucket, { cacheBytes: 0, freeBytes: 0 });
  const left = await Array.fromAsync(localCopies(node.parts.folder), ({ sha256 }) => sha256);
  expect(left.sort()).toEqual([waiting, unknown].sort());
  // The bucket did not have it, so that it waits now.
  expect((await node.parts.marks.names()).sort()).toEqual([waiting, unknown].sort());
});

test('a file that waits is not removed, nor one that the bucket has just got', async () => {
  const node = await openNode();
  const { sha256 } = await writeBytes(node.store, randomBytes(100));
  expect(await node.store.remove(sha256)).toBe(false);
  await node.move();
  const careful = tieredStore({ ...node.parts, youngMs: 60_000 });
  expect(await careful.remove(sha256)).toBe(false);
  expect(await node.store.remove(sha256)).toBe(true);
  expect(await node.store.putBack(sha256)).toBe(true);
  expect((await node.store.whole(sha256)).length).toBe(100);
});

test('a bucket of another installation gets no file', async () => {
  const node = await openNode({ prefix: 'others/' });
  const key = node.parts.bucket.keys.installation;
  const body = Buffer.from(JSON.stringify({ installation_id: randomUUID() }));
  bucket.objects.set(key, { body, changed_at: new Date() });
  await writeBytes(node.store, randomBytes(100));
  await expect(node.move()).rejects.toMatchObject({ word: 'bucket-of-another-installation' });
  expect([...bucket.objects.keys()].filter((one) => one.startsWith('others/'))).toEqual([key]);
});

test('parts that a killed sender left are discarded by age', async () => {
  const node = await openNode();
  bucket.uploads.set('left', { key: 'stored/aa/x', parts: new Map(), begun: new Date(Date.now() - 90_000) });
  expect(await node.store.sweepUnfinished(3_600_000)).toBe(0);
  expect(await node.store.sweepUnfinished(60_000)).toBe(1);
  expect(bucket.uploads.size).toBe(0);
});

test('an absent file is missing once neither disk, bucket nor list has it', async () => {
  const node = await openNode();
  await expect(node.store.read('b'.repeat(64), some)).rejects.toEqual(fault('files/missing'));
  expect(node.heard).toEqual(['files/missing']);
});

test('a store on a disk is moved to the bucket and back, verified, while it is read and written', async () => {
  const node = await openNode({ prefix: 'moved/', cacheBytes: 0 });
  const old = (await writeBytes(await openDiskStore(node.parts.folder), randomBytes(50_000))).sha256;
  expect(await node.parts.marks.names()).toEqual([]);
  expect(await markUnmoved(node.parts)).toBe(1);
  await node.move();
  expect(await markUnmoved(node.parts)).toBe(0);
  await trimCopies(node.parts, node.parts.bucket, { cacheBytes: 0, freeBytes: 0 });
  expect(await node.parts.disk.size(old)).toBeNull();
  expect(await node.store.prove(old)).toBe('whole');

  const damaged = (await writeBytes(node.store, randomBytes(50_000))).sha256;
  await node.move();
  await evictCopy(node.parts, damaged);
  const key = node.parts.bucket.keys.file(damaged);
  bucket.objects.set(key, { body: randomBytes(50_000), changed_at: new Date() });
  expect(await fetchAll(node.parts)).toMatchObject({ files: 1, faults: [{ sha256: damaged }] });
  await trimCopies(node.parts, node.parts.bucket, { cacheBytes: 0, freeBytes: 0 });
  const waiting = (await writeBytes(node.store, randomBytes(300))).sha256;
  await leaveBucket(node.parts);
  const disk = await openStore(node.parts.folder);
  expect(await Promise.all([old, waiting].map((name) => disk.prove(name)))).toEqual(['whole', 'whole']);
  expect(await waitingOn(node)).toEqual([]);
  await disk.close();
});
