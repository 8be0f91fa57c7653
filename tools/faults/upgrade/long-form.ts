/** Runs the older commit itself, then upgrades copies of its folder under kills, and restores its backup. */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  programFile,
  programSettings,
  startProcess,
  type ServerProcess,
} from '@rhythmdesk/server/testing/test-process';
import { findPostmaster, stopLeftOver } from '@rhythmdesk/server/platform/postgres/postmaster';
import { runNode } from '../../processes/child-process.ts';
import { repositoryRoot } from '../../processes/repository.ts';
import { invariant, type FaultReport } from '../fault-program.ts';
import { finishHalf } from './short-form.ts';
import { fillOld, signInAll, type OldData } from './fill-installation.ts';
import { oldBackupCommit, oldCommit, runOld, startOld, takeOut } from './old-program.ts';
import {
  checkSame,
  readAnswers,
  readColumns,
  readTableRows,
  type Answers,
  type Rows,
} from './read-installation.ts';
import { openEverything } from './superuser.ts';

const size = { cases: 8, seconds: 120 };
const mostKills = 3;
const settings = { ANALYSIS_CONCURRENCY: '0', SCRUB_BYTES_PER_SECOND: '0' };

type OldState = {
  readonly data: OldData;
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly rows: Rows;
  readonly answers: Answers;
};

const clusterOf = (folder: string): string => path.join(folder, 'postgres', 'data');

/** Starts the older program on a new folder, fills it and reads it; `beside` runs beside the running server. */
async function makeOld(
  code: string,
  folder: string,
  beside: () => Promise<void> = () => Promise.resolve(),
): Promise<OldState> {
  const server = await startOld(code, folder);
  try {
    return await openEverything(folder, async (client) => {
      const data = await fillOld(server.address, client, size);
      const answers = await readAnswers(server.address, data);
      const columns = await readColumns(client);
      const rows = await readTableRows(client, columns);
      await beside();
      return { data, columns, rows, answers };
    });
  } finally {
    await server.stop();
  }
}

/** Starts the current program and kills it, and in half of the cases its database too, at a random moment. */
async function killedStart(folder: string, longestMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [programFile('main')], {
    env: { ...programSettings(folder), ...settings },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await Promise.race([sleep(Math.random() * longestMs), gone]);
  child.kill('SIGKILL');
  await gone;
  const postmaster = Math.random() < 0.5 ? await findPostmaster(clusterOf(folder)) : null;
  if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
  return postmaster !== null;
}

async function compare(server: ServerProcess, folder: string, old: OldState): Promise<void> {
  const rows = await openEverything(folder, (client) => readTableRows(client, old.columns));
  checkSame(old.rows, rows, 'rows');
  checkSame(old.answers, await readAnswers(server.address, old.data), 'answers');
  await finishHalf(server.address, old.data.half);
}

async function checkUpgraded(folder: string, old: OldState): Promise<number> {
  const started = performance.now();
  const server = await startProcess(null, folder, settings);
  const startMs = performance.now() - started;
  try {
    await compare(server, folder, old);
  } finally {
    await server.stop();
  }
  return startMs;
}

async function checkDowngrade(code: string, folder: string): Promise<void> {
  const { code: exit, output } = await runOld(code, folder, 'packages/server/src/app/main.ts');
  invariant(exit !== 0 && output.includes('older than its database'), `the older program refuses: ${output}`);
}

/**
 * Copies the folder and upgrades the copy under kills; returns the number of kills, and how many also killed the
 * database.
 */
async function round(made: string, work: string, old: OldState, longestMs: number) {
  await cp(made, work, { recursive: true });
  const kills = 1 + Math.floor(Math.random() * mostKills);
  let postmasters = 0;
  try {
    for (let at = 0; at < kills; at += 1) if (await killedStart(work, longestMs)) postmasters += 1;
    await checkUpgraded(work, old);
  } finally {
    await stopLeftOver(clusterOf(work));
    await rm(work, { recursive: true, force: true });
  }
  return { kills, postmasters };
}

async function rounds(root: string, report: FaultReport, count: number): Promise<void> {
  const [code, made, work] = ['code', 'made', 'work'].map((name) => path.join(root, name));
  if (code === undefined || made === undefined || work === undefined) return;
  await takeOut(oldCommit, code);
  const old = await makeOld(code, made);
  report(
    'rows and answers of the older commit',
    `${String(Object.values(old.rows).flat().length)}, ${String(Object.keys(old.answers).length)}`,
  );
  await cp(made, work, { recursive: true });
  const startMs = await checkUpgraded(work, old);
  await checkDowngrade(code, work);
  await rm(work, { recursive: true, force: true });
  report('ms of the start that upgrades', Math.round(startMs));
  let [kills, postmasters] = [0, 0];
  for (let at = 0; at < count; at += 1) {
    const done = await round(made, work, old, startMs);
    kills += done.kills;
    postmasters += done.postmasters;
  }
  report('rounds, all equal', count);
  report('kills, of these with the database', `${String(kills)}, ${String(postmasters)}`);
}

/** A restored installation has no sessions: its users sign in again, and everything else is compared. */
async function checkRestored(folder: string, old: OldState): Promise<void> {
  const { sessions: _left, ...rows } = old.rows;
  const server = await startProcess(null, folder, settings);
  try {
    const restored = await openEverything(folder, (client) => readTableRows(client, old.columns));
    invariant(restored['sessions']?.length === 0, 'a restored installation has no sessions');
    checkSame(rows, restored, 'rows');
    const data = { ...old.data, tokens: await signInAll(server.address) };
    checkSame(old.answers, await readAnswers(server.address, data), 'answers');
    await finishHalf(server.address, data.half);
  } finally {
    await server.stop();
  }
}

/** Restores a backup of an older commit into the current version and checks that nothing is lost. */
async function restoreOld(root: string, report: FaultReport): Promise<void> {
  const [code, made, backup, to] = ['backup-code', 'backup-made', 'backup', 'restored'].map((name) =>
    path.join(root, name),
  );
  if (code === undefined || made === undefined || backup === undefined || to === undefined) return;
  await takeOut(oldBackupCommit, code);
  const old = await makeOld(code, made, async () => {
    const { code: exit, output } = await runOld(code, made, 'tools/commands/backup.ts', [backup]);
    invariant(exit === 0, `the older commit backs up: ${output}`);
  });
  const restore = await runNode([path.join(repositoryRoot, 'tools/commands/restore.ts'), backup], {
    cwd: repositoryRoot,
    env: { PATH: process.env['PATH'], DATA_DIR: to },
  });
  invariant(restore.code === 0, `its backup restores into today's: ${restore.output}`);
  try {
    await checkRestored(to, old);
  } finally {
    await stopLeftOver(clusterOf(to));
  }
  report(
    'backup of an older commit restored, rows equal',
    Object.values({ ...old.rows, sessions: [] }).flat().length,
  );
}

export async function upgradeFolder(report: FaultReport, count: number): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 'upgrade-long-'));
  try {
    await rounds(root, report, count);
    await restoreOld(root, report);
  } finally {
    for (const name of ['made', 'work', 'backup-made', 'restored']) {
      await stopLeftOver(clusterOf(path.join(root, name)));
    }
    await rm(root, { recursive: true, force: true });
  }
}
