import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { appRole } from '../postgres/roles.ts';
import { migrate, readMigrations } from './migrate.ts';
import { emptyTestDatabase } from './test-database.ts';

const { owner, pool } = await emptyTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
afterAll(() => rm(folder, { recursive: true }));

const file = (name: string, text: string) => writeFile(path.join(folder, name), text);
async function ask(statement: string): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  await client.query(statement);
  await client.end();
}
const run = () => migrate({ owner, appRole, folder });

test('two processes at once apply every file once, in order', async () => {
  const granted = `create table scope_keys (id int); create table users (id int);
    create function scope_open() returns boolean language sql as 'select true';
    create function scope_seal(bytea) returns text language sql as 'select null::text';`;
  await file('0001-first.sql', `create table first (id int primary key);${granted}`);
  await file('0002-second.sql', 'insert into first values (1); create table second (id int);');
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect((await pool.query('select id from first')).rows).toEqual([{ id: 1 }]);
});

test('a failing file is undone completely, named, and tried again at the next start', async () => {
  await file('0003-third.sql', 'create table third (id int); select 1 / 0;');
  await expect(run()).rejects.toThrow('0003-third.sql failed');
  await expect(pool.query('select * from third')).rejects.toThrow(/does not exist/);
  await file('0003-third.sql', 'create table third (id int);');
  expect(await run()).toEqual(['0003-third.sql']);
  expect(await run()).toEqual([]);
});

test('a file that builds indexes concurrently is repeated after a failure, and recorded once', async () => {
  const build =
    'drop index concurrently if exists first_id;\ncreate index concurrently first_id on first (id);\n';
  await file('0004-index.sql', `-- concurrently\n-- Why.\n${build}select 1 / 0;\n`);
  await expect(run()).rejects.toThrow('0004-index.sql failed; the next start begins it again');
  await file('0004-index.sql', `-- concurrently\n-- Why.\n${build}`);
  expect((await Promise.all([run(), run()])).flat()).toEqual(['0004-index.sql']);
  expect((await pool.query(`select 1 from pg_indexes where indexname = 'first_id'`)).rowCount).toBe(1);
});

test('the application may use new tables and may not rewrite the list of applied files', async () => {
  await pool.query('insert into third values (1)');
  await expect(pool.query('delete from schema_migration')).rejects.toThrow(/permission denied/);
  await pool.query(`select graphile_worker.add_job('x')`);
});

test('a start waits for no worker that has a job: existing rights are not set again', async () => {
  const worker = await pool.connect();
  try {
    await worker.query('begin');
    await worker.query(`select graphile_worker.add_job('held')`);
    expect(await run()).toEqual([]);
    await worker.query('commit');
  } finally {
    worker.release();
  }
});

test('an applied file that was changed is refused by name', async () => {
  await file('0002-second.sql', 'select 1;');
  await expect(run()).rejects.toThrow('0002-second.sql was changed after it was applied');
});

test('a file that the program does not have is refused', async () => {
  await file('0002-second.sql', 'insert into first values (1); create table second (id int);');
  await rm(path.join(folder, '0003-third.sql'));
  await expect(run()).rejects.toThrow(
    'This program is older than its database, whose migration 0003-third.sql it does not know: start the newer',
  );
});

test('a file that would come before an applied one is refused', async () => {
  await file('0003-third.sql', 'create table third (id int);');
  await file('0002-before.sql', 'select 1;');
  await expect(run()).rejects.toThrow(/shares its number/);
  await rm(path.join(folder, '0002-before.sql'));
  await ask(`insert into schema_migration (name, sha256) values ('0006-later.sql', 'x')`);
  await file('0005-between.sql', 'select 1;');
  await file('0006-later.sql', 'select 1;');
  await expect(run()).rejects.toThrow('0005-between.sql would come before 0006-later.sql');
});

test('the program’s own files have valid names', async () => {
  expect((await readMigrations()).length).toBeGreaterThan(0);
});
