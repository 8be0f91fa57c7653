import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { openLog } from '../log/log.ts';
import { enqueue } from './enqueue.ts';
import { LostJobs } from './lost-jobs.ts';
import { startJobs } from './runner.ts';
import { idleHandlers } from './test-handlers.ts';

const { db, pool, app } = await testDatabase();
const log = openLog('silent');

type Locked = { id: string; locked_by: string | null; attempts: number };
const jobsNow = async (): Promise<Locked[]> =>
  (
    await pool.query<Locked>(
      'select id::text, locked_by, attempts from graphile_worker._private_jobs order by id',
    )
  ).rows;

/** Adds a job that this runner has taken, as if the answer had been lost. */
const addTaken = (upload_id: string, runner: string) =>
  transact(db, async (tx) => {
    await enqueue(tx, 'check-upload', { upload_id }, { key: upload_id });
    await tx.execute(sql`update graphile_worker._private_jobs
      set locked_by = ${runner}, locked_at = now(), attempts = 1 where key = ${`check-upload:${upload_id}`}`);
  });

test('a job whose taking was not answered is worked on by the runner that holds it, and one in work is not begun twice', async () => {
  const seen: string[] = [];
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<undefined>();
  const handlers = {
    ...idleHandlers,
    'check-upload': async ({ upload_id }: { upload_id: string }) => {
      seen.push(upload_id);
      if (upload_id === 'long') await isLetGo;
    },
  };
  const places = { common: 2, analyses: 1 };
  const runner = await startJobs({
    connection: app,
    handlers,
    places,
    log,
    stopMs: 500,
    pollMs: 100,
    sweepMs: 50,
  });
  onTestFinished(() => runner.stop());
  await transact(db, (tx) => enqueue(tx, 'check-upload', { upload_id: 'long' }));
  await expect.poll(() => seen).toEqual(['long']);
  const [inWork] = await jobsNow();
  await addTaken('lost', inWork?.locked_by ?? '');
  await expect.poll(() => seen).toEqual(['long', 'lost']);
  await expect.poll(async () => (await jobsNow()).map(({ id }) => id)).toEqual([inWork?.id]);
  letGo(undefined);
  await expect.poll(jobsNow).toEqual([]);
  expect(seen).toEqual(['long', 'lost']);
});

test('only the second look frees a lock, with its attempt; a lock of another runner and a job in work stay', async () => {
  const lost = new LostJobs(pool);
  lost.runner('ours');
  await addTaken('one', 'ours');
  await addTaken('others', 'another');
  await addTaken('worked', 'ours');
  const [one, , worked] = await jobsNow();
  await lost.during(worked?.id ?? '', async () => {
    expect(await lost.free()).toEqual([]);
    expect(await lost.free()).toEqual([one?.id]);
    expect(await lost.free()).toEqual([]);
  });
  expect((await jobsNow()).map(({ locked_by, attempts }) => [locked_by, attempts])).toEqual([
    [null, 0],
    ['another', 1],
    ['ours', 1],
  ]);
  await pool.query('delete from graphile_worker._private_jobs');
});
