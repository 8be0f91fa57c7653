/**
 * Brings the database's tables to the state that this program needs: each file of `migrations/` is applied once, in
 * order of its number, under a lock that makes a second starting process wait.
 *
 * Invariants: an applied file never changes (its SHA-256 is stored and compared). A file that the database knows and
 * the program does not means that a newer program was used; it is refused if that file takes away what this program
 * needs (`migration-steps.ts`). A file is applied completely or not at all.
 *
 * A file that begins with `-- concurrently` builds indexes on tables that stay in use, which PostgreSQL allows only
 * outside a transaction. It is applied statement by statement, and must tolerate being started again from the
 * beginning. The lock is polled instead of waited for, because a waiting statement would block such a build.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runMigrations, Logger } from 'graphile-worker';
import { Client, type Pool } from 'pg';
import { z } from 'zod';
import { type ConnectionSettings, openPool } from './database.ts';
import { grantToApp } from './grants.ts';
import { earlierProgram, numberOf, worksFrom } from './migration-steps.ts';
import { textFor } from './computed-columns.ts';
import { keepScopeKey } from './scope-seal.ts';

/**
 * Silences the logger of graphile-worker, which is the console by default; its faults arrive as thrown errors and
 * events instead.
 */
const quietLogger = new Logger(() => () => undefined);

/** A number that no other program locks: the letters `rhyt` and `desk`. */
const lockKey = "x'7268797464657368'::bit(64)::bigint";
const pattern = /^(\d{4})-[a-z0-9-]+\.sql$/;
const appliedShape = z.array(
  z.object({ name: z.string(), sha256: z.string(), works_from: z.number().nullable() }),
);
type Applied = z.output<typeof appliedShape>[number];

const migrationFolder = path.resolve(import.meta.dirname, '../../migrations');

/** Tells the operator why this database and this program do not match. */
export class MigrationFault extends Error {
  readonly code = 'database/other-version';
}

export interface Migration {
  name: string;
  text: string;
  sha256: string;
}

/** Returns the files in order. Two files with one number, or a file that is not named `NNNN-name.sql`, are refused. */
export async function readMigrations(folder: string = migrationFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = names.map((name) => pattern.exec(name)?.[1]);
  const wrong = names.find(
    (_, index) => numbers[index] === undefined || numbers[index] === numbers[index - 1],
  );
  if (wrong !== undefined)
    throw new Error(`The migration ${wrong} is misnamed or shares its number with another.`);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Returns the number of this program's last migration. */
export async function programLevel(): Promise<number> {
  return numberOf(
    (await readdir(migrationFolder))
      .filter((name) => pattern.test(name))
      .sort()
      .at(-1) ?? '',
  );
}

/** Returns whether a program whose last migration has this number works with a database to which `applied` was applied. */
const worksWith = (level: number, { works_from }: Applied): boolean => (works_from ?? 0) <= level;

/**
 * Returns the files not yet applied. Throws if the applied files are not the beginning of the program's files, followed
 * only by files of a newer program that keep this one working.
 */
export function outstanding(files: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const level = numberOf(files.at(-1)?.name ?? '');
  applied.forEach((each, index) => {
    const { name, sha256 } = each;
    const file = files[index];
    if (file?.name !== name) {
      const known = files.some((other) => other.name === name);
      if (!known && file === undefined && worksWith(level, each)) return;
      throw new MigrationFault(
        known
          ? `The migration ${file?.name ?? ''} would come before ${name}, which is applied already.`
          : `This program is older than its database, whose migration ${name} it does not know: ` +
              'start the newer version again, or restore a backup that this version made.',
      );
    }
    if (file.sha256 !== sha256)
      throw new MigrationFault(`The migration ${name} was changed after it was applied.`);
  });
  return files.slice(applied.length);
}

const concurrently = '-- concurrently\n';
const lockPollMs = 100;

async function takeLock(client: Client): Promise<void> {
  for (;;) {
    const answer = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`);
    if (answer.rows[0]?.taken === true) return;
    await setTimeout(lockPollMs);
  }
}

const keepApplied = (client: Client, { name, sha256, text }: Migration) =>
  client.query('insert into schema_migration (name, sha256, works_from) values ($1, $2, $3)', [
    name,
    sha256,
    worksFrom(text),
  ]);

async function textOf(client: Client, { text }: Migration): Promise<string> {
  const answer = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  return textFor(answer.rows[0]?.version ?? 0, text);
}

async function applyStepwise(client: Client, file: Migration): Promise<void> {
  const statements = file.text.replaceAll(/^--.*$/gm, '').split(/;\s*$/m);
  try {
    for (const statement of statements.filter((each) => each.trim() !== '')) await client.query(statement);
  } catch (cause) {
    throw new Error(`The migration ${file.name} failed; the next start begins it again.`, { cause });
  }
  await keepApplied(client, file);
}

async function applyOne(client: Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(await textOf(client, file));
    await keepApplied(client, file);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`The migration ${file.name} failed and was undone.`, { cause });
  }
}

/** Creates the list of applied files, or adds the column that lists of earlier versions lack. */
async function ensureList(client: Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  );
  const { rowCount } = await client.query(
    `select 1 from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'works_from'`,
  );
  if (rowCount === 0) await client.query('alter table schema_migration add column works_from integer');
}

async function applyAll(client: Client, files: readonly Migration[]): Promise<string[]> {
  await ensureList(client);
  const answer = await client.query('select name, sha256, works_from from schema_migration order by name');
  const open = outstanding(files, appliedShape.parse(answer.rows));
  for (const file of open) {
    const from = worksFrom(file.text);
    const obstacle = from === null ? undefined : await earlierProgram(client, file.name, from);
    if (obstacle !== undefined) throw new MigrationFault(obstacle);
    await (file.text.startsWith(concurrently) ? applyStepwise : applyOne)(client, file);
  }
  return open.map(({ name }) => name);
}

async function applyJobTables(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quietLogger });
}

/** Returns whether a newer program has changed the tables. */
async function isNewer(client: Client, files: readonly Migration[]): Promise<boolean> {
  const last = files.at(-1)?.name ?? '';
  return (await client.query('select 1 from schema_migration where name > $1', [last])).rowCount !== 0;
}

export interface MigrateOptions {
  /** The role that owns the tables. */
  owner: ConnectionSettings;
  /** The role that the application uses; the owner itself if there is only one. */
  appRole: string;
  /** The key with which the application seals its scopes; a restore leaves it to the next start. */
  scopeKey?: Buffer;
  folder?: string;
}

/** Applies these files without setting any permissions: the state in which a backup was made. */
export async function makeTables(
  client: Client,
  owner: ConnectionSettings,
  files: readonly Migration[],
): Promise<string[]> {
  await takeLock(client);
  const applied = await applyAll(client, files);
  const pool = openPool(owner, () => undefined, { connections: 2, statementTimeoutMs: 0 });
  try {
    await applyJobTables(pool);
  } finally {
    await pool.end();
  }
  return applied;
}

/** Applies what is missing and sets the application's permissions. Returns the names of the files applied now. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const files = await readMigrations(options.folder);
  const client = new Client({ ...options.owner, application_name: 'rhythmdesk migrations' });
  await client.connect();
  try {
    const applied = await makeTables(client, options.owner, files);
    // A newer program has set rights on tables that this one does not know.
    if (!(await isNewer(client, files))) await grantToApp(client, options.appRole);
    if (options.scopeKey !== undefined) await keepScopeKey(client, options.scopeKey);
    return applied;
  } finally {
    await client.end();
  }
}
