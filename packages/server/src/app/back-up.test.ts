/** Backs up a running installation and tests that a restore elsewhere contains everything. */
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderReader, folderWriter } from '../platform/backup/folder-backup.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import {
  jobsName,
  storedFile,
  sumsName,
  tableFile,
  uploadFile,
  type Manifest,
} from '../platform/backup/backup-manifest.ts';
import { isEmptyDatabase, refuseNewer, restoreBackup } from '../platform/backup/restore-backup.ts';
import { readManifest, verifyBackup } from '../platform/backup/verify-backup.ts';
import { readConfig, type Config } from '../platform/config/config.ts';
import { makeTables, readMigrations } from '../platform/db/migrate.ts';
import { emptyTestDatabase, testDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { folderId } from '../platform/files/folder-id.ts';
import { filePathIn } from '../platform/files/disk-place.ts';
import { writeFrom } from '../platform/files/file-store.ts';
import { openLog } from '../platform/log/log.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { transact } from '../platform/db/transact.ts';
import { appendHistory } from '../records/cases/case-history.ts';
import { backUp, restore } from './back-up.ts';
import { filesFolder, uploadsFolder } from './installation-folders.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { databaseUrl } from '../testing/test-process.ts';

const root = await mkdtemp(path.join(tmpdir(), 'backup-'));
afterAll(() => rm(root, { recursive: true }));
const log = openLog('silent');
const place = (name: string): string => path.join(root, name);

function configOf({ app, owner }: TestDatabase, folder: string): Config {
  return readConfig({
    DATA_DIR: place(folder),
    DATABASE_URL: databaseUrl(app),
    DATABASE_OWNER_URL: databaseUrl(owner),
  });
}

async function backUpTarget(folder: string): Promise<Config> {
  await mkdir(filesFolder(place(folder)), { recursive: true });
  await writeFile(path.join(filesFolder(place(folder)), 'mine'), 'mine');
  return configOf(await emptyTestDatabase(), folder);
}

async function* text(words: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(words));
}

let platform: Platform;
let config: Config;
const upload = 'a'.repeat(32);
const [stored, aside] = ['the report', 'set aside after the snapshot'];
const shaOf = (words: string): string => createHash('sha256').update(words).digest('hex');

/** Fills the installation with a case with two files, a history, a waiting upload, a job and a session. */
async function fill({ db, files, config: { DATA_DIR } }: Platform): Promise<void> {
  for (const words of [stored, aside]) await writeFrom(files, text(words));
  await db.execute(sql`insert into user_groups (type, name) values ('hospital', '김 병원')`);
  await db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u', 'O''Brien	\\N', 'DOCTOR', id, '' from user_groups`);
  await db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN000001', g.id, u.id, g.id from user_groups g, users u`);
  await db.execute(sql`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', 9, name from cases,
      unnest(string_to_array(${`${shaOf(stored)},${shaOf(aside)}`}, ',')) name`);
  const step = { case_id: 1, version: 1, action: 'create', from_status: null, status: 'ready' as const };
  const author = { user_id: 1, role_key: 'DOCTOR', user_group_id: 1, description: '', request_id: 'r' };
  await transact(db, (tx) => appendHistory(tx, { ...step, ...author, created_ms: 0, file_sha256: null }));
  await db.execute(sql`insert into sessions (token_hash, user_id, expires_at)
    select '\\x02', id, now() + interval '1 hour' from users`);
  await db.execute(sql`insert into uploads (upload_id, user_id, user_group_id, hospital_id, filename, hn_id, size_bytes,
      capability_hash, capability_expires_at)
    select ${upload}, u.id, g.id, g.id, 'f.zip', 'HN000002', 9, '\\x03', now() + interval '1 day'
    from user_groups g, users u`);
  await writeFile(path.join(uploadsFolder(DATA_DIR), upload), 'half a zi');
  await transact(db, (tx) => enqueue(tx, 'carry-hospital-name', { hospital_id: 1 }, { key: '1' }));
}

beforeAll(async () => {
  const database = await emptyTestDatabase();
  config = configOf(database, 'source');
  platform = await openPlatform(config, { log, rows: 'everything' });
  await mkdir(uploadsFolder(config.DATA_DIR), { recursive: true });
  await fill(platform);
});
afterAll(() => platform.close());

const digest = sql`select (select md5(string_agg(t::text, '|' order by t::text)) from users t) as users,
  (select md5(string_agg(t::text, '|' order by t::text)) from cases t) as cases,
  (select md5(string_agg(t::text, '|' order by t::text)) from case_files t) as files,
  (select md5(string_agg(t::text, '|' order by t::text)) from case_history t) as history,
  (select md5(string_agg(t::text, '|' order by t::text)) from case_history_heads t) as heads,
  (select md5(string_agg(t::text, '|' order by t::text)) from uploads t) as uploads,
  (select md5(string_agg(t::text, '|' order by t::text)) from installation t) as installation`;

