import { randomUUID } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { locatePackage, makeLibraryLinks } from './binaries.ts';
import { makeLayout, makeSocketFolder, socketFolderFor } from './cluster.ts';
import { DirectoryInUse, lockDirectory, type DirectoryLock } from './directory-lock.ts';
import { startEmbedded } from './embedded.ts';
import { commandLine, processMark } from './process-mark.ts';
import { ask, rootFolder, keptLog } from './test-supervisor.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
afterAll(() => rm(folder, { recursive: true }));

test('library links are made where missing or wrong, by many at once, and then not changed', async () => {
  const lib = path.join(folder, 'package', 'native', 'lib');
  await mkdir(lib, { recursive: true });
  const links = ['libpq.so.5', 'libpq.so'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(path.join(folder, 'package', 'native', 'pg-symlinks.json'), JSON.stringify(links));
  await writeFile(path.join(lib, 'libpq.so.5.18'), 'library');
  await symlink('gone.so', path.join(lib, 'libpq.so'));
  await Promise.all([1, 2, 3].map(() => makeLibraryLinks(path.join(folder, 'package'))));
  expect(await readlink(path.join(lib, 'libpq.so'))).toBe('libpq.so.5.18');
  expect(await readFile(path.join(lib, 'libpq.so.5'), 'utf8')).toBe('library');
  expect(await makeLibraryLinks(path.join(folder, 'package'))).toBe(0);
  expect((await readdir(lib)).sort()).toEqual(['libpq.so', 'libpq.so.5', 'libpq.so.5.18']);
});

test('a missing package is reported with what to do', () => {
  expect(() => locatePackage('sunos-sparc')).toThrow(/no embedded PostgreSQL for sunos-sparc.*DATABASE_URL/);
});

test('a data directory with a very long path gets its socket in another private folder, and works', async () => {
  const root = await rootFolder(0o700);
  const long = path.join(root, 'a-rather-long-name-of-a-folder'.repeat(5));
  const database = await startEmbedded({ dataDir: long, log: keptLog() });
  const { app } = database.connections;
  expect(Buffer.byteLength(`${app.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
  expect(app.host.startsWith(long)).toBe(false);
  expect(await ask(app, 'select 1')).toBe(1);
  await database.stop();
  await expect(readdir(app.host)).rejects.toThrow(/ENOENT/);
});

test('a socket path is counted in bytes, and one that is too long everywhere is refused', async () => {
  const layout = await makeLayout(path.join(folder, '한'.repeat(30)));
  expect(socketFolderFor(layout, '/tmp').startsWith('/tmp/rhythmdesk-')).toBe(true);
  expect(socketFolderFor(layout, `/${'x'.repeat(120)}`).startsWith('/tmp/rhythmdesk-')).toBe(true);
});

test('a socket folder that is a link or a file is refused', async () => {
  const layout = await makeLayout(path.join(folder, 'layout'));
  const link = path.join(folder, 'link');
  await symlink(tmpdir(), link);
  await expect(makeSocketFolder(layout, link, { kind: 'direct' })).rejects.toThrow(
    /belongs to somebody else/,
  );
  await writeFile(path.join(folder, 'file'), '');
  await expect(makeSocketFolder(layout, path.join(folder, 'file'), { kind: 'direct' })).rejects.toThrow(
    /somebody else/,
  );
});

test('the remains of an interrupted first start are replaced', async () => {
  const dataDir = await rootFolder(0o700);
  const half = path.join(dataDir, 'postgres', 'data.new', 'base');
  await mkdir(half, { recursive: true });
  await writeFile(path.join(dataDir, 'postgres', 'initdb.password'), 'old');
  const database = await startEmbedded({ dataDir, log: keptLog() });
  expect(await ask(database.connections.app, 'select 1')).toBe(1);
  await database.stop();
  expect((await readdir(path.join(dataDir, 'postgres'))).sort()).toEqual(
    ['data', 'log', 'secrets.json', 'socket', 'start.log'].sort(),
  );
});

test('a folder called data without a database is never overwritten', async () => {
  const dataDir = await rootFolder(0o700);
  await mkdir(path.join(dataDir, 'postgres', 'data', 'precious'), { recursive: true });
  await expect(startEmbedded({ dataDir, log: keptLog() })).rejects.toThrow(/is not a readable database/);
  expect(await readdir(path.join(dataDir, 'postgres', 'data'))).toEqual(['precious']);
});

async function raceFor(place: string): Promise<DirectoryLock[]> {
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(place)));
  return taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

test('one of many takes the lock of a dead owner, again and again', async () => {
  const place = await mkdtemp(path.join(folder, 'lock-'));
  const dead = { pid: process.pid, mark: 'another boot:1', host: hostname() };
  for (let round = 0; round < 5; round += 1) {
    const claim = path.join(place, `owner-${randomUUID()}.lock`);
    await writeFile(claim, JSON.stringify(dead));
    const winners = await raceFor(place);
    expect(winners).toHaveLength(1);
    await expect(lockDirectory(place)).rejects.toThrow(DirectoryInUse);
    await winners[0]?.release();
    expect(await readdir(place)).toEqual([]);
  }
});

test('an owner on another machine counts as alive while it touches its file', async () => {
  const place = await mkdtemp(path.join(folder, 'foreign-'));
  const claim = path.join(place, `owner-${randomUUID()}.lock`);
  await writeFile(claim, JSON.stringify({ pid: process.pid, mark: 'another boot:1', host: 'elsewhere' }));
  await writeFile(claim.replace(/lock$/, 'held'), '');
  await expect(lockDirectory(place)).rejects.toThrow(/on elsewhere/);
  const old = new Date(Date.now() - 60_000);
  await utimes(claim, old, old);
  await (await lockDirectory(place)).release();
});

test('a mark belongs to one process', async () => {
  const [own, first] = [await processMark(process.pid), await processMark(process.ppid)];
  expect(own).not.toBeNull();
  expect(own).not.toBe(first);
  expect(await processMark(process.pid)).toBe(own);
  expect(await processMark(4_194_303)).toBeNull();
  expect(await commandLine(process.pid)).toContain('node');
});
