import { cp, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DirectoryInUse } from './directory-lock.ts';
import { findRunningEmbedded, restartDelayMs, startEmbedded } from './embedded.ts';
import { processMark } from './process-mark.ts';
import { ask, rootFolder, keptLog, killHard, otherProcess } from './test-supervisor.ts';

// Accessible only to its owner. When running as root, only the user namespace works here.
const dataDir = await rootFolder(0o700);
const start = (log = keptLog()) => startEmbedded({ dataDir, log });
const alive = async (pid: number) => (await processMark(pid)) !== null;

test('a new database is UTF-8 with trigrams of Korean, answers on a private socket and on no port', async () => {
  const database = await start();
  const { app, owner } = database.connections;
  await ask(owner, 'create extension pg_trgm');
  expect(await ask(app, 'show server_encoding')).toBe('UTF8');
  expect(await ask(app, `select array_length(show_trgm('김민수'), 1)`)).toBeGreaterThan(0);
  expect(await ask(app, 'show listen_addresses')).toBe('');
  expect(await ask(app, 'show fsync')).toBe('on');
  expect(
    await ask(
      app,
      `select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user`,
    ),
  ).toBe(false);
  // A release has only two numbers; betas and candidates have a suffix.
  expect(await ask(app, 'show server_version')).toMatch(/^18\.\d+$/);
  expect(await ask(owner, `select rolsuper from pg_roles where rolname = current_user`)).toBe(false);
  expect((await stat(app.host)).mode & 0o077).toBe(0);
  await expect(ask({ ...app, password: 'wrong' }, 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
  await database.stop();
  expect(await alive(database.pid())).toBe(false);
});

test('no password is readable by another user', async () => {
  const { mode } = await stat(path.join(dataDir, 'postgres', 'secrets.json'));
  expect(mode & 0o077).toBe(0);
  await expect(stat(path.join(dataDir, 'postgres', 'initdb.password'))).rejects.toThrow(/ENOENT/);
  expect((await stat(path.join(dataDir, 'postgres', 'data'))).mode & 0o077).toBe(0);
});

test('a second process on the same directory is refused by name and damages nothing', async () => {
  const { child, postgresPid } = await otherProcess(dataDir);
  await expect(start()).rejects.toThrow(DirectoryInUse);
  await expect(start()).rejects.toThrow(`in use by process ${String(child.pid)}`);
  expect(await alive(postgresPid)).toBe(true);
  const connections = await findRunningEmbedded(dataDir);
  expect(connections === null ? null : await ask(connections.app, 'select 7')).toBe(7);
  await killHard(child);
});

test('the server left by the killed process is stopped, and its committed data is there', async () => {
  const left = await findRunningEmbedded(dataDir);
  if (left === null) throw new Error('the server should have outlived its parent');
  await ask(left.owner, 'create table kept as select 42 as n');
  const log = keptLog();
  const database = await start(log);
  expect(log.lines).toContain('stopped the database that a killed process left behind');
  expect(await ask(database.connections.owner, 'select n from kept')).toBe(42);
  await database.stop();
  expect(await findRunningEmbedded(dataDir)).toBeNull();
});

test('a crash is detected and logged, and the server returns with its rows', async () => {
  const log = keptLog();
  const database = await start(log);
  const before = database.pid();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => log.lines).toContain('database ended unexpectedly');
  await expect.poll(() => database.isReady()).toBe(true);
  expect(database.pid()).not.toBe(before);
  expect(await ask(database.connections.owner, 'select n from kept')).toBe(42);
  await database.stop();
  expect(database.isReady()).toBe(false);
});

test('a stop during the restart after a crash leaves no server behind', async () => {
  const log = keptLog();
  const database = await start(log);
  process.kill(database.pid(), 'SIGKILL');
  await expect.poll(() => log.lines).toContain('database ended unexpectedly');
  await database.stop();
  expect(await findRunningEmbedded(dataDir)).toBeNull();
  await (await start()).stop();
});

test('a pid file whose number now belongs to another program does not prevent the server from starting', async () => {
  const file = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const lines = [process.pid, path.join(dataDir, 'postgres', 'data'), 1, 5432, '', '', '', 'ready'];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  const database = await start();
  expect(await ask(database.connections.app, 'select 1')).toBe(1);
  expect(await alive(process.pid)).toBe(true);
  await database.stop();
});

test('the server has its own session, so a Ctrl-C for the application does not stop it', async () => {
  const database = await start();
  const fields = (await readFile(`/proc/${database.pid()}/stat`, 'utf8').catch(() => null))
    ?.split(') ')[1]
    ?.split(' ');
  if (fields !== undefined) expect(Number(fields[2])).toBe(database.pid());
  await database.stop();
  await database.stop();
});

test('a copy of the whole folder, made while it was stopped, opens elsewhere with its rows', async () => {
  const restored = path.join(await rootFolder(0o700), 'restored');
  await cp(dataDir, restored, { recursive: true, preserveTimestamps: true });
  const database = await startEmbedded({ dataDir: restored, log: keptLog() });
  expect(await ask(database.connections.owner, 'select n from kept')).toBe(42);
  await database.stop();
});

test('a data folder that was renamed after its process was killed starts under its new name', async () => {
  const root = await rootFolder(0o711);
  const [before, after] = [path.join(root, 'before'), path.join(root, 'after')];
  const { child, postgresPid } = await otherProcess(before);
  await killHard(child);
  await rename(before, after);
  const log = keptLog();
  const database = await startEmbedded({ dataDir: after, log });
  expect(log.lines).toContain('stopped the database that a killed process left behind');
  expect(await alive(postgresPid)).toBe(false);
  expect(await ask(database.connections.app, 'select 1')).toBe(1);
  await database.stop();
});

test('a cancelled start leaves no server behind', async () => {
  const folder = await rootFolder(0o711);
  const giveUp = new AbortController();
  const started = startEmbedded({ dataDir: folder, log: keptLog(), signal: giveUp.signal });
  giveUp.abort();
  await expect(started).rejects.toThrow(/aborted/);
  expect(await findRunningEmbedded(folder)).toBeNull();
  await (await startEmbedded({ dataDir: folder, log: keptLog() })).stop();
});

test('an immediate stop ends the server at once, also during a slow one', async () => {
  const database = await start();
  const gentle = database.stop({ smartMs: 30_000, fastMs: 30_000 });
  await database.hurry();
  expect(await alive(database.pid())).toBe(false);
  await gentle;
});

test('a server that keeps ending is restarted at longer and longer intervals, without end', () => {
  const delays = Array.from({ length: 40 }, (_, failures) => restartDelayMs(failures));
  expect(delays.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
  expect(delays.at(-1)).toBe(15_000);
});

test('details of refused rows are not in the server’s own log', async () => {
  const database = await start();
  const { owner } = database.connections;
  await ask(owner, 'create table named (name text primary key)');
  await ask(owner, `insert into named values ('Kim Min-su')`);
  await expect(ask(owner, `insert into named values ('Kim Min-su')`)).rejects.toThrow(/duplicate key/);
  const folder = String(await ask(database.connections.superuser, 'select pg_current_logfile()'));
  const logged = () => readFile(folder, 'utf8');
  await expect.poll(logged).toContain('duplicate key value');
  expect(await logged()).not.toContain('Kim');
  await database.stop();
});

test('a database of another major version is refused in plain words', async () => {
  const file = path.join(dataDir, 'postgres', 'data', 'PG_VERSION');
  const ours = await readFile(file, 'utf8');
  await writeFile(file, '14\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 14 and this program brings 18/);
  await writeFile(file, ours);
  await (await start()).stop();
});
