/**
 * Starts a real process of the product, over a test database or its own embedded one, for tests and programs that kill
 * it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Connection } from '../platform/postgres/roles.ts';

const readyLine = z.object({ msg: z.enum(['ready', 'working']), address: z.string().optional() });

/** `main` serves requests and runs jobs, `worker` only runs jobs. */
export type ProgramName = 'main' | 'worker';

export type ServerProcess = {
  /** Empty for a worker. */
  readonly address: string;
  readonly pid: number;
  readonly isAlive: () => boolean;
  /** Its last lines. */
  readonly said: () => readonly string[];
  /** Returns a list to which every further line with these words is added. */
  readonly listen: (words: string) => readonly string[];
  /** Kills it like a power cut, and waits until it has gone. */
  readonly kill: () => Promise<void>;
  /** Stops it in order. Returns its exit code, or null if a signal ended it. */
  readonly stop: () => Promise<number | null>;
};

/** The database that the process uses; null for its own. */
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

type Listener = { readonly words: string; readonly lines: string[] };
type Output = { readonly last: string[]; readonly listeners: Listener[] };

function addLine({ last, listeners }: Output, line: string): void {
  last.push(line);
  if (last.length > linesKept) last.shift();
  for (const { words, lines } of listeners) if (line.includes(words)) lines.push(line);
}

/** Returns the address once the process reports that it is ready. */
function untilReady(child: ChildProcess, output: Output): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const hear = (line: string): void => addLine(output, line);
  if (child.stdout === null || child.stderr === null) throw new Error('a process without output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    hear(line);
    if (!line.startsWith('{')) return;
    const parsed = readyLine.safeParse(JSON.parse(line));
    if (parsed.success) resolve(parsed.data.address ?? '');
  });
  createInterface({ input: child.stderr }).on('line', hear);
  child.once('exit', () => reject(new Error(`the process ended: ${output.last.join('\n')}`)));
  return promise;
}

/** Programs share Node's compile cache, which saves a quarter of the CPU time of a start. */
export function programBasics(): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}

/** Returns the settings that name the database to a program; empty for the embedded one. */
export const databaseSettings = (database: GivenDatabase): Record<string, string> =>
  database === null
    ? {}
    : { DATABASE_URL: databaseUrl(database.app), DATABASE_OWNER_URL: databaseUrl(database.owner) };

/** Returns the settings that every program needs. */
export const programSettings = (dataDir: string): Record<string, string | undefined> => ({
  ...programBasics(),
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'info',
});

/** Returns the bundled program that the test run has built. */
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
      ...databaseSettings(database),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Output = { last: [], listeners: [] };
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    address: await untilReady(child, output),
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => output.last,
    listen: (words) => {
      const lines: string[] = [];
      output.listeners.push({ words, lines });
      return lines;
    },
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
