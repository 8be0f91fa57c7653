/**
 * Runs a whole installation in a separate folder: server, embedded database and, if requested, a worker, each a process
 * that can be killed. The folder is removed after use.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess, type ProgramName, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { findPostmaster } from '@rhythmdesk/server/platform/postgres/postmaster';
import { Client, type QueryResultRow } from 'pg';
import { health } from './ask.ts';
import type { FaultSize } from './fault-program.ts';
import { addPeople, type Tokens } from './people.ts';
import { shared } from './shared-context.ts';
import { until } from './until.ts';

export type Installation = {
  readonly dataDir: string;
  readonly tokens: Tokens;
  /** The address changes with every start. */
  readonly address: () => string;
  readonly process: (program: ProgramName) => ServerProcess;
  /** Starts a program that is not running. */
  readonly start: (program: ProgramName) => Promise<void>;
  readonly postmaster: () => Promise<number>;
  /** Runs one statement as the database's superuser. */
  readonly asSuperuser: (statement: string) => Promise<QueryResultRow[]>;
  readonly withDb: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
  readonly untilReady: () => Promise<void>;
};

async function connectionsOf(dataDir: string) {
  const connections = await findRunningEmbedded(dataDir);
  if (connections === null) throw new Error('no embedded database runs');
  return connections;
}

async function withDbOf<Result>(dataDir: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const pool = openPool((await connectionsOf(dataDir)).owner, () => undefined, {
    connections: 4,
    rows: 'everything',
  });
  try {
    return await work(openDb(pool));
  } finally {
    await pool.end();
  }
}

async function ask(dataDir: string, statement: string): Promise<QueryResultRow[]> {
  const { superuser } = await connectionsOf(dataDir);
  const client = new Client({ ...superuser, database: 'rhythmdesk' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<QueryResultRow>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The id is never 0 or missing, because a signal to that would reach this whole process group. */
async function postmasterOf(dataDir: string): Promise<number> {
  const pid = await findPostmaster(path.join(dataDir, 'postgres', 'data'));
  if (pid === null) throw new Error('no postmaster runs');
  return pid;
}

/** Returns the child processes of a process, from the kernel's table. */
export async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) found.push(Number(name));
  }
  return found;
}

/** Runs `work` with a whole installation that has these settings. */
export async function withOwnInstallation<Result>(
  settings: Readonly<Record<string, string>>,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-fault-'));
  const running = new Map<ProgramName, ServerProcess>();
  const start = async (program: ProgramName): Promise<void> => {
    running.set(program, await startProcess(null, dataDir, settings, program));
  };
  const processOf = (program: ProgramName): ServerProcess => {
    const found = running.get(program);
    if (found === undefined) throw new Error(`${program} was never started`);
    return found;
  };
  try {
    await start('main');
    return await work({
      dataDir,
      tokens: await withDbOf(dataDir, addPeople),
      address: () => processOf('main').address,
      process: processOf,
      start,
      postmaster: () => postmasterOf(dataDir),
      asSuperuser: (statement) => ask(dataDir, statement),
      withDb: (wanted) => withDbOf(dataDir, wanted),
      untilReady: () =>
        until(
          'the server is ready',
          async () => (await health(processOf('main').address, 'readyz'))?.code === 200,
        ),
    });
  } finally {
    for (const each of [...running.values()].reverse()) if (each.isAlive()) await each.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const withSharedInstallation = shared<Installation>((work) => withOwnInstallation({}, work));

/** Runs `work` with a whole installation; short forms share it. */
export const withInstallation = <Result>(
  size: FaultSize,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> => (size === 'short' ? withSharedInstallation(work) : withOwnInstallation({}, work));