test('a restore into an empty folder contains everything of the snapshot, byte for byte', async () => {
  const { tables } = await backUp(config, place('whole'), log);
  expect(tables.find(({ name }) => name === 'scope_keys')?.rows).toBe(0);
  expect((await verifyBackup(folderReader(place('whole')))).faults).toEqual([]);
  const target = await emptyTestDatabase();
  const restored = configOf(target, 'restored');
  const { has_key } = await restore(restored, folderReader(place('whole')), { replace: false, log });
  expect(has_key).toBe(false);
  const again = await openPlatform(restored, { log, rows: 'everything' });
  try {
    expect((await again.db.execute(digest)).rows).toEqual((await platform.db.execute(digest)).rows);
    for (const words of [stored, aside]) {
      const bytes = await again.files.read(shaOf(words), { start: 0, length: words.length });
      expect(bytes.toString()).toBe(words);
    }
    expect(await readFile(path.join(uploadsFolder(restored.DATA_DIR), upload), 'utf8')).toBe('half a zi');
    expect(await folderId(filesFolder(restored.DATA_DIR))).toBe(await folderId(filesFolder(config.DATA_DIR)));
    expect((await again.db.execute(sql`select count(*)::int as n from sessions`)).rows).toEqual([{ n: 0 }]);
    const jobs = sql`select task_identifier, key from graphile_worker.jobs where task_identifier = 'carry-hospital-name'`;
    expect((await again.db.execute(jobs)).rows).toEqual((await platform.db.execute(jobs)).rows);
    // New rows get new ids, and append-only tables are still append-only.
    await again.db.execute(sql`insert into user_groups (type, name) values ('hospital', 'New')`);
    await expect(again.db.execute(sql`delete from case_history`)).rejects.toThrow();
  } finally {
    await again.close();
  }
});

/**
 * Keeps the backup waiting at the first table until `change` is done: its snapshot is taken, but nothing is copied yet.
 */
async function backUpWhile(folder: string, change: (client: Client) => Promise<void>): Promise<Manifest> {
  const client = new Client({ connectionString: config.DATABASE_OWNER_URL });
  await client.connect();
  try {
    await client.query('begin; lock table agreements in access exclusive mode');
    const made = backUp(config, place(folder), log);
    const waits = `select 1 from pg_locks where relation = 'agreements'::regclass and not granted`;
    await expect.poll(async () => (await client.query(waits)).rows.length).toBe(1);
    await change(client);
    await client.query('commit');
    return await made;
  } finally {
    await client.end();
  }
}

test('files that a sweep removes and uploads whose check ends after the snapshot are in the backup', async () => {
  const zip = path.join(uploadsFolder(config.DATA_DIR), upload);
  const manifest = await backUpWhile('moving', async (client) => {
    await platform.files.remove(shaOf(aside));
    await unlink(zip);
    await client.query(`update uploads set state = 'done'`);
  });
  await platform.files.putBack(shaOf(aside));
  await writeFile(zip, 'half a zi');
  await platform.db.execute(sql`update uploads set state = 'receiving'`);
  expect(manifest).toMatchObject({ files: 2, unreadable: [], uploads: [upload] });
  expect((await verifyBackup(folderReader(place('moving')))).faults).toEqual([]);
  expect(await readFile(path.join(place('moving'), uploadFile(upload)), 'utf8')).toBe('half a zi');
  const left = await readdir(uploadsFolder(config.DATA_DIR));
  expect(left.filter((name) => name.startsWith('.held'))).toEqual([]);
});

test('files that the installation lacks or has damaged are named, and the rest is copied', async () => {
  await writeFile(filePathIn(filesFolder(config.DATA_DIR), shaOf(stored)), 'the rePort');
  const manifest = await backUp(config, place('damaged-source'), log);
  await writeFile(filePathIn(filesFolder(config.DATA_DIR), shaOf(stored)), stored);
  expect(manifest).toMatchObject({ files: 1, unreadable: [{ sha256: shaOf(stored), fault: 'damaged' }] });
  expect((await verifyBackup(folderReader(place('damaged-source')))).faults).toEqual([]);
});

test('a flipped byte, a missing file or a cut list damages a backup, and none of these is restored', async () => {
  const copy = async (name: string): Promise<string> => {
    await cp(place('whole'), place(name), { recursive: true });
    return place(name);
  };
  const flipped = await copy('flipped');
  await appendFile(path.join(flipped, tableFile('cases')), '!');
  const missing = await copy('missing');
  await unlink(path.join(missing, storedFile(shaOf(stored))));
  const cut = await copy('cut');
  const sums = await readFile(path.join(cut, sumsName), 'utf8');
  await writeFile(path.join(cut, sumsName), sums.replace(/^.*files\/.*\n/m, ''));
  const names = async (folder: string) =>
    (await verifyBackup(folderReader(folder))).faults.map(({ name }) => name);
  expect(await names(flipped)).toEqual([tableFile('cases')]);
  expect(await names(missing)).toEqual([storedFile(shaOf(stored))]);
  expect(await names(cut)).toEqual([expect.stringContaining(sumsName)]);
  const target = configOf(await emptyTestDatabase(), 'never');
  for (const folder of [flipped, missing, cut]) {
    await expect(restore(target, folderReader(folder), { replace: true, log })).rejects.toThrow('not intact');
  }
  await expect(readdir(target.DATA_DIR)).rejects.toThrow('ENOENT');
});

