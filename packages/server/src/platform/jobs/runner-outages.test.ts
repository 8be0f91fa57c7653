/** Tests that no job and no runner is lost when the database fails while the end of a job is written. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openPool } from '../db/database.ts';
import { testDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { openLog } from '../log/log.ts';
import { enqueue } from './enqueue.ts';
import { keepWorkers, type Workers } from './job-workers.ts';
import { idleHandlers } from './test-handlers.ts';
import { startJobs, type JobRunner } from './runner.ts';

const { db, pool, app, superuser } = await testDatabase();

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  await client.query(statement);
  await client.end();
}

const log = openLog('info', { write: () => undefined });

const left = async () => (await pool.query('select id from graphile_worker.jobs')).rowCount;

function start(check: (upload_id: string) => Promise<void>, closingMs = 90_000): Promise<JobRunner> {
  const handlers = {
    ...idleHandlers,
    'check-upload': ({ upload_id }: { upload_id: string }) => check(upload_id),
  };
  const places = { common: 2, analyses: 1 };
  return startJobs({ connection: app, handlers, places, log, stopMs: 500, closingMs, pollMs: 100 });
}

const add = (upload_id: string) => transact(db, (tx) => enqueue(tx, 'check-upload', { upload_id }));

async function cutConnections(): Promise<void> {
  await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

test('a job that ends while the database becomes unavailable is done afterwards, and the runner continues', async () => {
  const seen: string[] = [];
  const runner = await start(async (upload_id) => {
    if (upload_id === 'blip') await cutConnections();
    seen.push(upload_id);
  });
  await add('blip');
  await expect.poll(() => seen).toEqual(['blip']);
  await expect.poll(left).toBe(0);
  await add('next');
  await expect.poll(() => seen).toEqual(['blip', 'next']);
  await runner.stop();
});

/** Runs `work` while every deletion of a job does this first, in PL/pgSQL. */
async function whileDeletionsDo(first: string, work: () => Promise<void>): Promise<void> {
  await asSuperuser(`create sequence deletions;
    create function before_deletion() returns trigger language plpgsql security definer as
      $$ begin ${first} return old; end $$;
    create trigger before_deletion before delete on graphile_worker._private_jobs
      for each row execute function before_deletion()`);
  try {
    await work();
  } finally {
    await asSuperuser('drop function if exists before_deletion cascade; drop sequence deletions');
  }
}

test('the end of a job that a busy database cancelled is written again, and the runner continues', async () => {
  const seen: string[] = [];
  const runner = await start(async (upload_id) => void seen.push(upload_id));
  const cancel = `if nextval('deletions') <= 2 then raise exception 'too busy' using errcode = '57014'; end if;`;
  await whileDeletionsDo(cancel, async () => {
    await add('cancelled');
    await expect.poll(left).toBe(0);
  });
  await add('afterwards');
  await expect.poll(() => seen).toEqual(['cancelled', 'afterwards']);
  await runner.stop();
});

test('jobs whose ends failed at once, so that their runner may never end, are done by another one', async () => {
  const seen: string[] = [];
  const runner = await start(async (upload_id) => void seen.push(upload_id), 100);
  const gate = 4711;
  const holder = new Client(superuser);
  await holder.connect();
  const both = async () =>
    (
      await holder.query(
        `select 1 from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`,
      )
    ).rowCount;
  try {
    await holder.query(`select pg_advisory_lock(${gate})`);
    await whileDeletionsDo(
      `perform pg_advisory_xact_lock_shared(${gate}); raise exception 'broken';`,
      async () => {
        await add('one');
        await expect.poll(both).toBe(1);
        await add('two');
        await expect.poll(both).toBe(2);
        await holder.query(`select pg_advisory_unlock(${gate})`);
        await expect.poll(both).toBe(0);
      },
    );
  } finally {
    await holder.end();
  }
  await expect.poll(left).toBe(0);
  expect(new Set(seen)).toEqual(new Set(['one', 'two']));
  await runner.stop();
});

type Freeing = { readonly onRunner: (count: number) => void; readonly freeDead: () => Promise<void> };

/** Starts one kind of workers; returns them with the number of runners that were started so far. */
async function workersWith({ onRunner, freeDead }: Freeing) {
  const lines: string[] = [];
  const ids: string[] = [];
  const ownPool = openPool(app, () => undefined, {
    name: 'rhythmdesk jobs',
    rows: 'everything',
    connections: 6,
  });
  const workers: Workers = await keepWorkers({
    ...{ connection: app, pool: ownPool, concurrency: 1, pollMs: 100, stopMs: 500, schedule: [] },
    log: openLog('info', { write: (line) => void lines.push(line) }),
    tasks: () => ({ idle: () => Promise.resolve() }),
    onRunner: (id) => onRunner(ids.push(id)),
    freeDead,
  });
  return { workers, ids, lines, end: () => ownPool.end() };
}

const presences = async () =>
  (
    await pool.query(`select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'rhythmdesk job runner'`)
  ).rowCount;

test('a runner that was started again is the only one, also if the jobs of dead ones cannot be freed', async () => {
  let times = 0;
  const freeDead = () => {
    times += 1;
    return times === 1 ? Promise.reject(new Error('away')) : Promise.resolve();
  };
  const { workers, ids, lines, end } = await workersWith({ onRunner: () => undefined, freeDead });
  workers.renew();
  await expect.poll(() => lines.join('')).toContain('is started again');
  expect(ids).toHaveLength(2);
  await workers.stop();
  await expect.poll(presences).toBe(0);
  await end();
});

test('a stop also ends a runner that is just being started again', async () => {
  const stopped = Promise.withResolvers<undefined>();
  const held: { workers?: Workers } = {};
  const onRunner = (count: number): void => {
    if (count !== 2) return;
    held.workers?.stop().then(() => stopped.resolve(undefined), stopped.reject);
  };
  const { workers, end } = await workersWith({ onRunner, freeDead: () => Promise.resolve() });
  held.workers = workers;
  workers.renew();
  await stopped.promise;
  await expect.poll(presences).toBe(0);
  await end();
});
