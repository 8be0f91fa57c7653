/** Tests that nothing that a dead owner left keeps the next one out. */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from './directory-lock.ts';

async function folderWith(claim: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, `owner-${crypto.randomUUID()}.lock`);
  await writeFile(file, claim);
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(file, minuteAgo, minuteAgo);
  return folder;
}

test.each(['', '\0\0\0\0', '{"pid":1'])('a claim that a power cut left as “%s” is void', async (claim) => {
  const folder = await folderWith(claim);
  const lock = await lockDirectory(folder);
  expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toHaveLength(1);
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
});
