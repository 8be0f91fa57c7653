import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { prepareBinaries } from './binaries.ts';
import { startEmbedded } from './embedded.ts';
import { chooseRunAs, commandAs, type RunAs } from './run-as.ts';
import { ask, rootFolder, keptLog, otherProcess } from './test-supervisor.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const binaries = await prepareBinaries();

async function userNamed(name: string): Promise<{ uid: number; gid: number } | null> {
  const ask = async (flag: string) => Number((await run('id', [flag, name])).stdout);
  return Promise.all([ask('-u'), ask('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => null,
  );
}

async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

/** Starts twice, so that the second start uses what the first one created. */
async function startTwice(dataDir: string, runAs: RunAs): Promise<number> {
  let uid = -1;
  for (const wanted of [1, 2]) {
    const database = await startEmbedded({ dataDir, log: keptLog(), runAs });
    expect(await ask(database.connections.app, `select ${wanted}`)).toBe(wanted);
    uid = await uidOf(database.pid());
    await database.stop();
  }
  return uid;
}

test('a plain user runs PostgreSQL directly', async () => {
  expect(await chooseRunAs(binaries, '/', 1000)).toEqual({ kind: 'direct' });
  expect(commandAs({ kind: 'direct' }, 'x', ['y'])).toEqual({ file: 'x', args: ['y'] });
});

test('the pid of a namespaced command is the program’s own', async () => {
  const command = commandAs({ kind: 'namespace', unshare: 'unshare' }, '/bin/sh', ['-c', 'id -u']);
  expect(command.args).toEqual(['--user', '--map-user=65534', '--map-group=65534', '/bin/sh', '-c', 'id -u']);
});

test.runIf(isRoot)('root, below a folder that only root may read, uses a user namespace', async () => {
  const dataDir = await rootFolder(0o700);
  await mkdir(path.join(dataDir, 'postgres'));
  const runAs = await chooseRunAs(binaries, path.join(dataDir, 'postgres'));
  expect(runAs.kind).toBe('namespace');
  await startTwice(dataDir, runAs);
  expect((await stat(path.join(dataDir, 'postgres', 'data'))).uid).toBe(0);
});

test.runIf(isRoot)('root drops to a service user that can reach programs and data', async () => {
  const dataDir = await rootFolder(0o711);
  const user = await userNamed('nobody');
  if (user === null) throw new Error('there is no user nobody');
  const uid = await startTwice(dataDir, { kind: 'user', name: 'nobody', ...user });
  expect(uid).toBe(user.uid);
  expect((await stat(path.join(dataDir, 'postgres', 'data'))).uid).toBe(user.uid);
});

test.runIf(isRoot)('data of one owner gets another owner when the way of running changes', async () => {
  const dataDir = await rootFolder(0o711);
  const user = await userNamed('nobody');
  if (user === null) throw new Error('there is no user nobody');
  await startTwice(dataDir, { kind: 'user', name: 'nobody', ...user });
  await startTwice(dataDir, { kind: 'namespace', unshare: 'unshare' });
  expect((await stat(path.join(dataDir, 'postgres', 'data', 'base'))).uid).toBe(0);
  await startTwice(dataDir, { kind: 'user', name: 'nobody', ...user });
});

test.runIf(isRoot)('another user’s process runs its own database, and is refused on another’s', async () => {
  const root = await rootFolder(0o755);
  const user = await userNamed('nobody');
  if (user === null) throw new Error('there is no user nobody');
  const dataDir = path.join(root, 'own');
  await mkdir(dataDir);
  await chown(dataDir, user.uid, user.gid);
  const { child, postgresPid } = await otherProcess(dataDir, user);
  expect(await uidOf(postgresPid)).toBe(user.uid);
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rename(dataDir, path.join(root, 'moved'));
  await chown(path.join(root, 'moved', 'postgres', 'data'), 0, 0);
  await expect(
    startEmbedded({ dataDir: path.join(root, 'moved'), log: keptLog(), runAs: { kind: 'direct' } }),
  ).rejects.toThrow();
});
