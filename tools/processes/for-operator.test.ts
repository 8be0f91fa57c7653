import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { testDatabaseOfOwner } from '@rhythmdesk/server/platform/db/test-database';
import { keepNode } from '@rhythmdesk/server/platform/nodes/nodes';
import { databaseUrl } from '@rhythmdesk/server/testing/test-process';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryRoot } from './repository.ts';

const away = { DATA_DIR: '/nowhere', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };

/** Runs a command of an installation, and returns its exit code and what it writes. */
async function runCommand(name: string, args: readonly string[], settings: Record<string, string>) {
  const file = join(repositoryRoot, 'tools', 'commands', `${name}.ts`);
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { words: await text(child.stderr), code: await code };
}

const commands: readonly (readonly [string, readonly string[]])[] = [
  ['audit-verify', []],
  ['backup', ['/nowhere/backup']],
  ['files', ['verify']],
  ['jobs', []],
];

test.for(commands)('%s tells in one line what an administrator can fix', async ([name, args]) => {
  const wrong = await runCommand(name, args, { PORT: 'x' });
  expect(wrong).toEqual({
    words: 'Wrong settings. PORT must be: 0 to 65535, 0 = any free one. See docs/operating.md.\n',
    code: 1,
  });
  expect(await runCommand(name, args, away)).toEqual({
    words: 'The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.\n',
    code: 1,
  });
});

test.for(commands)(
  '%s refuses a folder without an installation, and leaves it empty',
  async ([name, args]) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'no-installation-'));
    onTestFinished(() => rm(DATA_DIR, { recursive: true }));
    expect(await runCommand(name, args, { DATA_DIR, DATABASE_URL: '' })).toEqual({
      words: `There is no installation in ${DATA_DIR}. Use the settings of the server, above all its DATA_DIR or DATABASE_URL.\n`,
      code: 1,
    });
    expect(await readdir(DATA_DIR)).toEqual([]);
  },
);

test.each(['backup', 'restore', 'import'])('%s answers an unknown option with its usage', async (name) => {
  const { words, code } = await runCommand(name, ['--halp'], {});
  expect(code).toBe(1);
  expect(words).toMatch(new RegExp(`npm run ${name} -- .*\n$`));
});

async function installationWithDatabase() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'installation-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const { app, owner, db } = await testDatabaseOfOwner();
  const urls = { DATABASE_URL: databaseUrl(app), DATABASE_OWNER_URL: databaseUrl(owner) };
  return { db, settings: { DATA_DIR, ...urls } };
}

test('jobs names the IDs that are no failed jobs', async () => {
  const { settings } = await installationWithDatabase();
  expect(await runCommand('jobs', ['again', '7', '8'], settings)).toEqual({
    words: 'There is no failed job with the ID 7.\nThere is no failed job with the ID 8.\n',
    code: 1,
  });
  expect(await runCommand('jobs', ['again', '1.5'], settings)).toMatchObject({ code: 1 });
  expect(await runCommand('jobs', ['again', 'all'], settings)).toEqual({ words: '', code: 0 });
});

test('files adopt is refused while a server uses the database', async () => {
  const { db, settings } = await installationWithDatabase();
  const facts = { program: 'server', clockAheadMs: async () => 0, freeBytes: async () => 0 } as const;
  const end = await keepNode(db, facts, (fault) => expect.unreachable(String(fault)));
  expect(await runCommand('files', ['adopt'], settings)).toEqual({
    words: `The server on ${hostname()} (process ${String(process.pid)}) uses this database. Stop it first.\n`,
    code: 1,
  });
  await end();
  expect(await runCommand('files', ['adopt'], settings)).toEqual({ words: '', code: 0 });
});
