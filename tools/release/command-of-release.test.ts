/** Tests which release makes the backup that `rhythmdesk backup` requests; small programs replace Node. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCaptured } from '../processes/child-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a release whose every program names itself and its words, and ends with this code. */
function release(version: string, code: number): void {
  const tree = join(folder, 'releases', version);
  mkdirSync(join(tree, 'node/bin'), { recursive: true });
  cpSync(join(import.meta.dirname, 'product/bin'), join(tree, 'bin'), { recursive: true });
  chmodSync(join(tree, 'bin/rhythmdesk'), 0o755);
  writeFileSync(
    join(tree, 'node/bin/node'),
    `#!/bin/sh\necho "${version}: $(basename "$1") $2"\nexit ${String(code)}\n`,
    { mode: 0o755 },
  );
}

async function command(...words: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], RHYTHMDESK_SETTINGS: join(folder, 'none') };
  const file = join(folder, 'releases/0.1.0/bin/rhythmdesk');
  const { code, stdout } = await runCaptured(file, words, { cwd: '/', env });
  return `${stdout.trim()} (${String(code)})`;
}

test('a backup that the running release refuses is made by the one that changed the tables', async () => {
  for (const [version, code] of [
    ['0.1.0', 3],
    ['0.2.0', 3],
    ['0.2.1', 0],
  ] as const)
    release(version, code);
  expect(await command('backup', 'to')).toBe('0.1.0: backup.js to (3)');
  writeFileSync(join(folder, 'tables'), '0.2.0\n0.2.1\n0.3.0\n');
  expect(await command('backup', 'to')).toBe(
    '0.1.0: backup.js to\n0.2.0: backup.js to\n0.2.1: backup.js to (0)',
  );
  expect(await command('restore', 'from')).toBe('0.1.0: restore.js from (3)');
});

test('another fault of a backup is final', async () => {
  release('0.1.0', 1);
  release('0.2.0', 0);
  writeFileSync(join(folder, 'tables'), '0.2.0\n');
  expect(await command('backup', 'to')).toBe('0.1.0: backup.js to (1)');
});
