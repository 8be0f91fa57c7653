/**
 * Opens everything below the features in order, and closes it in the opposite order: jobs end first, then connections,
 * then files, and the database last, so that nothing is cut off from what it still writes to.
 */
import path from 'node:path';
import type { Pool } from 'pg';
import { systemClock, type Clock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import {
  answers,
  checkServer,
  openDb,
  openPool,
  type ConnectionSettings,
  type Db,
} from '../platform/db/database.ts';
import { startListener, type NotificationListener } from '../platform/db/listener.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDiskStore } from '../platform/files/disk-store.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { startJobs, type JobHandlers } from '../platform/jobs/runner.ts';
import { openLog, type Log } from '../platform/log/log.ts';
import { findRunningEmbedded, startEmbedded, type EmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { appRole } from '../platform/postgres/roles.ts';

const unfinishedKeptMs = 24 * 3_600_000;

export interface Platform {
  config: Config;
  db: Db;
  pool: Pool;
  files: FileStore;
  jobs: { start: (handlers: JobHandlers) => Promise<void> };
  /** Opens a connection that hears these channels; closed with the platform. */
  listen: (channels: readonly string[]) => Promise<NotificationListener>;
  log: Log;
  clock: Clock;
  /** For `/readyz`. */
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

export interface OpenWays {
  log?: Log;
  clock?: Clock;
  /** Use the embedded database of another running process where there is one, instead of being refused. */
  attach?: boolean;
}

interface Database {
  app: ConnectionSettings;
  embedded: EmbeddedPostgres | null;
}

async function prepareExternal(url: string, ownerUrl: string | undefined, log: Log): Promise<Database> {
  const app = { connectionString: url };
  const pool = openPool(app, (fault) => log.warn({ err: fault }, 'a connection broke'), { connections: 1 });
  try {
    await checkServer(pool);
    const answer = await pool.query<{ name: string }>('select current_user as name');
    const owner = { connectionString: ownerUrl ?? url };
    const applied = await migrate({ owner, appRole: answer.rows[0]?.name ?? '' });
    if (applied.length > 0) log.info({ applied }, 'tables brought up to date');
  } finally {
    await pool.end();
  }
  if (ownerUrl === undefined) {
    log.warn({}, 'the application owns its tables; DATABASE_OWNER_URL would keep it from changing them');
  }
  return { app, embedded: null };
}

async function prepareEmbedded(dataDir: string, attach: boolean, log: Log): Promise<Database> {
  const running = attach ? await findRunningEmbedded(dataDir) : null;
  if (running !== null) return { app: running.app, embedded: null };
  const embedded = await startEmbedded({ dataDir, log });
  try {
    const applied = await migrate({ owner: embedded.connections.owner, appRole });
    if (applied.length > 0) log.info({ applied }, 'tables brought up to date');
  } catch (fault) {
    await embedded.stop();
    throw fault;
  }
  return { app: embedded.connections.app, embedded };
}

/** Closers run last in, first out; one that fails does not keep the others from running. */
function closers(log: Log) {
  const stack: (() => Promise<void>)[] = [];
  let closing: Promise<void> | null = null;
  const closeAll = async () => {
    for (let close = stack.pop(); close !== undefined; close = stack.pop()) {
      await close().catch((fault: unknown) => log.error({ err: fault }, 'a part did not close cleanly'));
    }
  };
  return {
    add: (close: () => Promise<void>) => void stack.push(close),
    close: () => (closing ??= closeAll()),
  };
}

async function assemble(
  config: Config,
  ways: OpenWays,
  log: Log,
  closing: ReturnType<typeof closers>,
): Promise<Platform> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = config;
  const { app, embedded } = await (DATABASE_URL === undefined
    ? prepareEmbedded(DATA_DIR, ways.attach ?? false, log)
    : prepareExternal(DATABASE_URL, DATABASE_OWNER_URL, log));
  closing.add(async () => embedded?.stop());
  const files = await openDiskStore(path.join(DATA_DIR, 'files'));
  closing.add(files.close);
  await files.sweepUnfinished(unfinishedKeptMs);
  const broke = (fault: unknown) => log.warn({ err: fault }, 'a connection to the database broke');
  const pool = openPool(app, broke, { connections: config.DATABASE_CONNECTIONS });
  closing.add(() => pool.end());
  return {
    config,
    db: openDb(pool),
    pool,
    files,
    jobs: {
      start: async (handlers) => {
        const stopMs = config.STOP_SECONDS * 1000;
        const runner = await startJobs({
          connection: app,
          handlers,
          concurrency: config.JOB_CONCURRENCY,
          log,
          stopMs,
        });
        closing.add(runner.stop);
      },
    },
    listen: async (channels) => {
      const listener = await startListener({ connection: app, channels, onFault: broke });
      closing.add(listener.close);
      return listener;
    },
    log,
    clock: ways.clock ?? systemClock,
    isReady: async () => (embedded?.isReady() ?? true) && answers(pool),
    close: closing.close,
  };
}

export async function openPlatform(config: Config, ways: OpenWays = {}): Promise<Platform> {
  const log = ways.log ?? openLog(config.LOG_LEVEL);
  const closing = closers(log);
  try {
    return await assemble(config, ways, log, closing);
  } catch (fault) {
    await closing.close();
    throw fault;
  }
}
