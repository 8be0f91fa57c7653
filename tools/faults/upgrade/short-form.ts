/**
 * Upgrades the fixture's installation on a temporary database: the migration is killed, started again, and the result
 * compared.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseSettings, programBasics, startProcess } from '@rhythmdesk/server/testing/test-process';
import { migrate } from '@rhythmdesk/server/platform/db/migrate';
import { appRole } from '@rhythmdesk/server/platform/postgres/roles';
import { Client } from 'pg';
import { invariant, type FaultReport } from '../fault-program.ts';
import { withDatabase, withEmptyDatabase, type EmptyDatabase } from '../throwaway-database.ts';
import { sendPart } from '../tus-client.ts';
import { readFixture, writeFolders } from './fixture.ts';
import { loadFixture } from './load-fixture.ts';
import type { HalfUpload } from './fill-installation.ts';
import { checkSame, readAnswers, readColumns, readTableRows } from './read-installation.ts';
import { z } from 'zod';

const schemaLines = z.array(z.object({ line: z.string() }));

/** Describes the tables, to compare an upgraded database with a new one: columns, constraints, indexes with their validity, triggers and policies. */
async function schemaOf(client: Client): Promise<string[]> {
  const found = await client.query(`
    select 'column ' || concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint ' || concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select 'index ' || concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
      from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t
      join pg_class c on c.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace
    union all select 'policy ' || concat_ws(' ', tablename, policyname, cmd, qual, with_check)
      from pg_policies where schemaname = 'public'
    union all select 'function ' || concat_ws(' ', oid::regprocedure, md5(prosrc))
      from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  return schemaLines.parse(found.rows).map(({ line }) => line);
}

const program = path.join(import.meta.dirname, 'migrate-once.ts');
const countRow = z.object({ count: z.number() });
const lookEveryMs = 2;
const newerMigration = '9999-of-a-newer-version.sql';

async function withClient<Result>(
  database: EmptyDatabase,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(database.superuser);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function applied(client: Client): Promise<number> {
  const found = await client.query('select count(*)::int as count from schema_migration');
  return countRow.parse(found.rows[0]).count;
}

/** Migrates in a separate process; kills it once `killAt` migrations are applied, or lets it end. */
async function migrateUntil(database: EmptyDatabase, client: Client, killAt: number | null) {
  const child = spawn(process.execPath, [program], {
    env: { ...programBasics(), ...databaseSettings(database) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (killAt === null) return gone;
  while (child.exitCode === null && (await applied(client)) < killAt) await sleep(lookEveryMs);
  child.kill('SIGKILL');
  return gone;
}

/** Picks the migrations at which to kill: a random one in each equal part of the missing ones. */
async function killPoints(client: Client, kills: number, all: number): Promise<number[]> {
  const first = await applied(client);
  const span = (all - first - 1) / kills;
  return Array.from({ length: kills }, (_none, at) => first + Math.floor((at + Math.random()) * span));
}

/** Returns the tables of a new installation and the number of its migrations. */
const readNew = () =>
  withDatabase((database) =>
    withClient(database, async (client) => ({
      tables: await schemaOf(client),
      migrations: await applied(client),
    })),
  );

async function checkTables(client: Client, fresh: readonly string[]): Promise<void> {
  const upgraded = await schemaOf(client);
  const words = [
    ...fresh.filter((line) => !upgraded.includes(line)).map((line) => `lacks ${line}`),
    ...upgraded.filter((line) => !fresh.includes(line)).map((line) => `has ${line}`),
  ];
  invariant(
    words.length === 0,
    `the tables are those of a new installation:\n${words.slice(0, 20).join('\n')}`,
  );
}

/** Sends the rest of the half-sent upload, as the device that started it would. */
export async function finishHalf(address: string, half: HalfUpload): Promise<void> {
  const zip = Buffer.from(half.zip, 'base64');
  const sent = await sendPart(address, half, half.sent, zip.subarray(half.sent));
  invariant(sent.status === 204, `the half upload goes on: ${await sent.text()}`);
}

async function checkDowngrade(database: EmptyDatabase, client: Client): Promise<void> {
  await client.query('insert into schema_migration (name, sha256, works_from) values ($1, $2, 9999)', [
    newerMigration,
    '',
  ]);
  const before = await schemaOf(client);
  const words = await migrate({ owner: database.owner, appRole }).then(
    () => 'it migrated',
    (fault: unknown) => String(fault),
  );
  invariant(words.includes('older than its database'), `an older program refuses a newer database: ${words}`);
  invariant(words.includes(newerMigration), 'it names the migration');
  invariant(before.join() === (await schemaOf(client)).join(), 'the refused migration changes no table');
}

async function upgrade(
  database: EmptyDatabase,
  client: Client,
  dataDir: string,
  report: FaultReport,
  kills: number,
) {
  const fixture = await readFixture('installation');
  await loadFixture(database, fixture);
  await writeFolders(dataDir, fixture.files);
  const columns = await readColumns(client);
  const before = await readTableRows(client, columns);
  const fresh = await readNew();
  const points = await killPoints(client, kills, fresh.migrations);
  for (const killAt of points) await migrateUntil(database, client, killAt);
  invariant((await migrateUntil(database, client, null)) === 0, 'the last migration ends well');
  report('kills, at the migration', `${String(points.length)}: ${points.join(', ')}`);
  await checkTables(client, fresh.tables);
  checkSame(before, await readTableRows(client, columns), 'rows');
  report('rows compared', Object.values(before).flat().length);
  const server = await startProcess(database, dataDir, { ANALYSIS_CONCURRENCY: '0' });
  try {
    const answers = await readAnswers(server.address, fixture.data);
    checkSame(fixture.answers, answers, 'answers');
    report('answers compared', Object.keys(answers).length);
    await finishHalf(server.address, fixture.data.half);
  } finally {
    await server.kill();
  }
  await checkDowngrade(database, client);
}

export async function upgradeFixture(report: FaultReport, kills = 2): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'upgrade-'));
  try {
    await withEmptyDatabase((database) =>
      withClient(database, (client) => upgrade(database, client, dataDir, report, kills)),
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
