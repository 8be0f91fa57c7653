/** Tests that what a restore replaces is set aside as a whole, and that the keys of the installation stay. */
import * as disk from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig, type Config } from '../platform/config/config.ts';
import { markFolder } from '../platform/files/folder-id.ts';
import { makeRoom } from './make-room.ts';

vi.mock('node:fs/promises', async (original) => {
  const whole = await original<typeof disk>();
  return { ...whole, rename: vi.fn(whole.rename) };
});

const { mkdir, mkdtemp, readdir, readFile, rm, writeFile } = disk;
const [own, other] = [crypto.randomUUID(), crypto.randomUUID()];

let config: Config;
const at = (...names: string[]) => path.join(config.DATA_DIR, ...names);
beforeEach(async () => {
  config = readConfig({ DATA_DIR: await mkdtemp(path.join(tmpdir(), 'room-')) });
  onTestFinished(() => rm(config.DATA_DIR, { recursive: true }));
  for (const name of ['files/ab', 'uploads']) await mkdir(at(name), { recursive: true });
  await markFolder(at('files'), own);
  for (const name of ['.installation-key', '.push-key', 'ab/one']) await writeFile(at('files', name), name);
  await writeFile(at('uploads/waiting'), 'zip');
});

test('the keys stay for a backup of the same installation, also after an interrupted restore', async () => {
  const aside = await makeRoom(config, true, own);
  expect((await readdir(path.join(aside ?? '', 'files'))).sort()).toEqual([
    ...['.installation-key', '.push-key', 'ab', 'installation.json'],
  ]);
  expect(await readdir(path.join(aside ?? '', 'uploads'))).toEqual(['waiting']);
  for (const name of ['.installation-key', '.push-key'])
    expect(await readFile(at('files', name), 'utf8')).toBe(name);
  await mkdir(at('files/cd'));
  await makeRoom(config, true, own);
  expect((await readdir(at('files'))).sort()).toEqual(['.installation-key', '.push-key']);
});

test('the keys of another installation do not stay', async () => {
  await makeRoom(config, true, other);
  await expect(readdir(at('files'))).rejects.toThrow('ENOENT');
});

test('if one folder cannot be moved, for example a disk of its own, everything is where it was', async () => {
  const { rename } = await vi.importActual<typeof disk>('node:fs/promises');
  vi.mocked(disk.rename).mockImplementation(async (from, to) => {
    if (String(from) === at('uploads')) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    await rename(from, to);
  });
  await expect(makeRoom(config, true, own)).rejects.toThrow('EBUSY');
  expect((await readdir(config.DATA_DIR)).sort()).toEqual(['files', 'postgres', 'uploads']);
  expect(await readdir(at('files'))).toContain('ab');
});
