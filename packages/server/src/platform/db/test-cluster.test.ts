import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endTestRun } from './test-cluster.ts';

/** Creates a folder of a run with a read-only mount in it, which only root can create. */
const mounted = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'killed-run-'));
  const files = path.join(folder, 'tmp', 'files');
  await mkdir(path.join(files, 'a0'), { recursive: true });
  if (process.getuid?.() !== 0) return folder;
  execFileSync('mount', ['--bind', files, files]);
  execFileSync('mount', ['-o', 'remount,bind,ro', files]);
  return folder;
};

test('the end of a run removes the remains of a killed test, including a read-only mount', async () => {
  const folder = await mounted();
  await endTestRun(folder);
  await expect(stat(folder)).rejects.toThrow(/ENOENT/);
});
