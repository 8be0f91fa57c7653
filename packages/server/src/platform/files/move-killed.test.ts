/**
 * Kills a move of the store to the bucket and back at every step. Afterwards every file is readable, and the move is
 * finished by starting it again.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { openLog } from '../log/log.ts';
import { writeBucketPlace } from './bucket-place.ts';
import { diskNode } from './disk-node.ts';
import { openDiskStore } from './disk-store.ts';
import { moveOnce } from './file-mover.ts';
import { writeBytes } from './file-store.ts';
import { evictCopy, trimCopies } from './local-copies.ts';
import { fetchAll, leaveBucket, markUnmoved } from './move-store.ts';
import { openParts, openStore } from './open-store.ts';
import { startTestBucket } from './test-bucket.ts';
import { tieredStore } from './tiered-store.ts';
import { waitingRows, waitingSums } from './waiting-rows.ts';

const root = await mkdtemp(path.join(tmpdir(), 'move-killed-'));
const { db } = await testDatabase();
const log = openLog('silent');
const bucket = await startTestBucket();
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  await bucket.close();
  await rm(root, { recursive: true });
});

class Killed extends Error {}

/** Counts the steps of one process; at the chosen one it dies, and nothing that it tries later takes place. */
function mortal(dieAt: number) {
  const state = { step: 0 };
  const live = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name): unknown => {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        return (...given: unknown[]): unknown => {
          state.step += 1;
          if (state.step >= dieAt) throw new Killed();
          return Reflect.apply(found, target, given);
        };
      },
    });
  return { live };
}
const immortal = mortal(Number.POSITIVE_INFINITY);

type Folder = { readonly folder: string; readonly prefix: string };
const placeOf = ({ prefix }: Folder) => ({ ...bucket.place, prefix });

/** Opens the parts of a process that dies; a second one opens the same folder after it. */
async function openProcess(where: Folder, { live }: ReturnType<typeof mortal>) {
  await writeBucketPlace(where.folder, placeOf(where));
  const rows = live(waitingRows(db, await diskNode(where.folder)));
  const parts = await openParts(where.folder, placeOf(where), { rows });
  const { disk, bucket: objects, marks } = parts;
  closers.push(disk.close, objects.close);
  return {
    ...parts,
    rows,
    disk: live(disk),
    bucket: live(objects),
    marks: live(marks),
    waitMs: 0,
    youngMs: 0,
  };
}
type Process = Awaited<ReturnType<typeof openProcess>>;

const lengths = [0, 70_000];

/** Makes a store on a disk with files, and its folder. */
async function newFolder(): Promise<Folder & { readonly files: ReadonlyMap<string, Buffer> }> {
  const folder = await mkdtemp(path.join(root, 'node-'));
  await mkdir(path.join(folder, 'unfinished'));
  await writeFile(path.join(folder, 'installation.json'), JSON.stringify({ installation_id: randomUUID() }));
  const disk = await openDiskStore(folder);
  const files = new Map<string, Buffer>();
  for (const length of lengths) {
    const bytes = randomBytes(length);
    await writeBytes(disk, bytes);
    files.set(createHash('sha256').update(bytes).digest('hex'), bytes);
  }
  await disk.close();
  return { folder, prefix: `${randomUUID()}/`, files };
}

/** Does what a server does by itself: moves what waits, and deletes copies. */
async function goOn(parts: Process): Promise<void> {
  await moveOnce({ log, store: tieredStore(parts), parts });
  await trimCopies(parts, parts.bucket, { cacheBytes: 0, freeBytes: 0 });
}

async function toBucket(parts: Process): Promise<void> {
  await markUnmoved(parts);
  await goOn(parts);
}

async function toDisk(parts: Process): Promise<void> {
  const { faults } = await fetchAll(parts);
  expect(faults).toEqual([]);
  await leaveBucket(parts);
}

const moves = { bucket: toBucket, disk: toDisk };

/** Returns whether the process died before it had finished. */
async function died(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (fault) {
    if (fault instanceof Killed) return true;
    throw fault;
  }
}

test.each(['bucket', 'disk'] as const)(
  'a move to the %s, killed before any step, loses nothing and is finished later',
  async (to) => {
    for (let step = 1, isDead = true; isDead; step += 1) {
      const where = await newFolder();
      if (to === 'disk') await toBucket(await openProcess(where, immortal));
      isDead = await died(moves[to](await openProcess(where, mortal(step))));
      const next = await openProcess(where, immortal);
      await goOn(next);
      const serving = await openStore(where.folder);
      for (const [sha256, bytes] of where.files) expect(await serving.whole(sha256)).toEqual(bytes);
      await serving.close();
      await moves[to](next);
      if (to === 'bucket') for (const sha256 of where.files.keys()) await evictCopy(next, sha256);
      const moved = await openStore(where.folder);
      for (const sha256 of where.files.keys()) expect(await moved.prove(sha256)).toBe('whole');
      await moved.close();
      const waiting = await waitingSums(db);
      expect(waiting.filter(({ node }) => node === next.rows.node)).toEqual([]);
    }
  },
);
