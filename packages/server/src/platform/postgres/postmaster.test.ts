/** Tests how long a start of the database is waited for. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntilReady, type Postmaster } from './postmaster.ts';

async function startOf(pid: number) {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'postmaster-'));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const place = { dataFolder, socketFolder: dataFolder, startLog: path.join(dataFolder, 'start.log') };
  const started: Postmaster = { pid, exited: Promise.withResolvers<string>().promise };
  /** Complete at any moment, as PostgreSQL writes it. */
  const say = async (state: string) => {
    const file = path.join(dataFolder, 'postmaster.pid');
    await writeFile(`${file}.new`, [pid, dataFolder, 0, 5432, '', '', 0, state].join('\n'));
    await rename(`${file}.new`, file);
  };
  return { place, started, say };
}

test('a database that replays its log after a power cut is waited for, however long that takes', async () => {
  const { place, started, say } = await startOf(process.pid);
  await say('starting');
  const waited = expect(waitUntilReady(started, place, { timeoutMs: 0 })).resolves.toBeUndefined();
  await say('ready');
  await waited;
});

test('a process that has not begun in time is given up', async () => {
  const { place, started } = await startOf(process.pid);
  await expect(waitUntilReady(started, place, { timeoutMs: 0 })).rejects.toThrow('not ready after 0 ms');
});
