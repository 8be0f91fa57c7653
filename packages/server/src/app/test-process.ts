/** A real process of the product, over a test database or its own embedded one, for tests and programs that kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Connection } from '../platform/postgres/roles.ts';

const readyLine = z.object({ msg: z.enum(['ready', 'working']), address: z.string().optional() });

/** `main` serves and works, `worker` only works. */
export type ProgramName = 'main' | 'worker';

export type ServerProcess = {
  /** Empty for a worker. */
  readonly address: string;
  readonly pid: number;
  readonly isAlive: () => boolean;
  /** Its last lines. */
  readonly said: () => readonly string[];
  /** Ends it as a power cut would, and waits until it has gone. */
  readonly kill: () => Promise<void>;
  /** Ends it in order. Gives its exit code, null where a signal ended it. */
  readonly stop: () => Promise<number | null>;
};

/** The database that it is given; null for its own. */
export type GivenDatabase = { readonly app: Connection; readonly owner: Connection } | null;
export function databaseUrl({ host, user, password, database }: Connection): string {
  const place = new URL('postgres://x/');
  place.username = user;
  place.password = password;
  place.pathname = `/${database}`;
  place.hostname = 'localhost';
  place.searchParams.set('host', host);
  return place.href;
}

const linesKept = 400;

/** Gives the address once the process says that it is ready. */
function untilReady(child: ChildProcess, said: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const hear = (line: string): void => {
    said.push(line);
    if (said.length > linesKept) said.shift();
  };
  if (child.stdout === null || child.stderr === null) throw new Error('a process without output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    hear(line);
    if (!line.startsWith('{')) return;
    const parsed = readyLine.safeParse(JSON.parse(line));
    if (parsed.success) resolve(parsed.data.address ?? '');
  });
  createInterface({ input: child.stderr }).on('line', hear);
  child.once('exit', () => reject(new Error(`the process ended: ${said.join('\n')}`)));
  return promise;
}

/** Programs of one run of tests share what Node compiles: a quarter of the processor time of a start. */
function compileCache(): Record<string, string> {
  const run = process.env['RHYTHMDESK_TEST_RUN'];
  return run === undefined ? {} : { NODE_COMPILE_CACHE: path.join(run, 'compile-cache') };
}

/** What names the database to a program; nothing for the embedded one. */
export const databaseSettings = (database: GivenDatabase): Record<string, string> =>
  database === null
    ? {}
    : { DATABASE_URL: databaseUrl(database.app), DATABASE_OWNER_URL: databaseUrl(database.owner) };

/** The settings that every program needs. */
export const programSettings = (dataDir: string): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'info',
});

/** The bundled program that the run of tests has built. */
export function programFile(program: ProgramName): string {
  const folder = process.env['RHYTHMDESK_TEST_PROGRAMS'];
  if (folder === undefined) throw new Error('the run of tests has not built the programs of the server');
  return path.join(folder, `${program}.js`);
}

export async function startProcess(
  database: GivenDatabase,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  program: ProgramName = 'main',
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [programFile(program)], {
    env: {
      ...programSettings(dataDir),
      ...compileCache(),
      ...databaseSettings(database),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    address: await untilReady(child, said),
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => said,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return gone;
    },
  };
}
