/**
 * Sets an installation with a PostgreSQL of its own back to a moment between two writes, as `docs/operating.md` says:
 * full and incremental backups by pgBackRest under writes, archived changes, a restore, and the files that rows name.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesFolder } from '@rhythmdesk/server/app/installation-folders';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { appRole, ownerRole } from '@rhythmdesk/server/platform/postgres/roles';
import { databaseSettings, programBasics, startProcess } from '@rhythmdesk/server/testing/test-process';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { addWriter, signIn, Writers, type Acknowledged } from './acknowledged-writes.ts';
import { archivedPrograms, withArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts';
import { asOf, checkOffsets, checkUploads, settled, uploadsIn } from './checked-uploads.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { missing } from './installed.ts';

const settings = { UPLOAD_OPEN_PER_USER: '10000', LOG_LEVEL: 'info', ANALYSIS_CONCURRENCY: '0' };
const uploadsEach = 12;
const removedAfter = 3;

type Ground = { readonly postgres: ArchivedPostgres; readonly folder: string; readonly report: FaultReport };

const databaseOf = ({ postgres }: Ground) => ({
  app: postgres.connection(appRole),
  owner: postgres.connection(ownerRole),
});

async function withDb<Result>(ground: Ground, work: (db: Db) => Promise<Result>): Promise<Result> {
  const pool = openPool(databaseOf(ground).owner, () => undefined, { connections: 4, rows: 'everything' });
  try {
    return await work(openDb(pool));
  } finally {
    await pool.end();
  }
}

/** Lets a user write until so many uploads are acknowledged, and runs `beside` meanwhile. */
async function write(
  address: string,
  token: string,
  after: number,
  beside: () => Promise<void> = () => Promise.resolve(),
): Promise<Acknowledged[]> {
  const writers = new Writers(address, token, 60, after);
  writers.start(1);
  await beside();
  while (writers.acknowledged.length < uploadsEach) await Promise.race([sleep(50), writers.failed]);
  await writers.stop();
  return asOf(writers.acknowledged);
}

const momentRow = z.object({ moment: z.string() });

/** Returns a moment that is later than every commit so far and earlier than every further one. */
async function moment(db: Db): Promise<string> {
  const found = await db.execute(
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as moment`,
  );
  await sleep(100);
  return momentRow.parse(found.rows[0]).moment;
}

const nameRow = z.object({ sha256: z.string() });

/** Removes some files that rows name, as a sweep after their retention does. */
async function removeFiles({ folder }: Ground, db: Db): Promise<void> {
  const found = await db.execute(
    sql`select sha256 from case_files where kind = 'signal' limit ${removedAfter}`,
  );
  const store = await openDiskStore(filesFolder(folder), { mustExist: true });
  try {
    for (const row of found.rows)
      invariant(await store.remove(nameRow.parse(row).sha256), 'a file is removed');
  } finally {
    await store.close();
  }
}

type Written = { readonly before: Acknowledged[]; readonly later: Acknowledged[]; readonly moment: string };

async function writeAndArchive(ground: Ground): Promise<Written> {
  const { postgres, folder, report } = ground;
  const server = await startProcess(databaseOf(ground), folder, settings);
  try {
    return await withDb(ground, async (db) => {
      const token = await signIn(db, await addWriter(db));
      const first = await write(server.address, token, 0, async () => {
        report(
          'seconds of a full backup, with a writer beside it',
          (await postgres.backrest('--type=full', 'backup')).toFixed(1),
        );
      });
      const second = await write(server.address, token, 1_000, async () => {
        report(
          'seconds of an incremental one',
          (await postgres.backrest('--type=incr', 'backup')).toFixed(1),
        );
      });
      const before = [...first, ...second];
      await settled(db, before);
      const at = await moment(db);
      const later = await write(server.address, token, 2_000);
      await removeFiles(ground, db);
      await postgres.backrest('check');
      return { before, later, moment: at };
    });
  } finally {
    await server.kill();
  }
}

async function filesCommand(ground: Ground, name: string): Promise<string> {
  const { code, output, stdout } = await runNode(['tools/commands/files.ts', name], {
    cwd: repositoryRoot,
    env: { ...programBasics(), DATA_DIR: ground.folder, ...databaseSettings(databaseOf(ground)) },
  });
  invariant(code === 0, `files ${name} ends well: ${output}`);
  return stdout.trim();
}

async function setBack(ground: Ground, { before, later, moment: target }: Written): Promise<void> {
  const { postgres, report } = ground;
  await postgres.stop();
  const restored = await postgres.backrest(
    '--delta',
    '--type=time',
    `--target=${target}`,
    '--target-action=promote',
    'restore',
  );
  const began = performance.now();
  await postgres.start();
  report('seconds of the restore', restored.toFixed(1));
  report('seconds until it has recovered', ((performance.now() - began) / 1000).toFixed(1));
  const server = await startProcess(databaseOf(ground), ground.folder, settings);
  try {
    await withDb(ground, async (db) => {
      const put = await filesCommand(ground, 'put-back');
      invariant(put.startsWith(`${String(removedAfter)} of`), `the removed files are restored: ${put}`);
      await checkUploads(db, before);
      const found = await uploadsIn(db);
      invariant(
        later.every(({ upload_id }) => !found.has(upload_id)),
        'what was written later is gone',
      );
      report('half-sent uploads that go on', await checkOffsets(server.address, before));
      report('files and rows', (await filesCommand(ground, 'verify')).split('\n').at(-1) ?? '');
    });
  } finally {
    await server.kill();
  }
  await postgres.backrest('check');
  report(
    'seconds of the next incremental backup',
    (await postgres.backrest('--type=incr', 'backup')).toFixed(1),
  );
}

export const pgbackrest: FaultProgram = {
  name: 'pgbackrest',
  says: 'an own PostgreSQL is set back to a moment between two writes: the first are there with their files, the second are not',
  run: async (_size, report) => {
    const lacking = missing(archivedPrograms);
    if (lacking !== undefined) return report('NOT RUN', `${lacking} is missing`);
    const folder = await mkdtemp(path.join(tmpdir(), 'pgbackrest-files-'));
    try {
      await withArchivedPostgres(async (postgres) => {
        const ground = { postgres, folder, report };
        await postgres.backrest('stanza-create');
        await postgres.backrest('check');
        const written = await writeAndArchive(ground);
        report(
          'uploads before the moment and after it',
          `${String(written.before.length)}, ${String(written.later.length)}`,
        );
        await setBack(ground, written);
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
