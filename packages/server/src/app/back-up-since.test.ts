/** Backs up an installation a second time and tests that only new files are written, and that each backup is complete. */
import { createHash } from 'node:crypto';
import fs, { appendFile, cp, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storedFile, sumsName } from '../platform/backup/backup-manifest.ts';
import { folderReader } from '../platform/backup/folder-backup.ts';
import { verifyBackup } from '../platform/backup/verify-backup.ts';
import { readConfig, type Config } from '../platform/config/config.ts';
import { emptyTestDatabase } from '../platform/db/test-database.ts';
import { filePathIn } from '../platform/files/disk-place.ts';
import { writeFrom } from '../platform/files/file-store.ts';
import { openLog } from '../platform/log/log.ts';
import { databaseUrl } from '../testing/test-process.ts';
import { backUp, restore } from './back-up.ts';
import { filesFolder } from './installation-folders.ts';
import { openPlatform, type Platform } from './open-platform.ts';

const root = await mkdtemp(path.join(tmpdir(), 'backup-since-'));
afterAll(() => rm(root, { recursive: true }));
const log = openLog('silent');
const place = (name: string): string => path.join(root, name);
const shaOf = (words: string): string => createHash('sha256').update(words).digest('hex');
const [first, second, added] = ['the first report', 'the second report', 'added between both'];

async function configOf(folder: string): Promise<Config> {
  const { app, owner } = await emptyTestDatabase();
  return readConfig({
    DATA_DIR: place(folder),
    DATABASE_URL: databaseUrl(app),
    DATABASE_OWNER_URL: databaseUrl(owner),
  });
}

async function* text(words: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(words));
}

let platform: Platform;
let config: Config;

async function add(words: string): Promise<void> {
  const { sha256, bytes } = await writeFrom(platform.files, text(words));
  await platform.db.execute(sql`
    insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', ${bytes}, ${sha256} from cases`);
}

beforeAll(async () => {
  config = await configOf('source');
  platform = await openPlatform(config, { log, rows: 'everything' });
  await platform.db.execute(sql`insert into user_groups (type, name) values ('hospital', 'H')`);
  await platform.db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u', 'U', 'DOCTOR', id, '' from user_groups`);
  await platform.db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN000001', g.id, u.id, g.id from user_groups g, users u`);
  for (const words of [first, second]) await add(words);
  await backUp(config, place('first'), log);
  await add(added);
});
afterAll(() => platform.close());

const inodeOf = async (backup: string, words: string): Promise<number> =>
  (await stat(path.join(place(backup), storedFile(shaOf(words))))).ino;

const faultsOf = async (backup: string) => (await verifyBackup(folderReader(place(backup)))).faults;

/** Copies the first backup, whose files can be damaged then. */
async function copyOfFirst(name: string): Promise<string> {
  await cp(place('first'), place(name), { recursive: true });
  return place(name);
}

test('a second backup writes only new files, and is complete without the first', async () => {
  const earlier = await copyOfFirst('deleted');
  const manifest = await backUp(config, place('second'), log, { since: earlier });
  const bytes = Buffer.byteLength(first) + Buffer.byteLength(second);
  expect(manifest).toMatchObject({ files: 3, linked: { files: 2, bytes }, unreadable: [], rescued: [] });
  for (const words of [first, second]) {
    expect(await inodeOf('second', words)).toBe(await inodeOf('deleted', words));
  }
  const sums = await readFile(path.join(place('second'), sumsName), 'utf8');
  for (const words of [first, second, added]) expect(sums).toContain(storedFile(shaOf(words)));
  await rm(earlier, { recursive: true });
  expect(await faultsOf('second')).toEqual([]);
  const restored = await configOf('restored');
  await restore(restored, folderReader(place('second')), { replace: false, log });
  for (const words of [first, second, added]) {
    const stored = filePathIn(filesFolder(restored.DATA_DIR), shaOf(words));
    expect(await readFile(stored, 'utf8')).toBe(words);
  }
});

test('a changed byte in a linked file is found in both backups', async () => {
  const earlier = await copyOfFirst('changed');
  await backUp(config, place('shares'), log, { since: earlier });
  await writeFile(path.join(earlier, storedFile(shaOf(first))), first.replace('f', 'F'));
  const fault = { name: storedFile(shaOf(first)), fault: 'damaged' };
  expect([await faultsOf('changed'), await faultsOf('shares')]).toEqual([[fault], [fault]]);
});

test('a file of another length in the earlier backup is copied from the installation', async () => {
  const earlier = await copyOfFirst('longer');
  await appendFile(path.join(earlier, storedFile(shaOf(first))), '!');
  await unlink(path.join(earlier, storedFile(shaOf(second))));
  const manifest = await backUp(config, place('fresh'), log, { since: earlier });
  expect(manifest).toMatchObject({ files: 3, linked: { files: 0, bytes: 0 } });
  expect(await faultsOf('fresh')).toEqual([]);
});

test('what the installation has lost comes from the earlier backup and is named', async () => {
  const [lost, damaged] = [first, second].map((words) =>
    filePathIn(filesFolder(config.DATA_DIR), shaOf(words)),
  );
  await unlink(lost ?? '');
  await writeFile(damaged ?? '', 'shorter');
  const manifest = await backUp(config, place('rescues'), log, { since: place('first') });
  await writeFile(lost ?? '', first);
  await writeFile(damaged ?? '', second);
  expect(manifest).toMatchObject({ files: 3, unreadable: [] });
  expect(new Set(manifest.rescued)).toEqual(
    new Set([
      { sha256: shaOf(first), fault: 'missing' },
      { sha256: shaOf(second), fault: 'damaged' },
    ]),
  );
  expect(await faultsOf('rescues')).toEqual([]);
});

test('files are copied to another file system, where none can be linked', async () => {
  const { link } = fs;
  onTestFinished(() => {
    fs.link = link;
    syncBuiltinESMExports();
  });
  fs.link = () => Promise.reject(Object.assign(new Error('EXDEV: cross-device link'), { code: 'EXDEV' }));
  syncBuiltinESMExports();
  const manifest = await backUp(config, place('elsewhere'), log, { since: place('first') });
  expect(manifest).toMatchObject({ files: 3, linked: { files: 0, bytes: 0 } });
  expect(await inodeOf('elsewhere', first)).not.toBe(await inodeOf('first', first));
  expect(await faultsOf('elsewhere')).toEqual([]);
});

test('an unfinished or absent earlier backup is refused before a folder is made', async () => {
  const earlier = await copyOfFirst('unfinished');
  await unlink(path.join(earlier, sumsName));
  for (const since of [earlier, place('absent')]) {
    const made = backUp(config, place('never'), log, { since });
    await expect(made).rejects.toThrow(`${since} holds no finished backup`);
  }
  await expect(stat(place('never'))).rejects.toThrow('ENOENT');
});
