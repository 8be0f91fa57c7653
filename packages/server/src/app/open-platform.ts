/**
 * Opens everything below the features in order, and closes it in reverse order: jobs first, then files, then
 * connections, and the database last, so that nothing loses what it still writes to.
 */

import type { Pool } from 'pg';
import { passwordHashes, type PasswordHashes } from '../features/people/password-hashes.ts';
import { openAuditTrail, type AuditTrail } from '../platform/audit/audit-trail.ts';
import { systemClock, type Clock } from '../platform/clock/clock.ts';
import { watchClock, type ClockWatch } from '../platform/clock/clock-watch.ts';
import { isClockOff } from '../platform/clock/database-clock.ts';
import type { Config } from '../platform/config/config.ts';
import {
  answers,
  openDb,
  openPool,
  type ConnectionSettings,
  type Db,
  type PoolSettings,
} from '../platform/db/database.ts';
import { keepScopeKey, scopeKeyFrom } from '../platform/db/scope-seal.ts';
import { watchAll, watchDatabase, watchPooler, type DatabaseWatch } from '../platform/db/database-watch.ts';
import { sessionLocks, type SessionLocks } from '../platform/db/session-locks.ts';
import { openReplica } from '../platform/db/replica.ts';
import type { Replica } from '../platform/db/replica-port.ts';
import { startListener, type NotificationListener } from '../platform/db/listener.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { isServing, type Troubles } from '../platform/http/troubles.ts';
import type { EmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { startJobs, type JobHandlers, type JobRunner } from '../platform/jobs/runner.ts';
import { openLog, type Log } from '../platform/log/log.ts';
import { openMetrics, type Metrics } from '../platform/metrics/metrics.ts';
import type { MailDependencies } from '../platform/mail/deliver-mail.ts';
import { openInstallationKey } from '../platform/secrets/installation-key.ts';
import type { Sealer } from '../platform/secrets/sealer.ts';
import type { TextMessagePort } from '../platform/text-messages/text-message-port.ts';
import { checkAnchorFolder, filesFolder, pairUntilKnown } from './installation-folders.ts';
import { mailDependencies, openSealer, textMessagePort } from './open-mail.ts';
import { openPush, type PushOptions } from './open-push.ts';
import { openFiles, type Tiers } from './open-files.ts';
import { openDatabase, type Database, type DatabaseOptions } from './open-database.ts';
import { damageReporter } from './notify-damage.ts';

export interface Platform {
  config: Config;
  db: Db;
  pool: Pool;
  /** The replica from which `db` reads what may be read there; null without one. */
  replica: Replica | null;
  files: FileStore;
  /** The folder of the file store, for threads that read it themselves. */
  files_folder: string;
  /** The bucket behind the files; null if they are on the disk alone. */
  tiers: Tiers | null;
  /** Starts background work: the jobs, and moving files to the bucket. */
  jobs: { start: (handlers: JobHandlers) => Promise<void> };
  /** Opens a connection that listens to these channels; it is closed with the platform. */
  listen: (channels: readonly string[]) => Promise<NotificationListener>;
  /** Locks that are shared by all nodes; the connection is opened when the first is taken. */
  locks: SessionLocks;
  log: Log;
  clock: Clock;
  audit: AuditTrail;
  metrics: Metrics;
  mail: MailDependencies;
  sealer: Sealer;
  hashes: PasswordHashes;
  text_messages: TextMessagePort;
  push: PushOptions;
  watch: DatabaseWatch;
  clock_watch: ClockWatch;
  /** Reasons why no request can be served now; `prove` queries the database and waits a while for it. */
  troubles: Troubles;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
  /** Ends the embedded database at once, for a process that must exit now. */
  abandon: () => Promise<void>;
}

export interface OpenOptions extends DatabaseOptions {
  log?: Log;
  /** The metrics of the program; without it nobody reads them. */
  metrics?: Metrics;
  clock?: Clock;
  /** `any` also opens folders without the database's id, for the command that assigns them to it. */
  folders?: 'own' | 'any';
  /** Rows that the program may access outside of a caller's scope; `everything` for tools of the operator. */
  rows?: PoolSettings['rows'];
}

/** Runs closers last in, first out; a failing closer does not stop the others. */
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

type JobGround = Pick<Platform, 'config' | 'log' | 'clock_watch' | 'metrics'> & {
  readonly connection: ConnectionSettings;
};

function runJobs(
  { connection, config, log, clock_watch, metrics }: JobGround,
  handlers: JobHandlers,
): Promise<JobRunner> {
  const places = { common: config.JOB_CONCURRENCY, analyses: config.ANALYSIS_CONCURRENCY };
  const stopMs = config.STOP_SECONDS * 1000;
  const { onSet: onClockSet } = clock_watch;
  return startJobs({ connection, handlers, places, log, stopMs, onClockSet, onEnded: metrics.jobEnded });
}

/** Returns the troubles that the database reports about itself and about this machine's clock. */
function databaseTroubles(
  embedded: Pick<EmbeddedPostgres, 'isReady'> | null,
  watch: DatabaseWatch,
  pool: Pool,
): Troubles {
  return async (prove) => {
    if (embedded?.isReady() === false) return ['database-down'];
    if (watch.isAway() || (prove && !(await answers(pool)))) return ['database-away'];
    return prove && (await isClockOff(pool).catch(() => false)) ? ['clock-off'] : [];
  };
}

function poolSettings({ DATABASE_CONNECTIONS: connections }: Config, { rows = 'none' }: OpenOptions) {
  return { connections, rows };
}

/**
 * Pairs the folders with the database as its owner, because only then it is certain that their key of the scopes is the
 * right one. Returns how to connect; for folders that may belong to another database as the owner, who needs no key.
 */
async function pairedConnections(
  { app, owner, pooler }: Database,
  { DATA_DIR }: Config,
  options: OpenOptions,
) {
  const { folders, database, signal } = options;
  if (folders === 'any') return { app: owner, pooler: null };
  const pool = openPool(owner, () => undefined, { connections: 1, rows: 'everything' });
  try {
    await pairUntilKnown(openDb(pool), DATA_DIR, database !== 'await', signal);
    const scopeKey = scopeKeyFrom(await openInstallationKey(filesFolder(DATA_DIR)));
    await keepScopeKey(pool, scopeKey);
    return { app: { ...app, scopeKey }, pooler: pooler === null ? null : { ...pooler, scopeKey } };
  } finally {
    await pool.end();
  }
}

type Connections = Awaited<ReturnType<typeof pairedConnections>>;

/** Opens the pool of the replica, if there is one; the operator's tools read everything from the primary. */
function replicaBeside(
  { app }: Connections,
  primary: Pool,
  { config, options, log }: { readonly config: Config; readonly options: OpenOptions; readonly log: Log },
): Replica | null {
  const { DATABASE_REPLICA_URL: connectionString, DATABASE_CONNECTIONS: connections } = config;
  if (connectionString === undefined || options.rows === 'everything' || options.folders === 'any')
    return null;
  const { scopeKey } = app;
  const connection = { connectionString, ...(scopeKey === undefined ? {} : { scopeKey }) };
  const settings = { connections, connectMs: 2_000, through: 'pooler' } as const;
  const pool = openPool(connection, () => undefined, settings);
  return openReplica({ pool, primary, watch: watchDatabase(connection), log });
}

/**
 * Opens the parts next to the pool: waiting rows of the audit log, the check whether the database is away, locks of all
 * nodes.
 */
function openBeside({ app, pooler }: Connections, db: Db, log: Log, closing: ReturnType<typeof closers>) {
  const audit = openAuditTrail({ db, log });
  closing.add(audit.close);
  const watch = watchAll([watchDatabase(app), ...(pooler === null ? [] : [watchPooler(pooler)])]);
  closing.add(watch.stop);
  const locks = sessionLocks(app, (fault) => log.warn({ err: fault }, 'a connection to the database broke'));
  closing.add(locks.close);
  const clock_watch = watchClock();
  closing.add(() => Promise.resolve(clock_watch.stop()));
  clock_watch.onSet((by_ms) => log.warn({ by_ms }, 'the clock was set; nothing is forgotten for a day'));
  return { audit, watch, locks, clock_watch };
}

/** Opens the pools for statements: of the database or its pooler, and of the replica. */
function openPools(
  connections: Connections,
  { broke, ...context }: Parameters<typeof replicaBeside>[2] & { readonly broke: (fault: unknown) => void },
  closing: ReturnType<typeof closers>,
) {
  const { app, pooler } = connections;
  const through = pooler === null ? 'nothing' : 'pooler';
  const settings = { ...poolSettings(context.config, context.options), through } as const;
  const pool = openPool(pooler ?? app, broke, settings);
  closing.add(() => pool.end());
  const replica = replicaBeside(connections, pool, context);
  closing.add(async () => replica?.close());
  return { pool, replica, db: openDb(pool, replica) };
}

/** Returns a function that starts listeners, which are closed with the platform. */
function listening(
  connection: ConnectionSettings,
  onFault: (fault: unknown) => void,
  closing: ReturnType<typeof closers>,
): Platform['listen'] {
  return async (channels) => {
    const listener = await startListener({ connection, channels, onFault });
    closing.add(listener.close);
    return listener;
  };
}

async function assemble(
  config: Config,
  { metrics = openMetrics('server'), ...options }: OpenOptions,
  log: Log,
  closing: ReturnType<typeof closers>,
): Promise<Platform> {
  await checkAnchorFolder(config);
  const database = await openDatabase(config, options, log);
  const { embedded } = database;
  closing.add(async () => embedded?.stop());
  const connections = await pairedConnections(database, config, options);
  const { app } = connections;
  const broke = (fault: unknown) => log.warn({ err: fault }, 'a connection to the database broke');
  const { pool, replica, db } = openPools(connections, { config, options, log, broke }, closing);
  const clock = options.clock ?? systemClock;
  const { files, tiers } = await openFiles(config, { db, log, onDamage: damageReporter(db, clock, log) });
  closing.add(files.close);
  const { audit, watch, locks, clock_watch } = openBeside(connections, db, log, closing);
  const troubles = databaseTroubles(embedded, watch, pool);
  return {
    config,
    db,
    pool,
    replica,
    files,
    files_folder: filesFolder(config.DATA_DIR),
    tiers,
    jobs: {
      start: async (handlers) => {
        if (tiers !== null) closing.add(tiers.start(locks).stop);
        closing.add((await runJobs({ connection: app, config, log, clock_watch, metrics }, handlers)).stop);
      },
    },
    listen: listening(app, broke, closing),
    locks,
    log,
    clock,
    audit,
    metrics,
    mail: await mailDependencies({ config, clock }),
    sealer: await openSealer(config),
    hashes: passwordHashes(),
    text_messages: textMessagePort({ config, clock }),
    push: await openPush(config),
    watch,
    clock_watch,
    troubles,
    isReady: async () => isServing(await troubles(true)),
    close: closing.close,
    abandon: async () => embedded?.hurry(),
  };
}

export async function openPlatform(config: Config, options: OpenOptions = {}): Promise<Platform> {
  const log = options.log ?? openLog(config.LOG_LEVEL);
  const closing = closers(log);
  try {
    return await assemble(config, options, log, closing);
  } catch (fault) {
    await closing.close();
    throw fault;
  }
}
