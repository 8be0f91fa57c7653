/** Tests the folders of the disk store: writers that create one at once share it, and a missing disk gets none. */
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolderInStore, unfinishedIn } from './disk-place.ts';

const root = await mkdtemp(path.join(tmpdir(), 'disk-place-'));
afterAll(() => rm(root, { recursive: true }));

async function newStore(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(path.join(folder, unfinishedIn), { recursive: true });
  return folder;
}

test('of writers that create a folder at once nobody replaces that of another', async () => {
  const folder = await newStore('shared');
  for (let part = 0; part < 1000; part += 1) {
    const place = path.join(folder, String(part));
    const makeOne = async (): Promise<number> => {
      await makeFolderInStore(folder, String(part));
      return (await stat(place)).ino;
    };
    const seen = await Promise.all(Array.from({ length: 8 }, makeOne));
    expect(new Set(seen).size).toBe(1);
  }
  expect(await readdir(path.join(folder, unfinishedIn))).toEqual([]);
});

test('nothing is created in the place of a disk that is gone', async () => {
  const folder = await newStore('gone');
  await rename(folder, `${folder}-away`);
  await mkdir(folder);
  await expect(makeFolderInStore(folder, 'a', 'b')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual([]);
});
