/**
 * Kills the database with all its backends, the server, the worker and the store of files at the same moment, as a power
 * cut of the whole site does, while users work. Everything is started again, round after round.
 *
 * Invariants: no acknowledged write of any kind is lost or happens twice; each recording is one case, analysed once; no
 * job is left; every stored file is whole.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesFolder } from '@rhythmdesk/server/app/installation-folders';
import { openStore } from '@rhythmdesk/server/platform/files/open-store';
import { verifyStore } from '@rhythmdesk/server/platform/files/verify-store';
import { waitingSums } from '@rhythmdesk/server/platform/files/waiting-rows';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { childrenOf, withOwnInstallation, type Installation } from './installation.ts';
import { checkJournal, newJournal, writeUntil, type Journal } from './journal.ts';
import { Lives, preparePeople } from './lives.ts';
import { createBucket, isSwiftHere, startSwift, type KillableStore } from './swift-store.ts';
import { until } from './until.ts';

const writers = 4;
const livesAtOnce = 2;
/** A hundred rounds have ten thousand of them. */
const writesEachRound = 100;
const longestLoadMs = 400;
/** A hundred rounds take more than an hour, so the program shows how far it is. */
const roundsBetweenReports = 10;

/** Returns the settings of files in the bucket of a store. */
async function bucketSettings(store: KillableStore): Promise<Record<string, string>> {
  const bucket = await createBucket(store);
  const { endpoint, key, secret } = store;
  return {
    ...{ FILES_URL: `s3://${bucket}/everything`, FILES_ENDPOINT: endpoint, FILES_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret },
    // Nothing stays on the disk once it is in the bucket.
    FILES_CACHE_BYTES: '0',
  };
}

const signal = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (fault) {
    // A backend may have ended by itself.
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ESRCH')) throw fault;
  }
};

/** Kills everything, and returns once nothing of it runs. */
async function killAll(installation: Installation, store: KillableStore | null): Promise<void> {
  const postmaster = await installation.postmaster();
  const backends = await childrenOf(postmaster);
  const gone = [
    installation.process('main').kill(),
    installation.process('worker').kill(),
    ...(store === null ? [] : [store.kill()]),
  ];
  for (const pid of [postmaster, ...backends]) signal(pid);
  await Promise.all(gone);
}

async function startAll({ start }: Installation, store: KillableStore | null): Promise<void> {
  await Promise.all([store?.start(), start('main')]);
  await start('worker');
}

type Rounds = { readonly journal: Journal; readonly count: number; readonly report: FaultReport };

/** Returns the seconds from each kill to the next acknowledged write. */
async function rounds(
  installation: Installation,
  store: KillableStore | null,
  { journal, count, report }: Rounds,
): Promise<number[]> {
  const seconds: number[] = [];
  const next = (writes: number): Promise<void> => {
    const before = journal.acknowledged.size;
    return until('users write', () => journal.acknowledged.size >= before + writes);
  };
  for (let round = 0; round < count; round += 1) {
    await next(writesEachRound);
    await sleep(Math.random() * longestLoadMs);
    const killed = performance.now();
    await killAll(installation, store);
    await startAll(installation, store);
    await next(1);
    seconds.push((performance.now() - killed) / 1_000);
    if (seconds.length % roundsBetweenReports === 0)
      report(`acknowledged writes after ${String(seconds.length)} rounds`, journal.acknowledged.size);
  }
  return seconds;
}

type Work = Rounds & { readonly lives: Lives };

/** Lets users work during the rounds, and until what they began is done. */
async function workUnderKills(
  installation: Installation,
  store: KillableStore | null,
  { journal, lives, count, report }: Work,
): Promise<number[]> {
  const { address, tokens } = installation;
  const state = { over: false };
  const isOver = (): boolean => state.over;
  const working = Promise.all([
    writeUntil(journal, { address, token: tokens.doctor, writers, isOver }),
    ...Array.from({ length: livesAtOnce }, () => lives.liveUntil(isOver)),
  ]);
  const broken = working.then(() => Promise.reject(new Error('users stopped before the end')));
  try {
    const seconds = await Promise.race([rounds(installation, store, { journal, count, report }), broken]);
    state.over = true;
    await working;
    return seconds;
  } catch (fault) {
    lives.end();
    throw fault;
  } finally {
    state.over = true;
    broken.catch(() => undefined);
  }
}

/** Waits until every file is in the bucket, and reads each file that a row names. */
async function checkFiles({ dataDir, withDb }: Installation, report: FaultReport): Promise<void> {
  await withDb(async (db) => {
    await until('every file is moved', async () => (await waitingSums(db)).length === 0);
    const files = await openStore(filesFolder(path.resolve(dataDir)));
    try {
      const { files: read, elsewhere, faults } = await verifyStore({ db, files });
      const lost = faults.filter(({ fault }) => fault !== 'orphan');
      invariant(lost.length === 0 && elsewhere === 0, `every file is whole: ${JSON.stringify(lost)}`);
      report('stored files, each whole', read);
    } finally {
      await files.close();
    }
  });
}

const shown = (each: number | undefined): string => (each ?? 0).toFixed(1);

async function run(store: KillableStore | null, count: number, report: FaultReport): Promise<void> {
  const settings = store === null ? {} : await bucketSettings(store);
  await withOwnInstallation(settings, async (installation) => {
    const { address, tokens, withDb, start } = installation;
    await start('worker');
    const lives = new Lives({ address, tokens, chief_id: await withDb(preparePeople) });
    const journal = newJournal();
    const seconds = await workUnderKills(installation, store, { journal, lives, count, report });
    const sorted = seconds.toSorted((one, other) => one - other);
    report('rounds in which everything was killed', count);
    await withDb(async (db) => {
      const silent = await checkJournal(journal, db);
      const kept = await lives.check(db);
      report('acknowledged writes, none lost', journal.acknowledged.size + lives.count);
      report('of those, by cases from creation to sign-off', JSON.stringify(kept));
      report(
        'writes without an answer that took place, once',
        `${String(silent)} of ${String(journal.unanswered.size)}`,
      );
    });
    await checkFiles(installation, report);
    report(
      'seconds from a kill to the next write, median; most',
      `${shown(sorted[sorted.length >> 1])}; ${shown(sorted.at(-1))}`,
    );
  });
}

export const everything: FaultProgram = {
  name: 'everything',
  says: 'database, server, worker and store are killed at once, and no acknowledged write is lost',
  run: async (size, report, count) => {
    const store = isSwiftHere() ? await startSwift() : null;
    report('files', store === null ? 'on the disk, because swift is missing' : 'in a bucket of Swift');
    try {
      await run(store, count ?? (size === 'long' ? 10 : 1), report);
    } finally {
      await store?.stop();
    }
  },
};
