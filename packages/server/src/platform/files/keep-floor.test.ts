import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDiskStore } from './disk-store.ts';
import { writeBytes, writeFrom } from './file-store.ts';
import { keepFloor } from './keep-floor.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'floor-'));
afterAll(() => rm(folder, { recursive: true }));

const mb = 1024 ** 2;
const floor = 100 * mb;

/** Creates a store on a simulated disk with this free space. Written bytes reduce it, discarded bytes are returned. */
async function diskWith(freeBytes: number) {
  const disk = { free: freeBytes, least: freeBytes };
  const store = await openDiskStore(folder);
  const take = (bytes: number): void => {
    disk.free -= bytes;
    disk.least = Math.min(disk.least, disk.free);
  };
  const counted = {
    ...store,
    freeBytes: () => Promise.resolve(disk.free),
    create: async () => {
      const writer = await store.create();
      let written = 0;
      return {
        ...writer,
        write: async (chunk: Uint8Array) => {
          take(chunk.byteLength);
          written += chunk.byteLength;
          await writer.write(chunk);
        },
        abort: async () => {
          disk.free += written;
          await writer.abort();
        },
      };
    },
  };
  return { disk, store: keepFloor(counted, floor) };
}

async function* pieces(totalBytes: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < totalBytes; at += mb / 4)
    yield await Promise.resolve(new Uint8Array(mb / 4).fill(at));
}
const unfinished = async (): Promise<string[]> => readdir(path.join(folder, 'unfinished'));

test('of many files written at once none brings the disk below its floor, and those that stop leave nothing', async () => {
  const { disk, store } = await diskWith(floor + 100 * mb);
  const written = await Promise.allSettled(
    Array.from({ length: 8 }, () => writeFrom(store, pieces(12 * mb))),
  );
  const refused = written.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'files/no-room' } });
  expect(disk.least).toBeGreaterThanOrEqual(floor);
  expect(await unfinished()).toEqual([]);
  await store.close();
});

test('a file that grows beyond the space at its beginning stops', async () => {
  const { disk, store } = await diskWith(floor + 70 * mb);
  await expect(writeFrom(store, pieces(40 * mb))).rejects.toMatchObject({ code: 'files/no-room' });
  expect(disk.least).toBeGreaterThanOrEqual(floor);
  expect(await unfinished()).toEqual([]);
  disk.free = floor + 200 * mb;
  expect((await writeBytes(store, Buffer.from('again'))).bytes).toBe(5);
  await store.close();
});
