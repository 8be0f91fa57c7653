/** Makes backups in a bucket and tests that they share files, continue after an interruption, and are removed alone. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifyBackup } from '../platform/backup/verify-backup.ts';
import { readConfig, type Config } from '../platform/config/config.ts';
import { sessionLocks } from '../platform/db/session-locks.ts';
import { emptyTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { filePathIn } from '../platform/files/disk-place.ts';
import { writeFrom } from '../platform/files/file-store.ts';
import { startTestBucket } from '../platform/files/test-bucket.ts';
import { openLog } from '../platform/log/log.ts';
import { databaseUrl } from '../testing/test-process.ts';
import { backUp, openBackup, removeOldBackups, restore } from './back-up.ts';
import { backupsAt, withBackups } from './bucket-backups.ts';
import { filesFolder } from './installation-folders.ts';
import { openPlatform, type Platform } from './open-platform.ts';

const root = await mkdtemp(path.join(tmpdir(), 'backup-bucket-'));
afterAll(() => rm(root, { recursive: true }));
const bucket = await startTestBucket();
afterAll(() => bucket.close());
const log = openLog('silent');
const shaOf = (words: string): string => createHash('sha256').update(words).digest('hex');
const [first, second] = ['the first report', 'the second report'];

function configOf({ app, owner }: TestDatabase, folder: string): Config {
  return readConfig({
    DATA_DIR: path.join(root, folder),
    DATABASE_URL: databaseUrl(app),
    DATABASE_OWNER_URL: databaseUrl(owner),
    BACKUP_ENDPOINT: bucket.place.endpoint ?? '',
  });
}

const emptyConfig = async (folder: string): Promise<Config> => configOf(await emptyTestDatabase(), folder);

async function* text(words: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(words));
}

let platform: Platform;
let database: TestDatabase;
let config: Config;

async function add(words: string): Promise<void> {
  const { sha256, bytes } = await writeFrom(platform.files, text(words));
  await platform.db.execute(sql`
    insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', ${bytes}, ${sha256} from cases`);
}

beforeAll(async () => {
  database = await emptyTestDatabase();
  config = configOf(database, 'source');
  platform = await openPlatform(config, { log, rows: 'everything' });
  await platform.db.execute(sql`insert into user_groups (type, name) values ('hospital', 'H')`);
  await platform.db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u', 'U', 'DOCTOR', id, '' from user_groups`);
  await platform.db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN000001', g.id, u.id, g.id from user_groups g, users u`);
  for (const words of [first, second]) await add(words);
});
afterAll(() => platform.close());

function isThrown(work: () => void): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

const url = (prefix: string): string => `s3://${bucket.place.bucket}/${prefix}`;
const keyOf = (prefix: string, words: string): string =>
  `${prefix}/files/${shaOf(words).slice(0, 2)}/${shaOf(words)}`;
const has = (prefix: string, words: string): boolean => bucket.objects.has(keyOf(prefix, words));
const storedPlace = (of: Config, words: string): string => filePathIn(filesFolder(of.DATA_DIR), shaOf(words));

async function listed(prefix: string) {
  return (await backupsAt(config, url(prefix)).list()).map(({ name, isFinished }) => ({ name, isFinished }));
}

async function verdict(prefix: string, name?: string) {
  return (await verifyBackup(await openBackup(config, url(prefix), name))).faults;
}

async function restoreAt(prefix: string, folder: string, name?: string): Promise<Config> {
  const target = await emptyConfig(folder);
  await restore(target, await openBackup(target, url(prefix), name), { replace: false, log });
  return target;
}

test('a second backup sends only new files, and each is restored alone', async () => {
  await backUp(config, url('shared'), log);
  const sentAt = bucket.objects.get(keyOf('shared', first));
  await add('added between both');
  const manifest = await backUp(config, url('shared'), log);
  const bytes = Buffer.byteLength(first) + Buffer.byteLength(second);
  expect(manifest).toMatchObject({ files: 3, linked: { files: 2, bytes }, unreadable: [], rescued: [] });
  expect(bucket.objects.get(keyOf('shared', first))).toBe(sentAt);
  const [newest, oldest] = await listed('shared');
  expect(await verdict('shared')).toEqual([]);
  expect(await verdict('shared', oldest?.name)).toEqual([]);
  const restored = await restoreAt('shared', 'newest');
  expect(await readFile(storedPlace(restored, 'added between both'), 'utf8')).toBe('added between both');
  const earlier = await restoreAt('shared', 'oldest', oldest?.name);
  expect(await readFile(storedPlace(earlier, second), 'utf8')).toBe(second);
  await expect(readFile(storedPlace(earlier, 'added between both'))).rejects.toThrow('ENOENT');
  const again = await openPlatform(restored, { log, rows: 'everything' });
  expect((await again.db.execute(sql`select name from users`)).rows).toEqual([{ name: 'U' }]);
  await again.close();
  expect(newest?.isFinished).toBe(true);
});

test('old backups are removed without the files that newer ones share', async () => {
  await backUp(config, url('old'), log);
  await add('named by the last backup only');
  await backUp(config, url('old'), log);
  const stray = keyOf('old', 'named by no backup');
  bucket.objects.set(stray, { body: Buffer.from('named by no backup'), changed_at: new Date() });
  const [newest, oldest] = await listed('old');
  const done = await removeOldBackups(config, url('old'), 1, log);
  expect(done).toEqual({ kept: [newest?.name], removed: [oldest?.name], files: 1 });
  expect(bucket.objects.has(stray)).toBe(false);
  expect(await listed('old')).toEqual([{ name: newest?.name, isFinished: true }]);
  expect(await verdict('old')).toEqual([]);
  await expect(verdict('old', oldest?.name)).rejects.toThrow('no finished backup');
});

/** Returns the paths of the files that this process has open. */
async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  return Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
}

