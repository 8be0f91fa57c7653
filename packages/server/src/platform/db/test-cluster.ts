/**
 * Runs one temporary PostgreSQL for a whole test run. The first test file that requests it starts it, under a lock; the
 * run's teardown stops it. Durability is off, because nothing survives the run.
 *
 * The run's folder is in `RHYTHMDESK_TEST_RUN`, set by the global set-up. It contains the owner's pid and mark, so that
 * a later run finds and removes what a killed run left.
 */
import { execFile } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { z } from 'zod';
import { prepareBinaries } from '../postgres/binaries.ts';
import { ensureCluster, makeLayout, makeSocketFolder, socketFolderFor } from '../postgres/cluster.ts';
import { findPostmaster, launchPostmaster, stopPostmaster, waitUntilReady } from '../postgres/postmaster.ts';
import { processMark } from '../postgres/process-mark.ts';
import {
  appRole,
  connectionsFor,
  ensureRoles,
  ownerRole,
  type EmbeddedConnections,
} from '../postgres/roles.ts';
import { chooseRunAs } from '../postgres/run-as.ts';
import { migrate } from './migrate.ts';
import { memoryFolder } from './test-memory.ts';

const run = promisify(execFile);
const variable = 'RHYTHMDESK_TEST_RUN';
const prefix = 'rhythmdesk-test-';
export const templateName = 'migrated_template';
/** The key with which the tests seal their scopes. */
export const testScopeKey = Buffer.alloc(32, 7);

export const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  log_min_error_statement: 'panic',
};

const connectionShape = z.object({
  host: z.string(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
});
const runShape = z.object({ superuser: connectionShape, owner: connectionShape, app: connectionShape });
const ownerShape = z.object({ pid: z.number(), mark: z.string() });

/** Creates the run's folder in `where` and removes those of dead runs. For the global set-up. */
export async function beginTestRun(where = tmpdir()): Promise<string> {
  for (const place of new Set([tmpdir(), memoryFolder])) {
    for (const name of await readdir(place).catch(() => [])) {
      // What another user's run left can only be removed by that user.
      if (name.startsWith(prefix)) await removeIfDead(path.join(place, name)).catch(() => undefined);
    }
  }
  const folder = await mkdtemp(path.join(where, prefix));
  const mark = await processMark(process.pid);
  // Complete from its first moment, because another run that starts now reads it too.
  const owner = path.join(folder, 'owner.json');
  await writeFile(`${owner}.new`, JSON.stringify({ pid: process.pid, mark }));
  await rename(`${owner}.new`, owner);
  process.env[variable] = folder;
  return folder;
}

async function removeIfDead(folder: string): Promise<void> {
  const text = await readFile(path.join(folder, 'owner.json'), 'utf8').catch(() => null);
  if (text === null) return;
  const { pid, mark } = ownerShape.parse(JSON.parse(text));
  if ((await processMark(pid)) !== mark) await endTestRun(folder);
}

/** Unmounts what a killed test left mounted below `folder`, possibly read-only. */
async function releaseMounts(folder: string): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const points = mounts.split('\n').flatMap((line) => line.split(' ')[1] ?? []);
  for (const point of points.filter((name) => name.startsWith(`${folder}/`)).reverse())
    await run('umount', ['-l', point]);
}

/** Stops the run's database, if one was started, and removes the folder. */
export async function endTestRun(folder: string): Promise<void> {
  const pid = await findPostmaster(path.join(folder, 'postgres', 'data'));
  if (pid !== null) await stopPostmaster(pid, { smartMs: 0, fastMs: 5_000 });
  await releaseMounts(folder);
  await rm(folder, { recursive: true, force: true });
}

async function migrateTemplate(connections: EmbeddedConnections): Promise<void> {
  const client = new Client(connections.superuser);
  await client.connect();
  try {
    await client.query(`create database ${templateName} owner ${ownerRole}`);
    const owner = { ...connections.owner, database: templateName };
    await migrate({ owner, appRole, scopeKey: testScopeKey });
  } finally {
    await client.end();
  }
}

export async function startCluster(folder: string): Promise<EmbeddedConnections> {
  const binaries = await prepareBinaries();
  const layout = await makeLayout(folder);
  const runAs = await chooseRunAs(binaries, layout.folder);
  const secrets = await ensureCluster(binaries, runAs, layout);
  const socketFolder = socketFolderFor(layout);
  await makeSocketFolder(layout, socketFolder, runAs);
  const place = { dataFolder: layout.data, socketFolder, startLog: layout.startLog };
  const started = launchPostmaster(binaries, runAs, place, fast);
  await waitUntilReady(started, place, { timeoutMs: longestStartMs });
  const connections = connectionsFor(socketFolder, secrets);
  await ensureRoles(connections.superuser, secrets);
  await migrateTemplate(connections);
  return connections;
}

/** Only limits the wait for a start that fails: ten times the start on an idle machine, with the template. */
const longestStartMs = 100_000;

/** The first caller to create the lock file does the work and writes the result; the others wait for it. */
async function startOnce(folder: string): Promise<EmbeddedConnections> {
  const result = path.join(folder, 'connections.json');
  const lock = path.join(folder, 'starting');
  for (const end = Date.now() + longestStartMs; Date.now() < end; await sleep(50)) {
    const text = await readFile(result, 'utf8').catch(() => null);
    if (text !== null) return runShape.parse(JSON.parse(text));
    const mine = await open(lock, 'wx').catch(() => null);
    if (mine === null) continue;
    await mine.close();
    const late = await stat(result).catch(() => null);
    if (late !== null) continue;
    try {
      const connections = await startCluster(folder);
      await writeFile(`${result}.new`, JSON.stringify(connections), { mode: 0o600 });
      await rename(`${result}.new`, result);
      return connections;
    } catch (fault) {
      await endTestCluster(folder);
      await unlink(lock).catch(() => undefined);
      throw fault;
    }
  }
  throw new Error('The test database did not start in time.');
}

export async function endTestCluster(folder: string): Promise<void> {
  const pid = await findPostmaster(path.join(folder, 'postgres', 'data'));
  if (pid !== null) await stopPostmaster(pid, { smartMs: 0, fastMs: 5_000 });
  await rm(path.join(folder, 'postgres'), { recursive: true, force: true });
}

/** Returns the run's database; the first caller starts it. */
export async function testCluster(): Promise<EmbeddedConnections> {
  const folder = process.env[variable];
  if (folder === undefined)
    throw new Error(`${variable} is not set: run the tests with the repository's vitest.config.ts.`);
  await mkdir(folder, { recursive: true });
  return startOnce(folder);
}
