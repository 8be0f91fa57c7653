/**
 * Makes a backup by command while users write and upload, restores it by command into an empty place, and starts that
 * installation. Everything that was acknowledged before the backup started must exist, and half-sent uploads must
 * continue from their offset. The long form uses the embedded database, the short one a separate database.
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
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { addWriter, signIn, Writers, type Acknowledged } from './acknowledged-writes.ts';
import { invariant, type FaultProgram } from './fault-program.ts';
import { withDatabase, type ThrowawayDatabase } from './throwaway-database.ts';

/** The place of an installation: its folder, and its database unless that is the embedded one. */
type Installation = {
  readonly folder: string;
  readonly database: Pick<ThrowawayDatabase, 'app' | 'owner'> | null;
};

const settings = { UPLOAD_OPEN_PER_USER: '10000', LOG_LEVEL: 'info', ANALYSIS_CONCURRENCY: '0' };
const waitMs = 60_000;

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

/** Copies the acknowledgements at the start of the backup, because they grow meanwhile. */
const asOf = (all: readonly Acknowledged[]): Acknowledged[] =>
  all.map((each) => ({ ...each, comments: [...each.comments] }));

const uploadShape = z.array(
  z.object({
    upload_id: z.string(),
    state: z.string(),
    trace: z.string().nullable(),
    comments: z.array(z.string()),
  }),
);

async function uploadsIn(db: Db) {
  const found = await db.execute(sql`select u.upload_id, u.state, f.content_sha256 as trace,
      array(select content from case_comments c where c.case_id = u.case_id order by comment_id) as comments
    from uploads u left join case_files f on f.case_id = u.case_id and f.kind = 'signal'`);
  return new Map(uploadShape.parse(found.rows).map((row) => [row.upload_id, row]));
}

const isWhole = ({ bytes, zip }: Acknowledged): boolean => bytes === zip.length;

/** Waits until every whole upload is a case. The time limit starts again with each case. */
async function settled(db: Db, before: readonly Acknowledged[]) {
  let [end, fewest] = [performance.now() + waitMs, before.length];
  for (;;) {
    const found = await uploadsIn(db);
    const waiting = before.filter((each) => isWhole(each) && found.get(each.upload_id)?.state === 'checking');
    if (waiting.length === 0) return found;
    if (waiting.length < fewest) [end, fewest] = [performance.now() + waitMs, waiting.length];
    invariant(
      performance.now() < end,
      `${String(waiting.length)} received uploads are read after the restore`,
    );
    await sleep(200);
  }
}

async function checkUploads(db: Db, before: readonly Acknowledged[]): Promise<void> {
  const found = await settled(db, before);
  for (const each of before) {
    const row = found.get(each.upload_id);
    invariant(row !== undefined, `${each.hn_id} is known`);
    if (!isWhole(each)) continue;
    invariant(
      row.state === 'done' && row.trace === each.trace_sha256,
      `${each.hn_id} is a case, byte for byte: ${row.state}`,
    );
    invariant(
      each.comments.every((words) => row.comments.includes(words)),
      `every comment on ${each.hn_id} is there`,
    );
  }
}

async function checkOffsets(address: string, before: readonly Acknowledged[]): Promise<number> {
  const half = before.filter((each) => !isWhole(each));
  for (const { upload_id, capability, bytes, hn_id } of half) {
    const answer = await fetch(`${address}/api/v1/upload/files/${upload_id}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0', 'upload-capability': capability },
    });
    const offset = Number(answer.headers.get('upload-offset') ?? -1);
    invariant(offset >= bytes, `${hn_id} goes on from ${String(bytes)} bytes or later: ${String(offset)}`);
  }
  return half.length;
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

/** Lets users write until the backup is made; returns what had been acknowledged when it started. */
async function backUpUnderWrites(from: Installation, backup: string, size: 'short' | 'long') {
  const server = await startProcess(from.database, from.folder, settings);
  try {
    const token = await withDb(from, async (db) => signIn(db, await addWriter(db)));
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

async function drill(
  from: Installation,
  to: Installation,
  size: 'short' | 'long',
  report: Parameters<FaultProgram['run']>[1],
) {
  const backup = path.join(path.dirname(to.folder), 'backup');
  const { before, seconds, all } = await backUpUnderWrites(from, backup, size);
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
  run: async (size, report) => {
    const root = await mkdtemp(path.join(tmpdir(), 'drill-'));
    const [from, to] = [path.join(root, 'from'), path.join(root, 'to')];
    try {
      if (size === 'long') {
        await drill({ folder: from, database: null }, { folder: to, database: null }, size, report);
      } else {
        await withDatabase((first) =>
          withDatabase((second) =>
            drill({ folder: from, database: first }, { folder: to, database: second }, size, report),
          ),
        );
      }
    } finally {
      // A killed server leaves its embedded database running.
      for (const folder of [from, to]) await stopLeftOver(path.join(folder, 'postgres', 'data'));
      await rm(root, { recursive: true, force: true });
    }
  },
};
