/**
 * Supervises the embedded PostgreSQL: one owner per data directory, one postmaster per owner.
 *
 * Start: lock the directory, stop what a killed parent left, create the cluster if there is none, start it, set up
 * roles. While running: a crash is logged, `isReady()` becomes false, and the server is started again. While that fails
 * (a full disk, for example), it is retried at increasing intervals without end. Stop: the application finishes its
 * requests first, then calls `stop()`.
 */
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries, type Binaries } from './binaries.ts';
import {
  ensureCluster,
  makeLayout,
  makeSocketFolder,
  readSecrets,
  removeSocketFolder,
  removeStaleSocket,
  socketFolderFor,
} from './cluster.ts';
import { lockDirectory } from './directory-lock.ts';
import {
  findPostmaster,
  launchPostmaster,
  stopLeftOver,
  stopPostmaster,
  waitUntilReady,
  type Postmaster,
  type PostmasterPlace,
  type ServerSettings,
  type StopTimes,
} from './postmaster.ts';
import { connectionsFor, ensureRoles, type EmbeddedConnections } from './roles.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';

const firstRestartMs = 500;
const longestRestartMs = 15_000;
/** A server that ran this long counts as started successfully. */
const healthyMs = 60_000;

/** The part of the log that the supervisor uses. */
export interface SupervisorLog {
  info: (fields: object, text: string) => void;
  warn: (fields: object, text: string) => void;
  error: (fields: object, text: string) => void;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: SupervisorLog;
  /** Added to the settings of the server, for tests. */
  settings?: ServerSettings;
  binaries?: Binaries;
  runAs?: RunAs;
  /** Aborts the start and stops what it began. */
  signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  connections: EmbeddedConnections;
  pid: () => number;
  isReady: () => boolean;
  stop: (times?: StopTimes) => Promise<void>;
  /** Ends the server immediately, also during a stop. Committed data is not lost; the next start replays the log. */
  hurry: () => Promise<void>;
}

/**
 * By default PostgreSQL writes the values of refused rows and whole statements to its log. Both would be patient data,
 * so these settings leave out details and statements.
 */
function serverSettings(logFolder: string): ServerSettings {
  const eighthMb = Math.floor(totalmem() / 1024 ** 2 / 8);
  return {
    shared_buffers: `${Math.min(1024, Math.max(64, eighthMb))}MB`,
    max_connections: '60',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: logFolder,
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  };
}

interface HeldDatabase {
  release: () => Promise<void>;
  place: PostmasterPlace;
  connections: EmbeddedConnections;
  launch: () => Promise<Postmaster>;
}

async function prepare(options: EmbeddedOptions): Promise<HeldDatabase> {
  const { log } = options;
  const layout = await makeLayout(options.dataDir);
  const lock = await lockDirectory(layout.folder);
  try {
    const stopped = await stopLeftOver(layout.data);
    if (stopped !== null)
      log.warn({ pid: stopped }, 'stopped the database that a killed process left behind');
    const binaries = options.binaries ?? (await prepareBinaries());
    const runAs = options.runAs ?? (await chooseRunAs(binaries, layout.folder));
    const secrets = await ensureCluster(binaries, runAs, layout);
    const socketFolder = socketFolderFor(layout);
    await makeSocketFolder(layout, socketFolder, runAs);
    await removeStaleSocket(socketFolder);
    const place = { dataFolder: layout.data, socketFolder, startLog: layout.startLog };
    const settings = { ...serverSettings(layout.log), ...options.settings };
    const connections = connectionsFor(socketFolder, secrets);
    const launch = async () => {
      const started = launchPostmaster(binaries, runAs, place, settings);
      try {
        await waitUntilReady(started, place, { signal: options.signal });
        await ensureRoles(connections.superuser, secrets);
      } catch (fault) {
        if (started.pid > 0) await stopPostmaster(started.pid, { smartMs: 0, fastMs: 30_000 });
        throw fault;
      }
      log.info({ pid: started.pid, run_as: runAs.kind }, 'database started');
      return started;
    };
    const release = async () => {
      await removeSocketFolder(layout, socketFolder);
      await lock.release();
    };
    return { release, place, connections, launch };
  } catch (fault) {
    await lock.release();
    throw fault;
  }
}

/** Starts the embedded database of this data directory. Throws `DirectoryInUse` if another process owns it. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const held = await prepare(options);
  const state = { stopping: false, ready: true };
  const isStopping = () => state.stopping;
  let stopped: Promise<void> | null = null;
  let current: Postmaster;
  try {
    current = await held.launch();
  } catch (fault) {
    await held.release();
    throw fault;
  }
  const again = async () => {
    await stopLeftOver(held.place.dataFolder);
    current = await held.launch();
    if (isStopping()) await stopPostmaster(current.pid);
    else state.ready = true;
  };
  const closing = new AbortController();
  const onCrash = () => (state.ready = false);
  const watched = watch(() => current, again, { closing: closing.signal, onCrash }, options.log);
  const stop = async (times: StopTimes | undefined) => {
    state.stopping = true;
    state.ready = false;
    closing.abort();
    await stopPostmaster(current.pid, times);
    await watched;
    await held.release();
  };
  return {
    connections: held.connections,
    pid: () => current.pid,
    isReady: () => state.ready,
    stop: (times) => (stopped ??= stop(times)),
    hurry: async () => {
      state.stopping = true;
      closing.abort();
      await stopPostmaster(current.pid, { smartMs: 0, fastMs: 5_000 });
    },
  };
}

/** Returns a delay that grows with every failure; the count restarts once a server has run for a while. */
export const restartDelayMs = (failures: number): number =>
  Math.min(longestRestartMs, firstRestartMs * 2 ** Math.min(failures, 10));

/** Watches one postmaster after the other until the supervisor stops. */
async function watch(
  current: () => Postmaster,
  startAgain: () => Promise<void>,
  { closing, onCrash }: { closing: AbortSignal; onCrash: () => void },
  log: SupervisorLog,
): Promise<void> {
  const isClosing = () => closing.aborted;
  for (let failures = 0; !isClosing();) {
    const since = performance.now();
    const how = await current().exited;
    if (isClosing()) return;
    onCrash();
    if (performance.now() - since > healthyMs) failures = 0;
    log.error({ pid: current().pid, how, failures }, 'database ended unexpectedly');
    await sleep(restartDelayMs(failures), undefined, { signal: closing }).catch(() => undefined);
    failures += 1;
    if (isClosing()) return;
    try {
      await startAgain();
    } catch (fault) {
      log.error({ err: fault, next_try_ms: restartDelayMs(failures) }, 'database could not be started again');
    }
  }
}

/**
 * Returns the connections of a database that another process of the product owns and runs, or null if none is running.
 * The import command and separate workers on the same data directory use it.
 */
export async function findRunningEmbedded(dataDir: string): Promise<EmbeddedConnections | null> {
  const layout = await makeLayout(dataDir);
  if ((await findPostmaster(layout.data)) === null) return null;
  return connectionsFor(socketFolderFor(layout), await readSecrets(layout));
}
