import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { folderReader } from '../platform/backup/folder-backup.ts';
import { verifyBackup } from '../platform/backup/verify-backup.ts';
import { readConfig } from '../platform/config/config.ts';
import { emptyTestDatabase } from '../platform/db/test-database.ts';
import { adoptFolders } from '../platform/files/installation.ts';
import { filePathIn } from '../platform/files/disk-place.ts';
import { writeBytes } from '../platform/files/file-store.ts';
import { startTestBucket } from '../platform/files/test-bucket.ts';
import { waitingSums } from '../platform/files/waiting-rows.ts';
import { idleHandlers } from '../platform/jobs/test-handlers.ts';
import { openLog } from '../platform/log/log.ts';
import type { Connection } from '../platform/postgres/roles.ts';
import { rootFolder } from '../platform/postgres/test-supervisor.ts';
import { backUp } from './back-up.ts';
import { filesFolder, sharedFolders } from './installation-folders.ts';
import { openPlatform, type OpenOptions } from './open-platform.ts';

const log = openLog('silent');
const everyRow: OpenOptions = { rows: 'everything' };
const bucket = await startTestBucket();
const url = `s3://${bucket.place.bucket}/hospital`;
const urlOf = ({ host, user, password, database }: Connection) =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`;

/** Opens servers of one installation, each with a folder of its own unless one is given. */
async function installation() {
  const database = await emptyTestDatabase();
  const settings = {
    DATABASE_URL: urlOf(database.app),
    DATABASE_OWNER_URL: urlOf(database.owner),
    FILES_URL: url,
    FILES_ENDPOINT: bucket.place.endpoint ?? '',
  };
  return async (more: Record<string, string> = {}, options: OpenOptions = {}) => {
    const config = readConfig({ ...settings, DATA_DIR: await rootFolder(0o711), ...more });
    const platform = await openPlatform(config, { log, ...options });
    onTestFinished(() => platform.close());
    return platform;
  };
}

test('a server moves its files to the bucket, and a server with another disk reads them from there', async () => {
  const open = await installation();
  const first = await open();
  await first.jobs.start(idleHandlers);
  const { sha256 } = await writeBytes(first.files, Buffer.from('a report'));
  await expect.poll(() => bucket.objects.has(`hospital/${sha256.slice(0, 2)}/${sha256}`)).toBe(true);
  await expect.poll(() => waitingSums(first.db)).toEqual([]);

  const DATA_DIR = await rootFolder(0o711);
  await mkdir(filesFolder(DATA_DIR), { recursive: true });
  for (const key of ['.installation-key', '.push-key'])
    await copyFile(path.join(first.files_folder, key), path.join(filesFolder(DATA_DIR), key));
  await expect(open({ DATA_DIR })).rejects.toThrow('files -- adopt');
  const adopting = await open({ DATA_DIR }, { folders: 'any' });
  await adoptFolders(
    adopting.db,
    sharedFolders(DATA_DIR).map((folder) => folder.path),
  );
  await adopting.close();
  const second = await open({ DATA_DIR });
  expect((await second.files.whole(sha256)).toString()).toBe('a report');
});

test('files that are in a bucket are not looked for on the disk alone, nor in another bucket', async () => {
  const open = await installation();
  const DATA_DIR = await rootFolder(0o711);
  await (await open({ DATA_DIR })).close();
  await expect(open({ DATA_DIR, FILES_URL: '', FILES_ENDPOINT: '' })).rejects.toThrow(`are in ${url}/`);
  await expect(open({ DATA_DIR, FILES_URL: 's3://other' })).rejects.toThrow(`are in ${url}/`);
});

test('a server starts and receives while the bucket is away, and moves what waits once it is back', async () => {
  const open = await installation();
  bucket.setFault(() => 'denied');
  onTestFinished(() => bucket.setFault(() => null));
  const DATA_DIR = await rootFolder(0o711);
  const first = await open({ DATA_DIR, FILES_URL: `${url}/away` });
  await first.jobs.start(idleHandlers);
  const { sha256 } = await writeBytes(first.files, Buffer.from('received while away'));
  await expect.poll(async () => (await waitingSums(first.db))[0]?.files).toBe(1);
  await first.close();
  bucket.setFault(() => null);
  const again = await open({ DATA_DIR, FILES_URL: `${url}/away` });
  await again.jobs.start(idleHandlers);
  await expect.poll(() => waitingSums(again.db)).toEqual([]);
  await rm(filePathIn(again.files_folder, sha256));
  expect((await again.files.whole(sha256)).toString()).toBe('received while away');
});

test('a backup takes files from the bucket that the disk no longer has, also removed ones', async () => {
  const open = await installation();
  const { config, db, files, files_folder, jobs } = await open({ FILES_URL: `${url}/backup` }, everyRow);
  await jobs.start(idleHandlers);
  const names: string[] = [];
  for (const words of ['kept', 'removed']) names.push((await writeBytes(files, Buffer.from(words))).sha256);
  await expect.poll(() => waitingSums(db)).toEqual([]);
  for (const name of names) await rm(filePathIn(files_folder, name));
  await db.execute(sql`insert into user_groups (type, name) values ('hospital', 'H')`);
  await db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u', 'U', 'DOCTOR', id, '' from user_groups`);
  await db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN000001', g.id, u.id, g.id from user_groups g, users u`);
  await db.execute(sql`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', 9, name from cases,
      unnest(string_to_array(${names.join(',')}, ',')) name`);
  for (const [key, object] of [...bucket.objects]) {
    if (!key.endsWith(names[1] ?? '')) continue;
    bucket.objects.delete(key);
    bucket.objects.set(`hospital/backup/removed/2026-11-20/${names[1] ?? ''}`, object);
  }
  const folder = path.join(await rootFolder(0o711), 'backup');
  expect((await backUp(config, folder, log)).unreadable).toEqual([]);
  expect((await verifyBackup(folderReader(folder))).faults).toEqual([]);
  const copied = names.map((name) => readFile(path.join(folder, 'files', name.slice(0, 2), name), 'utf8'));
  expect(await Promise.all(copied)).toEqual(['kept', 'removed']);
  // The length of a file that is only in the bucket is that of its object.
  const next = await backUp(config, `${folder}-next`, log, { since: folder });
  expect(next).toMatchObject({ files: 2, linked: { files: 1 }, unreadable: [] });
});
