/**
 * Makes a backup by command while users write and upload, restores it by command into an empty place, and starts that
 * installation. Everything that was acknowledged before the backup started must exist, and half-sent uploads must
 * continue from their offset. The long form uses the embedded database, the short one a separate database. `--count`
 * adds so many cases with seven files each beforehand.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseSettings, programBasics, startProcess } from '@rhythmdesk/server/testing/test-process';
import { filesFolder } from '@rhythmdesk/server/app/installation-folders';
import { folderReader } from '@rhythmdesk/server/platform/backup/folder-backup';
import { readManifest } from '@rhythmdesk/server/platform/backup/verify-backup';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { folderId } from '@rhythmdesk/server/platform/files/folder-id';
import { verifyStore } from '@rhythmdesk/server/platform/files/verify-store';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { stopLeftOver } from '@rhythmdesk/server/platform/postgres/postmaster';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { addWriter, signIn, Writers } from './acknowledged-writes.ts';
import { asOf, checkOffsets, checkUploads } from './checked-uploads.ts';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { addManyCases } from './many-cases.ts';
import { withDatabase, type ThrowawayDatabase } from './throwaway-database.ts';

/** The place of an installation: its folder, and its database unless that is the embedded one. */
type Installation = {
  readonly folder: string;
  readonly database: Pick<ThrowawayDatabase, 'app' | 'owner'> | null;
};

const settings = { UPLOAD_OPEN_PER_USER: '10000', LOG_LEVEL: 'info', ANALYSIS_CONCURRENCY: '0' };

async function command(
  name: 'backup' | 'restore',
  { folder, database }: Installation,
  args: readonly string[],
) {
  const { code, output, ms } = await runNode([`tools/commands/${name}.ts`, ...args], {
    cwd: repositoryRoot,
    env: { ...programBasics(), DATA_DIR: folder, ...databaseSettings(database) },
  });
  invariant(code === 0, `${name} ${args.join(' ')} ends well: ${output}`);
  return ms / 1000;
}

async function withDb<Result>(
  { folder, database }: Installation,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const owner = database?.owner ?? (await findRunningEmbedded(folder))?.owner;
  if (owner === undefined) throw new Error('the embedded database does not run');
  const pool = openPool(owner, () => undefined, { connections: 4, rows: 'everything' });
  try {
    return await work(openDb(pool));
  } finally {
    await pool.end();
  }
}

async function checkStore(place: Installation, db: Db): Promise<number> {
  const store = await openDiskStore(filesFolder(place.folder));
  try {
    const { files, faults } = await verifyStore({ db, files: store });
    invariant(
      faults.every(({ fault }) => fault === 'orphan'),
      'every stored file that a row names exists and is intact',
    );
    return files;
  } finally {
    await store.close();
  }
}

type Drill = {
  readonly from: Installation;
  readonly to: Installation;
  readonly backup: string;
  readonly size: FaultSize;
  /** Cases that are there before anybody writes. */
  readonly cases: number;
  readonly report: FaultReport;
};

/** Lets users write until the backup is made; returns what had been acknowledged when it started. */
async function backUpUnderWrites({ from, backup, size, cases, report }: Drill) {
  const server = await startProcess(from.database, from.folder, settings);
  try {
    const token = await withDb(from, async (db) => {
      if (cases > 0)
        report('stored files of these cases', await addManyCases(db, filesFolder(from.folder), cases));
      return signIn(db, await addWriter(db));
    });
    const writers = new Writers(server.address, token, size === 'long' ? 900 : 60);
    writers.start(size === 'long' ? 4 : 1);
    const wanted = size === 'long' ? 200 : 4;
    const isEnough = (): boolean =>
      writers.acknowledged.length >= wanted &&
      writers.acknowledged.some(({ comments }) => comments.length > 0);
    while (!isEnough()) await Promise.race([sleep(50), writers.failed]);
    const before = asOf(writers.acknowledged);
    const seconds = await command('backup', from, [backup]);
    await writers.stop();
    return { before, seconds, all: writers.acknowledged.length };
  } finally {
    await server.kill();
  }
}

async function drill(given: Drill) {
  const { from, to, backup, report } = given;
  const { before, seconds, all } = await backUpUnderWrites(given);
  report(
    'uploads acknowledged before the backup, and at its end',
    `${String(before.length)}, ${String(all)}`,
  );
  report(
    'comments acknowledged before',
    before.reduce((sum, each) => sum + each.comments.length, 0),
  );
  report('seconds of the backup, with writers beside it', seconds.toFixed(1));
  report('seconds of reading it through', (await command('backup', to, ['--verify', backup])).toFixed(1));
  const { bytes, files, uploads } = await readManifest(folderReader(backup));
  report(
    'MB, stored files, waiting uploads',
    `${(bytes / 1e6).toFixed(1)}, ${String(files)}, ${String(uploads.length)}`,
  );
  report('seconds of the restore', (await command('restore', to, [backup])).toFixed(1));
  const ids = await Promise.all([from, to].map(({ folder }) => folderId(filesFolder(folder))));
  invariant(ids[0] !== null && ids[0] === ids[1], 'the restored installation has the id of the original');
  const server = await startProcess(to.database, to.folder, settings);
  try {
    await withDb(to, async (db) => {
      await checkUploads(db, before);
      report('half-sent uploads that go on', await checkOffsets(server.address, before));
      report('stored files verified', await checkStore(to, db));
    });
  } finally {
    await server.kill();
  }
}

export const backupDrill: FaultProgram = {
  name: 'backup-drill',
  says: 'a backup under writes, restored elsewhere, has everything that was acknowledged before it began',
  run: async (size, report, cases = 0) => {
    const root = await mkdtemp(path.join(tmpdir(), 'drill-'));
    const [from, to] = [path.join(root, 'from'), path.join(root, 'to')];
    const drillOf = (first: ThrowawayDatabase | null, second: ThrowawayDatabase | null): Promise<void> =>
      drill({
        from: { folder: from, database: first },
        to: { folder: to, database: second },
        backup: path.join(root, 'backup'),
        ...{ size, cases, report },
      });
    try {
      if (size === 'long') await drillOf(null, null);
      else await withDatabase((first) => withDatabase((second) => drillOf(first, second)));
    } finally {
      // A killed server leaves its embedded database running.
      for (const folder of [from, to]) await stopLeftOver(path.join(folder, 'postgres', 'data'));
      await rm(root, { recursive: true, force: true });
    }
  },
};
