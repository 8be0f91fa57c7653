/** Starts a server for a benchmark: new data directory, the demo's people, and the requested cases. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestAnalysis } from '@rhythmdesk/server/records/readings/request-analysis';
import { passwordHashes } from '@rhythmdesk/server/features/people/password-hashes';
import { openDb, openPool } from '@rhythmdesk/server/platform/db/database';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { databaseSettings } from '@rhythmdesk/server/testing/test-process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { ensureServerBuilt } from '../build/server-build.ts';
import { ensureWebBuilt } from '../build/web-build.ts';
import { CaseLoader } from '../demo/case-loader.ts';
import type { CasePlan } from '../demo/case-plans.ts';
import { addPeople } from '../demo/demo-callers.ts';
import { demoPassword } from '../demo/demo-people.ts';
import type { Pool } from 'pg';
import { untilReady } from '../demo-run/until-ready.ts';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { repositoryRoot } from '../processes/repository.ts';

const signedIn = z.object({ token: z.string().min(1) });

export type BenchServer = {
  readonly origin: string;
  readonly data_dir: string;
  /** Process id of the server, for its memory and processor time. */
  readonly pid: number;
  readonly token: (user_id: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

const found = z.array(z.object({ known: z.boolean() }));

async function knowsPeople(pool: Pool): Promise<boolean> {
  const answer = await pool.query(`select exists (select from users where user_id = 'demoadmin') as known`);
  return found.parse(answer.rows)[0]?.known === true;
}

async function load(dataDir: string, plans: readonly CasePlan[], analyse: boolean): Promise<void> {
  const running = await findRunningEmbedded(dataDir);
  if (running === null) throw new Error('the server runs no embedded database');
  const pool = openPool(running.owner, () => undefined, { connections: 4, rows: 'everything' });
  const files = await openDiskStore(join(dataDir, 'files'));
  try {
    if (await knowsPeople(pool)) return;
    const db = openDb(pool);
    const now = new Date();
    const world = await addPeople(db, await passwordHashes().make(demoPassword));
    const loader = new CaseLoader(db, files, world, now);
    for (const plan of plans) {
      const case_id = await loader.load(plan);
      if (analyse) await transact(db, (tx) => requestAnalysis(tx, case_id));
    }
  } finally {
    await files.close();
    await pool.end();
  }
}

type Program = Pick<BenchServer, 'origin' | 'pid'> & { readonly stop: () => Promise<void> };

/** Starts the built server on a free port and waits until it is ready. */
async function startProgram(dataDir: string, settings: Readonly<Record<string, string>>): Promise<Program> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${String(port)}`;
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...settings,
  };
  const server = spawn(process.execPath, [join(await ensureServerBuilt(repositoryRoot), 'main.js')], {
    cwd: repositoryRoot,
    env: { ...env, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  const ended = once(server, 'exit').then(() => 0);
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await ended;
  };
  if (await untilReady(origin, ended)) return { origin, pid: server.pid ?? 0, stop };
  await stop();
  throw new Error('the server did not start');
}

/** Starts a second server on the database and the files of the first. */
export async function serverBeside(
  { data_dir }: BenchServer,
  settings: Readonly<Record<string, string>>,
): Promise<Program> {
  const running = await findRunningEmbedded(data_dir);
  if (running === null) throw new Error('the server runs no embedded database');
  return startProgram(data_dir, { ...databaseSettings(running), ...settings });
}

/**
 * Starts the server with the page, both built from the present sources. `kept`: a data directory that is kept; its
 * content is not loaded again. `analyse`: the server analyses every case in the background.
 */
export async function benchServer(
  plans: readonly CasePlan[],
  kept?: string,
  analyse = false,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'rhythmdesk-bench-')));
  const removeData = async (): Promise<void> => {
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  await ensureWebBuilt(repositoryRoot);
  const { origin, pid, stop } = await startProgram(dataDir, settings).catch(async (fault: unknown) => {
    await removeData();
    throw fault;
  });
  const close = async (): Promise<void> => {
    await stop();
    await removeData();
  };
  try {
    await load(dataDir, plans, analyse);
  } catch (fault) {
    await close();
    throw fault;
  }
  const token = async (user_id: string): Promise<string> => {
    const answer = await fetch(`${origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id, password: demoPassword }),
    });
    return signedIn.parse(await answer.json()).token;
  };
  return { origin, data_dir: dataDir, pid, token, close };
}
