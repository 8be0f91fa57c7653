/**
 * Takes jobs out of the database and hands them to their handlers, a set number at once: so many of the common ones,
 * and beside them so many analyses. Each number is of this process; another process has places of its own.
 *
 * At start and every minute it frees the jobs of runners that died. At stop it takes no more, gives running ones
 * their time, then asks them to end (`signal`) and leaves what is left for the next start.
 */
import { EventEmitter } from 'node:events';
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { openPool, type ConnectionSettings } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { jobNames, jobs, type JobName, type JobPayload, type JobPlaces, type JobRow } from './job-names.ts';
import { announce, unlockDead, type Presence } from './presence.ts';

const sweepEveryMs = 60_000;
const afterAbortMs = 1_000;
const allPlaces: readonly JobPlaces[] = ['common', 'analyses'];

export interface JobContext {
  log: Log;
  /** Aborts when the runner stops and the time for running jobs is over. */
  signal: AbortSignal;
  attempt: number;
  /** No further attempt follows: a handler that must leave a final word does it now. */
  is_last_attempt: boolean;
}

export type JobHandlers = {
  [Name in JobName]: (payload: JobPayload<Name>, context: JobContext) => Promise<void>;
};

export interface JobRunnerOptions {
  connection: ConnectionSettings;
  handlers: JobHandlers;
  /** How many jobs run at once; a kind without places is left to other processes. */
  places: Readonly<Record<JobPlaces, number>>;
  log: Log;
  /** How long running jobs may take at a stop before they are asked to end. */
  stopMs: number;
  /** How often to look for jobs whose time has come; new ones are heard of at once. */
  pollMs?: number;
}

export interface JobRunner {
  stop: () => Promise<void>;
}

const rows: { readonly [Name in JobName]: JobRow<z.ZodType<JobPayload<Name>>> } = jobs;

/** Waits for the work, but only a while longer once the signal fell: a deaf handler must not hold up the stop. */
async function untilAsked(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => setTimeout(() => reject(new Error('the job did not end when asked to')), afterAbortMs);
  signal.addEventListener('abort', giveUp, { once: true });
  await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}

function taskOf<Name extends JobName>(
  name: Name,
  handle: JobHandlers[Name],
  options: JobRunnerOptions,
  held: Promise<unknown>,
): TaskList[string] {
  return async (given, { job, abortSignal }) => {
    await held;
    const log = options.log.child({ job: name, job_id: job.id, attempt: job.attempts });
    const started = performance.now();
    const context: JobContext = {
      log,
      signal: abortSignal,
      attempt: job.attempts,
      is_last_attempt: job.attempts >= job.max_attempts,
    };
    try {
      const payload = rows[name].payload.parse(given);
      await untilAsked(handle(payload, context), abortSignal);
    } catch (fault) {
      log.error({ err: fault, is_last_attempt: context.is_last_attempt }, 'job failed');
      throw new Error(fault instanceof Error ? fault.name : 'fault', { cause: fault });
    }
    log.info({ took_ms: Math.round(performance.now() - started) }, 'job done');
  };
}

function workerLogger(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ source: 'graphile-worker' }, message);
    else log.debug({ source: 'graphile-worker' }, message);
  });
}

type NamedRow = readonly [JobName, JobRow];

function rowsIn(places: JobPlaces): NamedRow[] {
  const table: NamedRow[] = jobNames.map((name) => [name, jobs[name]]);
  return table.filter(([, row]) => (row.places ?? 'common') === places);
}

function scheduled(table: readonly NamedRow[]) {
  return parseCronItems(
    table.flatMap(([name, { schedule, max_attempts, queue }]) =>
      schedule === undefined
        ? []
        : [
            {
              task: name,
              match: schedule,
              options: {
                maxAttempts: max_attempts,
                jobKey: `${name}:scheduled`,
                ...(queue === undefined ? {} : { queueName: queue }),
              },
            },
          ],
    ),
  );
}

async function sweep(pool: Pool, log: Log): Promise<void> {
  const dead = await unlockDead(pool);
  if (dead.length > 0) log.warn({ runners: dead }, 'freed the jobs of runners that died');
}

interface Workers {
  /** Settles when what it takes is safe from other runners. */
  held: Promise<unknown>;
  stop: () => Promise<void>;
}

async function startWorkers(options: JobRunnerOptions, pool: Pool, places: JobPlaces): Promise<Workers> {
  const table = rowsIn(places);
  const events: WorkerEvents = new EventEmitter();
  const present = Promise.withResolvers<Presence>();
  events.on('pool:create', ({ workerPool }) => {
    const onFault = (fault: unknown) => options.log.warn({ err: fault }, 'job runner lost its connection');
    present.resolve(announce(options.connection, workerPool.id, onFault));
  });
  const held = present.promise.then((presence) => presence.held);
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: options.places[places],
    pollInterval: options.pollMs ?? 2_000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: options.stopMs,
    logger: workerLogger(options.log),
    parsedCronItems: scheduled(table),
    taskList: Object.fromEntries(
      table.map(([name]) => [name, taskOf(name, options.handlers[name], options, held)]),
    ),
  });
  runner.promise.catch((fault: unknown) => options.log.error({ err: fault }, 'job runner ended'));
  const presence = await present.promise;
  return {
    held,
    stop: async () => {
      await runner.stop();
      await presence.end();
    },
  };
}

export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { log } = options;
  const onFault = (fault: Error) => log.warn({ err: fault }, 'a connection of the job runner broke');
  const kept = allPlaces.filter((places) => options.places[places] > 0);
  const pool = openPool(options.connection, onFault, {
    connections: kept.reduce((sum, places) => sum + options.places[places] + 2, 2),
    statementTimeoutMs: 60_000,
    name: 'rhythmdesk jobs',
  });
  await sweep(pool, log);
  const workers = await Promise.all(kept.map((places) => startWorkers(options, pool, places)));
  await Promise.all(workers.map(({ held }) => held));
  const timer = setInterval(() => {
    sweep(pool, log).catch((fault: unknown) =>
      log.warn({ err: fault }, 'dead job runners could not be looked for'),
    );
  }, sweepEveryMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(workers.map(({ stop }) => stop()));
      await pool.end();
    },
  };
}
