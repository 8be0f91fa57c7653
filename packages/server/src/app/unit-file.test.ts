/** Tests the systemd unit of docs/operating.md with its own command line, and stop signals at bad moments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { findPostmaster } from '../platform/postgres/postmaster.ts';
import { rootFolder } from '../platform/postgres/test-supervisor.ts';

const root = path.join(import.meta.dirname, '../../../..');

async function unitCommand(): Promise<string[]> {
  const text = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
  const line = /^ExecStart=(.+)$/m.exec(text)?.[1];
  if (line === undefined) throw new Error('docs/operating.md has no unit');
  return line.replaceAll('/opt/rhythmdesk', root).split(' ');
}

/** Starts the program like the unit does; `lines` are those of its log. */
async function startUnit(dataDir: string) {
  const [program = '', ...args] = await unitCommand();
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const left = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const until = async (words: string): Promise<void> => {
    for await (const line of lines) if (line.includes(words)) return;
    throw new Error(`ended before it said ${words}`);
  };
  const end = async (): Promise<number | null> => {
    child.stdout.resume();
    await left;
    return child.exitCode;
  };
  return { child, until, end };
}

const databaseOf = (dataDir: string) => findPostmaster(path.join(dataDir, 'postgres', 'data'));

test('stopped once it is ready, the unit’s process ends in order and leaves no database', async () => {
  const dataDir = await rootFolder(0o711);
  const unit = await startUnit(dataDir);
  await unit.until('"msg":"ready"');
  expect(await databaseOf(dataDir)).not.toBeNull();
  unit.child.kill('SIGTERM');
  expect(await unit.end()).toBe(0);
  expect(await databaseOf(dataDir)).toBeNull();
});

test('stopped during its start, it leaves no database', async () => {
  const dataDir = await rootFolder(0o711);
  const unit = await startUnit(dataDir);
  await unit.until('database started');
  unit.child.kill('SIGHUP');
  expect(await unit.end()).toBe(0);
  expect(await databaseOf(dataDir)).toBeNull();
});
