/**
 * Runs PgBouncer with the configuration that `docs/operating.md` recommends, before a database of this machine. Only
 * addresses, names, files and the number of connections are replaced.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareBinaries } from '@rhythmdesk/server/platform/postgres/binaries';
import type { Connection } from '@rhythmdesk/server/platform/postgres/roles';
import { chooseRunAs, commandAs, giveTo } from '@rhythmdesk/server/platform/postgres/run-as';
import { Client } from 'pg';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { examples } from './balancer.ts';
import { until } from './until.ts';

export type Pooler = {
  /** The address as `DATABASE_POOL_URL` names it. */
  readonly url: string;
  /** Ends it with this signal and starts it again. */
  readonly restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

async function configurationFor(
  { host, database }: Connection,
  {
    port,
    users,
    connections,
  }: { readonly port: number; readonly users: string; readonly connections: number },
): Promise<string> {
  const replaced: readonly (readonly [RegExp, string])[] = [
    [/^rhythmdesk = .*$/m, `rhythmdesk = host=${host} dbname=${database}`],
    [/^listen_port = .*$/m, `listen_port = ${String(port)}`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${String(connections)}`],
  ];
  const text = await readFile(path.join(examples, 'pgbouncer.ini'), 'utf8');
  return replaced.reduce((all, [from, to]) => all.replace(from, to), text);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs `work` with a pooler that opens at most this many connections to the database. */
export async function withPooler<Result>(
  app: Connection,
  connections: number,
  work: (pooler: Pooler) => Promise<Result>,
): Promise<Result> {
  // PgBouncer refuses to run as root, and only the database's own user may enter the folder of its socket.
  const runAs = await chooseRunAs(await prepareBinaries(), app.host);
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-pooler-'));
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'userlist.txt');
  await writeFile(users, `"${app.user}" "${app.password}"\n`, { mode: 0o600 });
  await writeFile(file, await configurationFor(app, { port, users, connections }));
  await giveTo(runAs, folder);
  const url = `postgres://${app.user}:${encodeURIComponent(app.password)}@127.0.0.1:${String(port)}/rhythmdesk`;
  const said: string[] = [];
  const start = async () => {
    const { file: program, args, ...identity } = commandAs(runAs, 'pgbouncer', [file]);
    const child = spawn(program, args, { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (data: Buffer) => void said.push(data.toString()));
    await until('the pooler answers', async () => {
      if (child.exitCode !== null) throw new Error('PgBouncer has ended');
      return answers(url);
    });
    return child;
  };
  const state: { child: ChildProcess | null } = { child: null };
  try {
    state.child = await start();
    return await work({
      url,
      restart: async (signal) => {
        if (state.child !== null) await end(state.child, signal);
        state.child = await start();
      },
    });
  } catch (fault) {
    throw new Error(`PgBouncer said: ${said.slice(-40).join('')}`, { cause: fault });
  } finally {
    if (state.child !== null) await end(state.child, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}
