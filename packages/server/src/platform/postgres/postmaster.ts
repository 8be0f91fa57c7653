/**
 * Controls one postmaster process: starts it, waits until it is ready, stops it, and recognises one that a killed
 * parent left behind.
 *
 * It gets its own session (`detached`), so a Ctrl-C in the terminal reaches only the application, which finishes its
 * requests before it stops the database. Its output goes to files, never to a pipe that could close.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseFault } from './database-fault.ts';
import type { Binaries } from './binaries.ts';
import { commandLine, processMark, workingFolder } from './process-mark.ts';
import { commandAs, type RunAs } from './run-as.ts';

export interface PostmasterPlace {
  dataFolder: string;
  socketFolder: string;
  /** Receives PostgreSQL's output before its own log collector runs. */
  startLog: string;
}

export interface Postmaster {
  pid: number;
  /** Settles with a message for the log when the process ends. */
  exited: Promise<string>;
}

/** Server settings as `name=value`. */
export type ServerSettings = Record<string, string>;

export function launchPostmaster(
  binaries: Binaries,
  runAs: RunAs,
  place: PostmasterPlace,
  settings: ServerSettings,
): Postmaster {
  const all: ServerSettings = {
    listen_addresses: '',
    unix_socket_directories: place.socketFolder,
    unix_socket_permissions: '0700',
    ...settings,
  };
  const args = [
    '-D',
    place.dataFolder,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const command = commandAs(runAs, binaries.postgres, args);
  const log = openSync(place.startLog, 'w', 0o600);
  try {
    const child = spawn(command.file, command.args, {
      ...(command.uid === undefined ? {} : { uid: command.uid }),
      ...(command.gid === undefined ? {} : { gid: command.gid }),
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    });
    const exited = new Promise<string>((resolve) => {
      child.once('error', (fault) => resolve(fault.message));
      child.once('exit', (code, signal) =>
        resolve(signal === null ? `exit code ${String(code)}` : `signal ${signal}`),
      );
    });
    child.unref();
    return { pid: child.pid ?? 0, exited };
  } finally {
    closeSync(log);
  }
}

interface PidFile {
  pid: number;
  dataFolder: string;
  ready: boolean;
}

async function readPidFile(dataFolder: string): Promise<PidFile | null> {
  const text = await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return null;
  return { pid, dataFolder: lines[1] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * Waits until the server reports ready in its own pid file. Throws with its last output if it ends, or does not begin in
 * time. One that has begun may replay gigabytes of its log after a power cut: to stop it would only make the next start
 * replay them from the beginning.
 */
export async function waitUntilReady(
  started: Postmaster,
  place: PostmasterPlace,
  { timeoutMs = 120_000, signal }: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const end = Date.now() + timeoutMs;
  const last: { words: string | null } = { words: null };
  void started.exited.then((how) => (last.words = how));
  for (let hasBegun = false; ;) {
    signal?.throwIfAborted();
    const found = await readPidFile(place.dataFolder);
    if (found?.pid === started.pid && found.ready) return;
    hasBegun ||= found?.pid === started.pid;
    if (last.words !== null || (!hasBegun && Date.now() >= end)) break;
    await sleep(20);
  }
  const words = await readFile(place.startLog, 'utf8').catch(() => '');
  const why = last.words ?? `not ready after ${timeoutMs} ms`;
  throw new DatabaseFault(
    `The database in ${place.dataFolder} did not start (${why}). ${words.slice(-2000).trim()}`,
  );
}

const isPostgres = (words: string) => /(^|\/)postgres( |$)/.test(words);

/**
 * Returns the pid of a living postmaster of exactly this data folder: pid file, command line and folder must agree. The
 * working folder of a server is its data folder, so a server whose folder was renamed is still recognised by it.
 */
export async function findPostmaster(dataFolder: string): Promise<number | null> {
  const found = await readPidFile(dataFolder);
  if (found === null) return null;
  const words = await commandLine(found.pid);
  if (words === null || !isPostgres(words) || !words.includes(` -D ${found.dataFolder} `)) return null;
  const standsIn = (await workingFolder(found.pid)) ?? found.dataFolder;
  return standsIn === dataFolder ? found.pid : null;
}

async function waitUntilGone(pid: number, mark: string | null, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const now = await processMark(pid);
    if (now === null || now !== mark) return true;
    await sleep(20);
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ESRCH')) throw fault;
  }
}

export interface StopTimes {
  /** The time for clients to disconnect by themselves. */
  smartMs: number;
  /** The time for the shutdown checkpoint after the last clients were disconnected. */
  fastMs: number;
}

/**
 * Stops the server, gently first. SIGTERM lets clients finish. SIGINT disconnects them and still writes everything to
 * disk. SIGQUIT is the last resort, after which the next start replays the log. Committed data is never lost.
 */
export async function stopPostmaster(
  pid: number,
  times: StopTimes = { smartMs: 3_000, fastMs: 60_000 },
): Promise<void> {
  const mark = await processMark(pid);
  if (mark === null) return;
  const steps: [NodeJS.Signals, number][] = [
    ['SIGTERM', times.smartMs],
    ['SIGINT', times.fastMs],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ];
  for (const [name, timeoutMs] of steps) {
    if (timeoutMs === 0) continue;
    signal(pid, name);
    if (await waitUntilGone(pid, mark, timeoutMs)) return;
  }
  throw new DatabaseFault(`The database process ${pid} could not be stopped.`);
}

/** Far above any pid that a system assigns. PostgreSQL sees a dead owner and still checks its shared memory. */
const nobodysPid = '2147483646';

/**
 * Stops a server that a killed parent left behind and returns its pid. A pid file whose number now belongs to another
 * program would prevent PostgreSQL from starting. This happens after a restart of the machine, or if this folder is a
 * copy and the number belongs to the server of the original. Only the first line of the file is changed, because the
 * rest protects against processes of the old server that still use its memory.
 */
export async function stopLeftOver(dataFolder: string): Promise<number | null> {
  const pid = await findPostmaster(dataFolder);
  if (pid !== null) {
    await stopPostmaster(pid, { smartMs: 0, fastMs: 60_000 });
    return pid;
  }
  const stale = await readPidFile(dataFolder);
  const words = stale === null ? null : await commandLine(stale.pid);
  if (stale === null) return null;
  const standsIn = await workingFolder(stale.pid);
  if (words !== null && isPostgres(words) && (standsIn === null || standsIn === dataFolder)) {
    throw new DatabaseFault(
      `A database server that is not ours (process ${stale.pid}) uses ${dataFolder}. Stop it first.`,
    );
  }
  const file = path.join(dataFolder, 'postmaster.pid');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^-?\d+/, nobodysPid));
  return null;
}