test('an interrupted backup is none, and the next one continues it', async () => {
  bucket.setFault(({ method, key }) => (method === 'PUT' && key === keyOf('cut', second) ? 'error' : null));
  onTestFinished(() => bucket.setFault(() => null));
  await expect(backUp(config, url('cut'), log)).rejects.toThrow('does not answer as it should');
  bucket.setFault(() => null);
  expect((await openFiles()).filter((file) => file.includes('.unfinished'))).toEqual([]);
  expect(await listed('cut')).toMatchObject([{ isFinished: false }]);
  const [cut] = await listed('cut');
  await expect(openBackup(config, url('cut'))).rejects.toThrow('no finished backup');
  await expect(restoreAt('cut', 'never', cut?.name)).rejects.toThrow('no finished backup');
  await expect(removeOldBackups(config, url('cut'), 1, log)).rejects.toThrow('no finished backup');
  expect(has('cut', first)).toBe(true);
  const { linked } = await backUp(config, url('cut'), log);
  expect(linked.files).toBeGreaterThan(0);
  expect(await removeOldBackups(config, url('cut'), 5, log)).toMatchObject({
    removed: [cut?.name],
    files: 0,
  });
  expect(await verdict('cut')).toEqual([]);
});

test('a damaged file is never sent, and one that the installation lost comes from an earlier backup', async () => {
  const place = storedPlace(config, first);
  await writeFile(place, first.replace('f', 'F'));
  const fault = { sha256: shaOf(first), fault: 'damaged' };
  expect(await backUp(config, url('damage'), log)).toMatchObject({ unreadable: [fault], rescued: [] });
  expect(has('damage', first)).toBe(false);
  await writeFile(place, first);
  await backUp(config, url('damage'), log);
  await unlink(place);
  const missing = { sha256: shaOf(first), fault: 'missing' };
  expect(await backUp(config, url('damage'), log)).toMatchObject({ unreadable: [], rescued: [missing] });
  await writeFile(place, first);
  expect(await verdict('damage')).toEqual([]);
});

test('a changed or lost object is found by the verification, and its bytes are never restored under its name', async () => {
  await backUp(config, url('changed'), log);
  const key = keyOf('changed', first);
  bucket.objects.set(key, { body: Buffer.from(first.replace('f', 'F')), changed_at: new Date() });
  expect(await verdict('changed')).toEqual([{ name: key.slice('changed/'.length), fault: 'damaged' }]);
  await expect(restoreAt('changed', 'half')).rejects.toThrow('is damaged');
  await expect(readFile(storedPlace(await emptyConfig('half'), first))).rejects.toThrow('ENOENT');
  bucket.objects.delete(key);
  await expect(restoreAt('changed', 'untouched')).rejects.toThrow('not intact');
  await expect(readdir(path.join(root, 'untouched'))).rejects.toThrow('ENOENT');
});

test('a bucket serves one installation and one command at a time', async () => {
  await backUp(config, url('owned'), log);
  const other = await emptyConfig('other');
  await (await openPlatform(other, { log, rows: 'everything' })).close();
  await expect(backUp(other, url('owned'), log)).rejects.toThrow('of another installation');
  const locks = sessionLocks(database.owner, () => undefined);
  onTestFinished(() => locks.close());
  expect(await locks.take(`backups in ${url('owned')}/`, () => undefined)).not.toBe(null);
  await expect(backUp(config, url('owned'), log)).rejects.toThrow('Another command');
  await expect(removeOldBackups(config, url('owned'), 1, log)).rejects.toThrow('Another command');
});

test('a command that has lost its lock completes no backup', async () => {
  const client = new Client(database.owner);
  await client.connect();
  onTestFinished(() => client.end());
  await withBackups(config, url('lost'), database.owner, async (backups, requireLock) => {
    const writer = await backups.writer('2026-11-28', requireLock);
    expect(requireLock).not.toThrow();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'rhythmdesk locks' and usename = current_user and datname = current_database()`);
    await expect.poll(() => isThrown(requireLock)).toBe(true);
    await expect(writer.finish(path.join(writer.lists, 'sums'))).rejects.toThrow('Repeat the command');
    await writer.close();
  });
  expect(await listed('lost')).toEqual([]);
});

test('what does not fit a bucket is refused in words', async () => {
  await expect(backUp(config, url('since'), log, { since: root })).rejects.toThrow('leave out --since');
  await expect(backUp(config, 's3:///prefix', log)).rejects.toThrow('is not s3://bucket/prefix');
  const nowhere = { ...config, DATA_DIR: path.join(root, 'nowhere') };
  await expect(backUp(nowhere, url('nowhere'), log)).rejects.toThrow('holds no installation');
});
