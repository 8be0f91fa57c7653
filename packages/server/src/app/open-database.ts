/**
 * Opens the database of a process: the one in `DATABASE_URL`, or the embedded one of `DATA_DIR`, with its tables
 * migrated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Config } from '../platform/config/config.ts';
import { checkServer, openPool, WrongDatabase, type ConnectionSettings } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { isConnectionFault } from '../platform/db/connection-fault.ts';
import type { Log } from '../platform/log/log.ts';
import { findRunningEmbedded, startEmbedded, type EmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { appRole } from '../platform/postgres/roles.ts';
import { ofSetting } from './operator-words.ts';

const retryMs = 1_000;

export interface DatabaseOptions {
  /**
   * `own`, the default, starts the embedded database and is refused if another process runs it. `join` uses the
   * database of that process, and starts it if there is none. `await` never starts one and waits until one answers,
   * also if `DATABASE_URL` is set.
   */
  database?: 'own' | 'join' | 'await';
  /** Aborts the start: nothing that it began is left behind. */
  signal?: AbortSignal;
  /** Sends statements through the pooler of `DATABASE_POOL_URL`, if there is one: for what serves requests. */
  throughPooler?: boolean;
}

export interface Database {
  app: ConnectionSettings;
  /** The role that owns the tables; the application's own if there is only one. */
  owner: ConnectionSettings;
  /** The pooler before the database; null without one. */
  pooler: ConnectionSettings | null;
  embedded: EmbeddedPostgres | null;
}

async function bringUpToDate(owner: ConnectionSettings, role: string, log: Log): Promise<void> {
  const applied = await migrate({ owner, appRole: role });
  if (applied.length > 0) log.info({ applied }, 'tables brought up to date');
}

type Urls = {
  readonly url: string;
  readonly ownerUrl: string | undefined;
  readonly poolUrl: string | undefined;
};

/** Refuses a pooler that leads to another server, database or role. */
async function checkPooler(direct: Pool, pooler: ConnectionSettings): Promise<void> {
  const pool = openPool(pooler, () => undefined, { connections: 1, through: 'pooler' });
  const whereTo = async (asked: Pool): Promise<string> => {
    const { rows } = await asked.query(
      'select current_user as role, current_database() as database, pg_postmaster_start_time()::text as since',
    );
    return JSON.stringify(rows);
  };
  try {
    if ((await whereTo(direct)) === (await whereTo(pool))) return;
  } finally {
    await pool.end();
  }
  throw new WrongDatabase('DATABASE_POOL_URL must lead to the database of DATABASE_URL, with the same role.');
}

async function prepareExternal({ url, ownerUrl, poolUrl }: Urls, log: Log): Promise<Database> {
  const app = { connectionString: url };
  const pooler = poolUrl === undefined ? null : { connectionString: poolUrl };
  const pool = openPool(app, (fault) => log.warn({ err: fault }, 'a connection broke'), { connections: 1 });
  try {
    await checkServer(pool);
    const answer = await pool.query<{ name: string }>('select current_user as name');
    const made = bringUpToDate({ connectionString: ownerUrl ?? url }, answer.rows[0]?.name ?? '', log);
    await (ownerUrl === undefined ? made : ofSetting('DATABASE_OWNER_URL', made));
    if (pooler !== null) await ofSetting('DATABASE_POOL_URL', checkPooler(pool, pooler));
  } finally {
    await pool.end();
  }
  if (ownerUrl === undefined) {
    log.warn(
      {},
      'the application owns its tables, so that row-level security does not hold it; DATABASE_OWNER_URL would keep the two apart',
    );
  }
  return { app, owner: { connectionString: ownerUrl ?? url }, pooler, embedded: null };
}

async function startOwn(dataDir: string, log: Log, signal: AbortSignal | undefined): Promise<Database> {
  const embedded = await startEmbedded({ dataDir, log, ...(signal === undefined ? {} : { signal }) });
  try {
    await bringUpToDate(embedded.connections.owner, appRole, log);
  } catch (fault) {
    await embedded.stop();
    throw fault;
  }
  const { app, owner } = embedded.connections;
  return { app, owner, pooler: null, embedded };
}

/** Returns the embedded database of another process; null if none runs. */
async function joinRunning(dataDir: string, log: Log): Promise<Database | null> {
  const running = await findRunningEmbedded(dataDir);
  if (running === null) return null;
  await bringUpToDate(running.owner, appRole, log);
  return { app: running.app, owner: running.owner, pooler: null, embedded: null };
}

class NoDatabaseYet extends Error {
  readonly code = 'none-running';
}

async function joinOnly(dataDir: string, log: Log): Promise<Database> {
  const joined = await joinRunning(dataDir, log);
  if (joined === null) throw new NoDatabaseYet('no process runs the database of DATA_DIR');
  return joined;
}

/** A new embedded database answers before its roles (28) and its database (3D) exist. */
const awaitedEmbedded = /^(28|3D)\w{3}$/;

/** Returns the message of a temporary fault; null if waiting is useless. */
function passing(fault: unknown, isEmbedded: boolean): string | null {
  if (!(fault instanceof Error)) return null;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  const isStarting = code === 'none-running' || (isEmbedded && awaitedEmbedded.test(code));
  return isStarting || isConnectionFault(fault) ? `${code} ${fault.message}`.trim() : null;
}

/** Retries until the database answers; logs each new reason once. */
async function untilThere(
  open: () => Promise<Database>,
  isEmbedded: boolean,
  { log, signal }: { log: Log; signal: AbortSignal | undefined },
): Promise<Database> {
  let said: string | null = null;
  for (;;) {
    try {
      return await open();
    } catch (fault) {
      const why = passing(fault, isEmbedded);
      if (why === null) throw fault;
      if (why !== said) log.warn({ why, retry_ms: retryMs }, 'waiting for the database');
      said = why;
    }
    await sleep(retryMs, undefined, signal === undefined ? {} : { signal });
  }
}

export async function openDatabase(
  config: Config,
  { database, signal, throughPooler }: DatabaseOptions,
  log: Log,
): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR } = config;
  if (url !== undefined) {
    const poolUrl = throughPooler === true ? config.DATABASE_POOL_URL : undefined;
    const open = (): Promise<Database> => prepareExternal({ url, ownerUrl, poolUrl }, log);
    return database === 'await' ? untilThere(open, false, { log, signal }) : open();
  }
  if (database === 'await') return untilThere(() => joinOnly(DATA_DIR, log), true, { log, signal });
  const joined = database === 'join' ? await joinRunning(DATA_DIR, log) : null;
  return joined ?? startOwn(DATA_DIR, log, signal);
}
