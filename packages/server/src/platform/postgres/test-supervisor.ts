/** Contains the helpers of the supervisor's tests: temporary folders, a log in memory, queries, other processes. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterFile } from '../test-after-file.ts';
import type { SupervisorLog } from './embedded.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import type { Connection } from './roles.ts';

async function clear(root: string): Promise<void> {
  for (const entry of await readdir(root, { recursive: true })) {
    if (path.basename(entry) !== 'postmaster.pid') continue;
    const pid = await findPostmaster(path.dirname(path.join(root, entry)));
    if (pid !== null) await stopPostmaster(pid, { smartMs: 0, fastMs: 10_000 });
  }
  await rm(root, { recursive: true, force: true });
}

/**
 * Creates a folder with this mode. It is removed after the file's tests, and any database still running in it is
 * stopped.
 */
export async function rootFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-root-'));
  afterFile(() => clear(folder));
  await chmod(folder, mode);
  return folder;
}

interface KeptLog extends SupervisorLog {
  lines: string[];
}

export function keptLog(): KeptLog {
  const lines: string[] = [];
  const keep = (_: object, text: string) => void lines.push(text);
  return { lines, info: keep, warn: keep, error: keep };
}

/** Returns the first column of the first row. */
export async function ask(connection: Connection, statement: string): Promise<unknown> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const answer = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return answer.rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Starts another process that owns the database of `folder`. Resolves once it is up. */
export async function otherProcess(
  folder: string,
  options: SpawnOptions = {},
): Promise<{ child: ChildProcess; postgresPid: number }> {
  const script = path.join(import.meta.dirname, 'test-holding-process.ts');
  const child = spawn(process.execPath, [script, folder], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, postgresPid: Number(lines[0]) };
}

export async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}
