import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { openLog } from '../log/log.ts';
import { enqueue } from './enqueue.ts';
import { idleHandlers } from './test-handlers.ts';
import { startJobs, type JobContext, type JobHandlers, type JobRunner } from './runner.ts';

const { db, pool, app } = await testDatabase();

const lines: string[] = [];
const log = openLog('info', { write: (line) => void lines.push(line) });

type Checked = (upload_id: string, context: JobContext) => Promise<void>;

const nothing = () => Promise.resolve();

/** Waits long enough for a job that should not run to be seen running: as long as the database takes to answer. */
const roundTrip = () => pool.query('select 1');

function start(
  checkUpload: Checked,
  common = 2,
  analyses = 1,
  analyse: (case_id: number) => Promise<void> = nothing,
): Promise<JobRunner> {
  const handlers: JobHandlers = {
    ...idleHandlers,
    'check-upload': ({ upload_id }, context) => checkUpload(upload_id, context),
    'analyse-recording': ({ case_id }) => analyse(case_id),
    'carry-hospital-name': async () => Promise.resolve(),
  };
  const places = { common, analyses };
  return startJobs({ connection: app, handlers, places, log, stopMs: 500, pollMs: 100 });
}

const add = (upload_id: string, key?: string) =>
  transact(db, (tx) => enqueue(tx, 'check-upload', { upload_id }, key === undefined ? {} : { key }));

