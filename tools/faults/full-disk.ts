/**
 * Fills a small disk under the embedded database. Needs root, for a file system in memory.
 *
 * Invariants: uploads stop at the minimum of free space, long before the database has none; without any space the
 * process survives and reports the fault; once there is space again, the server works by itself, and nothing
 * acknowledged is lost.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { openDb, openPool } from '@rhythmdesk/server/platform/db/database';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { Client } from 'pg';
import { askAgain, codeOf, health } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { newJournal, checkJournal, writeOnce, type Journal } from './journal.ts';
import { addPeople } from './people.ts';
import { askToBegin } from './tus-client.ts';
import { until } from './until.ts';

const mb = 1024 ** 2;
const diskMb = 420;
const floorMb = 120;

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Fills the disk until this much space is left; 0 leaves none. */
async function takeRoom(file: string, leaveBytes: number): Promise<void> {
  const handle = await open(file, 'a');
  const block = Buffer.alloc(mb, 1);
  try {
    while ((await freeBytes(path.dirname(file))) > leaveBytes) {
      const wanted = Math.min(mb, (await freeBytes(path.dirname(file))) - leaveBytes);
      await handle.write(block, 0, wanted);
    }
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC')) throw fault;
  } finally {
    await handle.close();
  }
}

async function embedded(dataDir: string) {
  const connections = await findRunningEmbedded(dataDir);
  if (connections === null) throw new Error('no embedded database runs');
  return connections;
}

async function begin(address: string, token: string) {
  const hn_id = `HN${String(900_000 + Math.floor(Math.random() * 99_999))}`;
  const answer = await askToBegin(address, token, { hn_id, bytes: mb });
  const body: unknown = await answer.json().catch(() => null);
  return { status: answer.status, ms: 0, body };
}

/** Makes PostgreSQL write into its log until there is no space for another segment. */
async function exhaust(dataDir: string, address: string): Promise<void> {
  const { superuser } = await embedded(dataDir);
  const client = new Client({ ...superuser, database: 'rhythmdesk' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let at = 0; at < 400; at += 1)
      await client.query(`select pg_logical_emit_message(true, 'fault', repeat('x', 1000000))`);
  } catch {
    // The failure is intended.
  } finally {
    await client.end().catch(() => undefined);
  }
  await until('the server reports a problem of its database', async () => {
    const said = await health(address, 'readyz');
    return said?.code === 500 && said.troubles.some((trouble) => trouble.startsWith('database'));
  });
}

/** Below the limit of free space no upload begins, and everything else works. */
async function checkBelowFloor(address: string, doctor: string, journal: Journal): Promise<void> {
  invariant(codeOf(await begin(address, doctor)) === 'upload/disk-floor', 'below the floor none begins');
  const low = await health(address, 'readyz');
  invariant(
    low?.code === 200 && low.troubles.join() === 'disk-low',
    'below the floor it serves, and reports it',
  );
  for (let at = 0; at < 20; at += 1)
    invariant(
      (await writeOnce(journal, address, doctor, askAgain)) === 201,
      'below the floor everything else works',
    );
}

async function runFull(server: ServerProcess, dataDir: string, fullSeconds: number, report: FaultReport) {
  const { address } = server;
  const restarts = server.listen('could not be started again');
  const ballast = path.join(path.dirname(dataDir), 'ballast');
  const pool = openPool((await embedded(dataDir)).owner, () => undefined, {
    connections: 2,
    rows: 'everything',
  });
  const db = openDb(pool);
  const { doctor } = await addPeople(db);
  const journal = newJournal();
  invariant((await begin(address, doctor)).status === 201, 'with space an upload begins');
  await takeRoom(ballast, (floorMb - 20) * mb);
  await checkBelowFloor(address, doctor, journal);

  await takeRoom(ballast, 0);
  await exhaust(dataDir, address);
  const end = performance.now() + 1000 * fullSeconds;
  for (; performance.now() < end; await sleep(200)) {
    await writeOnce(journal, address, doctor);
    const alive = await health(address, 'healthz');
    invariant(server.isAlive() && alive?.code === 200, 'without space the process lives');
  }
  invariant(!journal.refusals.has('no answer'), 'without space every request is answered');
  invariant(
    ![...journal.refusals.keys()].some((name) => name.endsWith('without words')),
    'every error has a text',
  );
  report(
    'without space: answers',
    [...journal.refusals].map(([name, n]) => `${name} ${String(n)}`).join(', '),
  );
  report('without space: slowest answer, ms', journal.slowestMs.toFixed(0));
  report('starts of the database in vain', restarts.length);

  await rm(ballast);
  const freed = performance.now();
  await until('the server is ready again', async () => (await health(address, 'readyz'))?.code === 200);
  report('ready after space was free, s', ((performance.now() - freed) / 1000).toFixed(1));
  invariant((await writeOnce(journal, address, doctor, askAgain)) === 201, 'once there is space it writes');
  invariant((await begin(address, doctor)).status === 201, 'once there is space an upload begins');
  const late = await checkJournal(journal, db);
  report('acknowledged writes, none lost', journal.acknowledged.size);
  report('writes without an answer that took place', late);
  await pool.end();
}

async function onSmallDisk(fullSeconds: number, report: FaultReport): Promise<void> {
  const disk = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(diskMb)}m,mode=0711`, 'tmpfs', disk]);
  try {
    const dataDir = path.join(disk, 'data');
    await mkdir(dataDir, { mode: 0o711 });
    const server = await startProcess(null, dataDir, { DISK_FLOOR_BYTES: String(floorMb * mb) });
    try {
      await runFull(server, dataDir, fullSeconds, report);
    } finally {
      await server.stop();
    }
  } finally {
    execFileSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true });
  }
}

export const fullDisk: FaultProgram = {
  name: 'full-disk',
  says: 'the server survives and reports a full disk of the embedded database, and uploads stop long before',
  run: async (size, report, count) => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      return report('NOT RUN', 'a disk of its own needs root on Linux');
    await onSmallDisk(count ?? (size === 'long' ? 90 : 3), report);
  },
};
