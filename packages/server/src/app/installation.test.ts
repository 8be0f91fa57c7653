/**
 * Tests that the database and the folders of one installation recognise each other, and that a wrong pair is never
 * swept.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { putBackFiles } from '../features/uploads/put-back-files.ts';
import { sweepFiles, TooManyOrphans } from '../features/uploads/file-sweep.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDb, openPool } from '../platform/db/database.ts';
import { emptyTestDatabase, testDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { openDiskStore } from '../platform/files/disk-store.ts';
import { writeFrom, type FileStore } from '../platform/files/file-store.ts';
import { adoptFolders } from '../platform/files/installation.ts';
import { openLog } from '../platform/log/log.ts';
import { filesFolder, sharedFolders } from './installation-folders.ts';
import { openPlatform, type OpenOptions, type Platform } from './open-platform.ts';
import { databaseUrl } from '../testing/test-process.ts';

const root = await mkdtemp(path.join(tmpdir(), 'installation-'));
afterAll(() => rm(root, { recursive: true }));
const log = openLog('silent');

function open({ app, owner }: TestDatabase, folder: string, options: OpenOptions = {}): Promise<Platform> {
  const config = readConfig({
    DATA_DIR: path.join(root, folder),
    DATABASE_URL: databaseUrl(app),
    DATABASE_OWNER_URL: databaseUrl(owner),
  });
  return openPlatform(config, { log, ...options });
}

async function* text(words: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(words));
}

async function fill(files: FileStore, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let at = 0; at < count; at += 1)
    names.push((await writeFrom(files, text(`file ${String(at)}`))).sha256);
  return names;
}

test('a new database beside a full folder is refused, the old one is accepted again, and nothing is swept', async () => {
  const [own, wrong] = [await emptyTestDatabase(), await emptyTestDatabase()];
  const first = await open(own, 'kept');
  const names = await fill(first.files, 3);
  await first.close();
  await expect(open(wrong, 'kept')).rejects.toThrow(
    /The database is empty, but the folder .*kept\/files holds/,
  );
  const again = await open(own, 'kept');
  expect(await again.files.size(names[0] ?? '')).toBeGreaterThan(0);
  await again.close();
});

test('an empty folder beside a known database is refused by name, and adopted on request', async () => {
  const own = await emptyTestDatabase();
  await (await open(own, 'original')).close();
  await expect(open(own, 'not-mounted')).rejects.toThrow(
    /not-mounted\/files is not the one of this database/,
  );
  await adoptFolders(
    own.db,
    sharedFolders(path.join(root, 'not-mounted')).map((folder) => folder.path),
  );
  await (await open(own, 'not-mounted')).close();
});

test('the command that adopts a folder does not change the key of the scopes, which a running server uses', async () => {
  const own = await emptyTestDatabase();
  await (await open(own, 'served')).close();
  const owner = new Client(own.owner);
  await owner.connect();
  try {
    const keys = async () => {
      const rows: readonly unknown[] = (await owner.query('select * from scope_keys')).rows;
      return rows;
    };
    const before = await keys();
    expect(before).toHaveLength(1);
    const tool = await open(own, 'adopted', { folders: 'any', rows: 'everything' });
    expect((await tool.db.execute(sql`select scope_open() as is_open`)).rows).toEqual([{ is_open: true }]);
    await tool.close();
    expect(await keys()).toEqual(before);
  } finally {
    await owner.end();
  }
});

test('the folder of another installation is refused', async () => {
  const [own, other] = [await emptyTestDatabase(), await emptyTestDatabase()];
  await (await open(own, 'own')).close();
  await (await open(other, 'other')).close();
  await expect(open(own, 'other')).rejects.toThrow(/belongs to another database/);
});

test('if no row names most files, the sweep removes none and says so', async () => {
  const { db } = await testDatabase();
  const files = await openDiskStore(filesFolder(path.join(root, 'orphans')));
  const names = await fill(files, 101);
  await expect(sweepFiles({ db, files }, { ageMs: -1_000 })).rejects.toThrow(TooManyOrphans);
  for (const name of names) expect(await files.size(name)).not.toBeNull();
  await files.close();
});

test('a few orphans are moved, not deleted, and can be restored', async () => {
  const { db } = await testDatabase();
  const files = await openDiskStore(filesFolder(path.join(root, 'few')));
  const names = await fill(files, 5);
  expect(await sweepFiles({ db, files }, { ageMs: -1_000 })).toMatchObject({ set_aside: 5, deleted: 0 });
  for (const [at, name] of names.entries()) {
    expect(await files.size(name)).toBeNull();
    expect(await files.putBack(name)).toBe(true);
    const bytes = await files.read(name, { start: 0, length: 6 });
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(name);
    expect(bytes.toString()).toBe(`file ${String(at)}`);
  }
  await files.close();
});

test('removed files that rows name again are restored, and no others', async () => {
  const { owner } = await testDatabase();
  const pool = openPool(owner, () => undefined, { connections: 1, rows: 'everything' });
  onTestFinished(() => pool.end());
  const db = openDb(pool);
  const files = await openDiskStore(filesFolder(path.join(root, 'again')));
  const [named = '', unnamed = ''] = await fill(files, 2);
  await sweepFiles({ db, files }, { ageMs: -1_000 });
  await db.execute(sql`insert into user_groups (type, name) values ('hospital', 'H')`);
  await db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u', 'U', 'DOCTOR', id, '' from user_groups`);
  await db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN000001', g.id, u.id, g.id from user_groups g, users u`);
  await db.execute(sql`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', 6, ${named} from cases`);
  expect(await putBackFiles({ db, files })).toEqual({ removed: 2, put_back: 1 });
  expect(await files.size(named)).toBe(6);
  expect(await files.size(unnamed)).toBeNull();
  expect(await putBackFiles({ db, files })).toEqual({ removed: 1, put_back: 0 });
  await files.close();
});

test.each(['files', 'uploads'])(
  'a worker without the folder %s does not start and names it',
  async (missing) => {
    const own = await emptyTestDatabase();
    const folder = `worker-${missing}`;
    await (await open(own, folder)).close();
    const place = path.join(root, folder, missing);
    await rm(place, { recursive: true });
    const started = openPlatform(
      readConfig({
        DATA_DIR: path.join(root, folder),
        DATABASE_URL: databaseUrl(own.app),
        DATABASE_OWNER_URL: databaseUrl(own.owner),
      }),
      { log, database: 'await' },
    );
    await expect(started).rejects.toThrow(`The folder ${place} is not the one of this database`);
  },
);