test('a job runs once its transaction is committed, and never after a rollback', async () => {
  const seen: string[] = [];
  const runner = await start((upload_id) => Promise.resolve(void seen.push(upload_id)));
  await expect(
    transact(db, async (tx) => {
      await enqueue(tx, 'check-upload', { upload_id: 'undone' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await add('done');
  await expect.poll(() => seen).toEqual(['done']);
  await runner.stop();
  expect(seen).toEqual(['done']);
});

test('a payload of the wrong shape never reaches the table', async () => {
  const wrong = transact(db, (tx) => enqueue(tx, 'check-upload', { upload_id: '' }));
  await expect(wrong).rejects.toThrow();
  expect((await pool.query('select * from graphile_worker.jobs')).rows).toEqual([]);
});

test('a job that the database interrupted as often as a job may fail is repeated; one that failed by itself is not', async () => {
  for (const upload_id of ['broken off', 'failed']) await add(upload_id);
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts,
    last_error = case payload->>'upload_id' when 'failed' then 'file' else 'database' end`);
  const seen: string[] = [];
  const runner = await start((upload_id) => Promise.resolve(void seen.push(upload_id)));
  await expect.poll(() => seen).toEqual(['broken off']);
  await runner.stop();
  const left = await pool.query('select last_error from graphile_worker.jobs');
  expect(left.rows).toEqual([{ last_error: 'file' }]);
  await pool.query('delete from graphile_worker._private_jobs');
});

test('a waiting job of the same key is replaced', async () => {
  await add('first', 'k');
  await add('second', 'k');
  const seen: string[] = [];
  const runner = await start((upload_id) => Promise.resolve(void seen.push(upload_id)));
  await expect.poll(() => seen).toEqual(['second']);
  await runner.stop();
});

test('a job that begins at the moment at which it is replaced is followed by another one', async () => {
  await add('first', 'k');
  const taking = await pool.connect();
  await taking.query('begin');
  await taking.query(`update graphile_worker._private_jobs set locked_by = 'runner', locked_at = now()`);
  const adding = add('second', 'k');
  const blocked = `select 1 from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  await expect.poll(async () => (await pool.query(blocked)).rowCount).toBe(1);
  await taking.query('commit');
  taking.release();
  await adding;
  const jobs = await pool.query(`select payload->>'upload_id' as upload_id from graphile_worker._private_jobs
    where locked_at is null`);
  expect(jobs.rows).toEqual([{ upload_id: 'second' }]);
  await pool.query('delete from graphile_worker._private_jobs');
});

test('a failing job is logged without its texts, repeated, and knows its last attempt', async () => {
  await add('failing');
  const attempts: boolean[] = [];
  const runner = await start(async (_, { is_last_attempt }) => {
    attempts.push(is_last_attempt);
    await pool.query('update graphile_worker._private_jobs set max_attempts = 2');
    throw new Error('patient Kim was not found');
  });
  await expect.poll(() => attempts).toHaveLength(1);
  const letRunNow = 'update graphile_worker._private_jobs set run_at = now() where locked_by is null';
  await expect.poll(async () => (await pool.query(letRunNow)).rowCount).toBe(1);
  await expect.poll(() => attempts).toEqual([false, true]);
  await runner.stop();
  const kept = await pool.query<{ last_error: string }>('select last_error from graphile_worker.jobs');
  expect(kept.rows).toEqual([{ last_error: 'other' }]);
  expect(lines.join('')).toContain('job failed');
  await pool.query('delete from graphile_worker._private_jobs');
});

test('no more jobs than allowed run at once', async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const three = Promise.withResolvers<undefined>();
  const runner = await start(async () => {
    most = Math.max(most, (running += 1));
    if (running === 3) three.resolve(undefined);
    await three.promise;
    await roundTrip();
    running -= 1;
    done += 1;
  }, 3);
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(`many-${index}`)));
  await expect.poll(() => done).toBe(20);
  await runner.stop();
  expect(most).toBe(3);
});

const addAnalysis = (case_id: number) =>
  transact(db, (tx) =>
    enqueue(tx, 'analyse-recording', { case_id }, { key: String(case_id), run_at: new Date(case_id * 1000) }),
  );

/** Returns an analysis that counts how many run beside it, and that ends only when released. */
function countedAnalyses() {
  const state: { running: number; most: number; begun: number[] } = { running: 0, most: 0, begun: [] };
  const gate = Promise.withResolvers<undefined>();
  const analyse = async (case_id: number) => {
    state.begun.push(case_id);
    state.most = Math.max(state.most, (state.running += 1));
    await gate.promise;
    await roundTrip();
    state.running -= 1;
  };
  return { state, analyse, open: () => gate.resolve(undefined) };
}

test('a process analyses one recording at a time, oldest request first, and runs other jobs meanwhile', async () => {
  const { state, analyse, open } = countedAnalyses();
  for (const case_id of [3, 1, 2, 4]) await addAnalysis(case_id);
  const seen: string[] = [];
  const runner = await start((upload_id) => Promise.resolve(void seen.push(upload_id)), 1, 1, analyse);
  await expect.poll(() => state.begun).toEqual([1]);
  await add('beside-an-analysis');
  await expect.poll(() => seen).toEqual(['beside-an-analysis']);
  open();
  await expect.poll(() => state.begun).toEqual([1, 2, 3, 4]);
  await runner.stop();
  expect(state.most).toBe(1);
});

test('the search for critical findings in one recording runs before the next analysis', async () => {
  const seen: string[] = [];
  for (const case_id of [1, 2]) await addAnalysis(case_id);
  await transact(db, (tx) => enqueue(tx, 'find-critical', { case_id: 3 }));
  const handlers: JobHandlers = {
    ...idleHandlers,
    'analyse-recording': ({ case_id }) => Promise.resolve(void seen.push(`analysed ${String(case_id)}`)),
    'find-critical': ({ case_id }) => Promise.resolve(void seen.push(`looked through ${String(case_id)}`)),
  };
  const places = { common: 1, analyses: 1 };
  const runner = await startJobs({ connection: app, handlers, places, log, stopMs: 500, pollMs: 100 });
  await expect.poll(() => seen).toEqual(['looked through 3', 'analysed 1', 'analysed 2']);
  await runner.stop();
});

test('every further process adds capacity for analyses, and one without capacity runs none', async () => {
  const { state, analyse, open } = countedAnalyses();
  for (const case_id of [1, 2, 3, 4, 5]) await addAnalysis(case_id);
  const seen: string[] = [];
  const see = (upload_id: string) => Promise.resolve(void seen.push(upload_id));
  const without = await start(see, 2, 0, analyse);
  await add('taken-without-places');
  await expect.poll(() => seen).toEqual(['taken-without-places']);
  expect(state.begun).toEqual([]);
  const runners = [await start(see, 1, 1, analyse), await start(see, 1, 2, analyse)];
  await expect.poll(() => state.running).toBe(3);
  await add('taken-meanwhile');
  await expect.poll(() => seen).toHaveLength(2);
  expect(state.running).toBe(3);
  open();
  await expect.poll(() => state.begun).toHaveLength(5);
  await Promise.all([without, ...runners].map((runner) => runner.stop()));
  expect([state.most, [...state.begun].sort()]).toEqual([3, [1, 2, 3, 4, 5]]);
});

test('stopping waits for a running job, then asks it to end and keeps it for the next start', async () => {
  const ended: string[] = [];
  const begun = Promise.withResolvers<undefined>();
  const runner = await start(async (upload_id, { signal }) => {
    begun.resolve(undefined);
    await once(signal, 'abort');
    ended.push(upload_id);
    throw new Error('interrupted');
  });
  await add('long');
  await begun.promise;
  await runner.stop();
  expect(ended).toEqual(['long']);
  await pool.query('update graphile_worker._private_jobs set run_at = now()');
  const seen: string[] = [];
  const next = await start((upload_id) => Promise.resolve(void seen.push(upload_id)));
  await expect.poll(() => seen).toEqual(['long']);
  await next.stop();
});

test('a handler that never ends does not keep the runner from stopping', async () => {
  const begun = Promise.withResolvers<undefined>();
  const runner = await start(() => {
    begun.resolve(undefined);
    return new Promise(() => undefined);
  });
  await add('stuck');
  await begun.promise;
  await runner.stop();
  await pool.query('delete from graphile_worker._private_jobs');
});

test('the job of a runner killed with -9 is repeated at the next start, that of a living one is not', async () => {
  await add('of-the-killed');
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'test-hanging-runner.ts'), JSON.stringify(app)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const said = createInterface({ input: child.stdout });
  await once(said, 'line');
  const seen: string[] = [];
  const see = (upload_id: string) => Promise.resolve(void seen.push(upload_id));
  const whileAlive = await start(see);
  await add('after-the-held-one');
  await expect.poll(() => seen).toEqual(['after-the-held-one']);
  await whileAlive.stop();
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The oldest job is taken first. Once a younger one has run, it is clear whether the killed runner's job was freed.
  let starts = 0;
  const attempts: number[] = [];
  const afterNextStart = async () => {
    const next = await start((upload_id, { attempt }) => {
      if (upload_id === 'of-the-killed') attempts.push(attempt);
      return see(upload_id);
    });
    const younger = `younger-${(starts += 1)}`;
    await add(younger);
    await expect.poll(() => seen).toContain(younger);
    await next.stop();
    return seen;
  };
  await expect.poll(afterNextStart).toContain('of-the-killed');
  // The death did not count as an attempt.
  expect(attempts).toEqual([1]);
});
