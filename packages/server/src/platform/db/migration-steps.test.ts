/** Tests which versions may use one database at the same time, and that our own migrations keep the version before. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { appRole } from '../postgres/roles.ts';
import { afterFile } from '../test-after-file.ts';
import { watchDatabase } from './database-watch.ts';
import { migrate, readMigrations } from './migrate.ts';
import { numberOf, stepFault, watchName } from './migration-steps.ts';
import { emptyTestDatabase, testDatabase } from './test-database.ts';

/** From this number on, servers of two versions may run beside each other. */
const firstInSteps = 111;

test('every migration keeps the version before it, or says from which version on it may run', async () => {
  const own = await readMigrations();
  const checked = own.filter(({ name }) => numberOf(name) >= firstInSteps);
  expect(checked.length).toBeGreaterThan(0);
  expect(checked.map(stepFault).filter((fault) => fault !== undefined)).toEqual([]);
});

const faultOf = (text: string): string | undefined => stepFault({ name: '0200-next.sql', text });

test.each([
  'ALTER TABLE cases DROP COLUMN comment;',
  'drop table notices;',
  'ALTER TABLE cases RENAME COLUMN comment TO note;',
  'ALTER TABLE cases RENAME comment TO note;',
  'ALTER TABLE cases ALTER COLUMN version TYPE bigint;',
  'ALTER TABLE cases ALTER version SET DATA TYPE bigint;',
  'ALTER TABLE cases ALTER COLUMN comment SET NOT NULL;',
  'ALTER TABLE cases ADD COLUMN note text NOT NULL;',
  'ALTER TABLE cases ADD COLUMN one text, ADD COLUMN two int NOT NULL CHECK (two > 0);',
])('%s breaks the version before', (text) => {
  expect(faultOf(text)).toContain('0200-next.sql');
  expect(faultOf(`-- Why.\n-- contract: 0150\n${text}`)).toBeUndefined();
});

test.each([
  'ALTER TABLE cases ADD COLUMN note text;',
  "ALTER TABLE cases ADD COLUMN note text NOT NULL DEFAULT '';",
  'ALTER TABLE cases ADD COLUMN sum bigint NOT NULL GENERATED ALWAYS AS (1) STORED;',
  'CREATE TABLE notes (id bigint NOT NULL, text text NOT NULL);',
  "-- DROP TABLE cases\nINSERT INTO words VALUES ('DROP TABLE cases; it''s a text');",
  'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $x$ BEGIN DROP TABLE passing; END $x$;',
  'DROP INDEX CONCURRENTLY IF EXISTS cases_by_name;',
])('%s keeps the version before', (text) => {
  expect(faultOf(text)).toBeUndefined();
});

test('a contract that names itself or a later migration is refused', () => {
  expect(faultOf('-- contract: 0200\nDROP TABLE notes;')).toContain('an earlier migration than itself');
});

const folder = await mkdtemp(path.join(tmpdir(), 'steps-'));
afterAll(() => rm(folder, { recursive: true }));

test('a program that cannot read packed recordings ends before this one starts, and is not started again', async () => {
  const { owner } = await emptyTestDatabase();
  const before = await mkdtemp(path.join(tmpdir(), 'unpacked-'));
  afterFile(() => rm(before, { recursive: true }));
  for (const { name, text } of await readMigrations()) {
    if (numberOf(name) < 120) await writeFile(path.join(before, name), text);
  }
  const earlier = () => migrate({ owner, appRole, folder: before });
  await earlier();
  const running = new Client({ ...owner, application_name: watchName(119) });
  await running.connect();
  await expect(migrate({ owner, appRole })).rejects.toThrow(
    'what a running program on this machine still uses',
  );
  await running.end();
  await expect
    .poll(() => migrate({ owner, appRole }).catch(() => []))
    .toContain('0132-packed-recordings-need-0120.sql');
  await expect(earlier()).rejects.toThrow('This program is older than its database');
});

test('an older version starts beside a newer one until a contract; a contract waits for older versions to end', async () => {
  const { owner, app, pool } = await testDatabase();
  const own = await readMigrations();
  const level = numberOf(own.at(-1)?.name ?? '');
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  for (const { name, text } of own) await write(name, text);
  const next = (more: number): string => String(level + more).padStart(4, '0');
  const newer = () => migrate({ owner, appRole, folder });
  const older = () => migrate({ owner, appRole });

  await write(
    `${next(1)}-expand.sql`,
    'CREATE TABLE notes_of_next (id bigint); ALTER TABLE cases ADD COLUMN next_note text;',
  );
  expect(await newer()).toEqual([`${next(1)}-expand.sql`]);
  expect(await older()).toEqual([]);

  const watch = watchDatabase(app);
  afterFile(() => watch.stop());
  const watches = () =>
    pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'rhythmdesk watch%'`,
    );
  await expect.poll(async () => (await watches()).rowCount).toBe(1);
  await write(`${next(2)}-contract.sql`, `-- contract: ${next(1)}\nDROP TABLE notes_of_next;`);
  await expect(newer()).rejects.toThrow(
    `first upgrade all of them to the version with the migration ${next(1)}`,
  );
  expect(await older()).toEqual([]);

  await watch.stop();
  await expect.poll(newer).toEqual([`${next(2)}-contract.sql`]);
  await expect(older()).rejects.toThrow('This program is older than its database');
});