test('an unfinished backup is recognised, and a folder with content is not written to', async () => {
  await unlink(path.join(place('flipped'), sumsName));
  await expect(verifyBackup(folderReader(place('flipped')))).rejects.toThrow('no finished backup');
  await expect(backUp(config, place('flipped'), log)).rejects.toThrow('not empty');
});

test('a target with content is refused; folders are moved away on request', async () => {
  const own = await backUpTarget('taken');
  await expect(restore(config, folderReader(place('whole')), { replace: true, log })).rejects.toThrow(
    'database is not empty',
  );
  await expect(restore(own, folderReader(place('whole')), { replace: false, log })).rejects.toThrow(
    'already contains files',
  );
  await writeFile(path.join(filesFolder(own.DATA_DIR), '.installation-key'), 'k'.repeat(32));
  const restored = await restore(own, folderReader(place('whole')), { replace: true, log });
  const { aside: moved } = restored;
  expect(restored.has_key).toBe(true);
  expect(await readFile(path.join(moved ?? '', 'files', 'mine'), 'utf8')).toBe('mine');
});

test('a database with only tables and the key of the scopes counts as empty', async () => {
  expect(await isEmptyDatabase((await testDatabase()).owner)).toBe(true);
});

test('a restore that was interrupted before its rows can be repeated', async () => {
  const target = await emptyTestDatabase();
  const cut = configOf(target, 'cut-off');
  await cp(place('whole'), place('no-jobs'), { recursive: true });
  const manifest = await readManifest(folderReader(place('no-jobs')));
  await unlink(path.join(place('no-jobs'), jobsName));
  const [files_folder, uploads_folder] = [filesFolder(cut.DATA_DIR), uploadsFolder(cut.DATA_DIR)];
  const into = { owner: target.owner, app_role: target.app.user, files_folder, uploads_folder };
  await expect(restoreBackup(folderReader(place('no-jobs')), manifest, into)).rejects.toThrow(
    `${jobsName} of`,
  );
  await restore(cut, folderReader(place('whole')), { replace: true, log });
  await (await openPlatform(cut, { log, rows: 'everything' })).close();
});

test('a backup of an earlier release is restored into this one, one of a later release is refused', async () => {
  const migrations = await readMigrations();
  const old = await emptyTestDatabase();
  const client = new Client(old.owner);
  await client.connect();
  await makeTables(client, old.owner, migrations.slice(0, 9));
  await client.query(`insert into installation (installation_id) values ('00000000-0000-4000-8000-000000000001');
    insert into user_groups (type, name) values ('hospital', 'Old')`);
  await client.end();
  const source = {
    owner: old.owner,
    files_folder: filesFolder(config.DATA_DIR),
    uploads_folder: uploadsFolder(config.DATA_DIR),
    migrations: migrations.slice(0, 9),
  };
  await writeBackup(source, await folderWriter(place('old'), undefined));
  const target = configOf(await emptyTestDatabase(), 'newer');
  await restore(target, folderReader(place('old')), { replace: false, log });
  const newer = await openPlatform(target, { log, rows: 'everything' });
  const counted = await newer.db.execute(sql`select count(*)::int as applied from schema_migration`);
  expect(counted.rows).toEqual([{ applied: migrations.length }]);
  expect((await newer.db.execute(sql`select name from user_groups`)).rows).toEqual([{ name: 'Old' }]);
  await newer.close();
  const manifest = await readManifest(folderReader(place('old')));
  const later = { ...manifest, migrations: [...manifest.migrations, { name: '9999-later.sql', sha256: '' }] };
  await expect(refuseNewer(later)).rejects.toThrow('cannot read the backup');
});

test('tables of a later release are refused before a folder is made, so that the later one can take it', async () => {
  const database = await emptyTestDatabase();
  const config = configOf(database, 'of-a-later');
  await (await openPlatform(config, { log, rows: 'everything' })).close();
  const owner = new Client(database.owner);
  await owner.connect();
  await owner.query("insert into schema_migration (name, sha256) values ('9999-later.sql', '')");
  await owner.end();
  await expect(backUp(config, place('refused'), log)).rejects.toMatchObject({ code: 'backup/release' });
  await expect(readdir(place('refused'))).rejects.toMatchObject({ code: 'ENOENT' });
});
