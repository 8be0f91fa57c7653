/** A real server process over a test database, for tests that kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Connection } from '../platform/postgres/roles.ts';

const main = path.join(import.meta.dirname, 'main.ts');
const readyLine = z.object({ msg: z.literal('ready'), address: z.string() });

export type ServerProcess = {
  readonly address: string;
  readonly pid: number;
  /** Ends it as a power cut would, and waits until it has gone. */
  readonly kill: () => Promise<void>;
};

export function databaseUrl({ host, user, password, database }: Connection): string {
  const place = new URL('postgres://x/');
  place.username = user;
  place.password = password;
  place.pathname = `/${database}`;
  place.hostname = 'localhost';
  place.searchParams.set('host', host);
  return place.href;
}

function untilReady(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const said: string[] = [];
  if (child.stdout === null || child.stderr === null) throw new Error('a process without output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (!line.startsWith('{')) return;
    const parsed = readyLine.safeParse(JSON.parse(line));
    if (parsed.success) resolve(parsed.data.address);
  });
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  child.once('exit', () => reject(new Error(`the server ended: ${said.join('\n')}`)));
  return promise;
}

export async function startProcess(
  { app, owner }: { readonly app: Connection; readonly owner: Connection },
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(app),
      DATABASE_OWNER_URL: databaseUrl(owner),
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    address: await untilReady(child),
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
