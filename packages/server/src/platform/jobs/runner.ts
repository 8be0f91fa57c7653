/**
 * Takes jobs from the database and passes them to their handlers. A set number runs at once: one number for common jobs
 * and one for analyses. The numbers apply to this process; another process has its own slots.
 *
 * At start and every minute the runner frees the jobs of runners that died, and resumes jobs that a database outage
 * interrupted. At stop it takes no more jobs and gives running ones time to finish. It then asks them to end (`signal`)
 * and leaves the rest for the next start.
 */
import type { JobFault } from '@rhythmdesk/contract/jobs';
import { parseCronItems, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { openPool, type ConnectionSettings } from '../db/database.ts';
import { everything, inScope } from '../db/row-scope.ts';
import type { Log } from '../log/log.ts';
import { inSpan } from '../traces/traces.ts';
import { GiveUp } from './give-up.ts';
import { jobFaultOf } from './job-fault.ts';
import { jobNames, jobs, type JobName, type JobPayload, type JobPlaces, type JobRow } from './job-names.ts';
import { keepWorkers } from './job-workers.ts';
import { LostJobs } from './lost-jobs.ts';
import { unlockDead } from './presence.ts';
import { runHandler } from './run-handler.ts';
import { steadyPool } from './steady-pool.ts';

const usualSweepMs = 60_000;
const allPlaces: readonly JobPlaces[] = ['common', 'analyses'];

export interface JobContext {
  log: Log;
  /** Aborted when the runner stops and the time for running jobs is over, and when the job failed by an uncaught fault. */
  signal: AbortSignal;
  attempt: number;
  /** No further attempt follows. A handler that must write a final result does so now. */
  is_last_attempt: boolean;
}

export type JobHandlers = {
  [Name in JobName]: (payload: JobPayload<Name>, context: JobContext) => Promise<void>;
};

export interface JobRunnerOptions {
  connection: ConnectionSettings;
  handlers: JobHandlers;
  /** How many jobs run at once. Jobs of a kind without slots are left to other processes. */
  places: Readonly<Record<JobPlaces, number>>;
  log: Log;
  /** How long running jobs may take at a stop before they are asked to end. */
  stopMs: number;
  /** How long a runner that closes because of a fault may take before it is given up and another is started. */
  closingMs?: number;
  /** How often to look for jobs that have become due; new ones are notified at once. */
  pollMs?: number;
  /** How often to look for jobs that are locked by nobody who works on them. */
  sweepMs?: number;
  /** Calls the listener when the clock was set, after which schedules are recalculated. */
  onClockSet?: (listener: () => void) => () => void;
  /** Called after each attempt. */
  onEnded?: (job: JobName, outcome: 'done' | 'failed', seconds: number) => void;
}

export interface JobRunner {
  stop: () => Promise<void>;
}

const rows: { readonly [Name in JobName]: JobRow<z.ZodType<JobPayload<Name>>> } = jobs;

const spendAttempts = 'update graphile_worker._private_jobs set attempts = max_attempts where id = $1';

function taskOf<Name extends JobName>(
  name: Name,
  handle: JobHandlers[Name],
  options: JobRunnerOptions,
  { held, lost }: { readonly held: Promise<unknown>; readonly lost: LostJobs },
): TaskList[string] {
  return async (given, helpers) =>
    lost.during(helpers.job.id, async () => {
      const { job, abortSignal } = helpers;
      await held;
      const log = options.log.child({ job: name, job_id: job.id, attempt: job.attempts });
      const started = performance.now();
      const ended = (outcome: 'done' | 'failed'): void =>
        options.onEnded?.(name, outcome, (performance.now() - started) / 1000);
      const is_last_attempt = job.attempts >= job.max_attempts;
      try {
        const payload = rows[name].payload.parse(given);
        await runHandler(
          (signal) =>
            inSpan(`job ${name}`, { 'rhythmdesk.job': name, 'rhythmdesk.attempt': job.attempts }, () =>
              inScope(everything, () =>
                handle(payload, { log, signal, attempt: job.attempts, is_last_attempt }),
              ),
            ),
          abortSignal,
        );
      } catch (fault) {
        log.error({ err: fault, is_last_attempt }, 'job failed');
        ended('failed');
        if (fault instanceof GiveUp) await helpers.query(spendAttempts, [job.id]);
        throw new Error(jobFaultOf(fault), { cause: fault });
      }
      ended('done');
      log.info({ took_ms: Math.round(performance.now() - started) }, 'job done');
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

/** Without this, a schedule that ran by a clock that was ahead would pause until that time is reached. */
const recallSchedules = `update graphile_worker._private_known_crontabs set last_execution = now()
  where last_execution > now() + interval '5 minutes'`;

const interruptions: readonly JobFault[] = ['database', 'files-away'];
/**
 * Attempts count faults of the work only. Jobs interrupted by the database or by the store of files are tried again,
 * however often it was away.
 */
const retryBroken = `update graphile_worker._private_jobs
  set attempts = max_attempts - 1, run_at = now(), updated_at = now()
  where attempts >= max_attempts and locked_at is null and last_error in ('${interruptions.join("', '")}')`;

async function sweep(pool: Pool, log: Log): Promise<void> {
  await pool.query(recallSchedules);
  await pool.query(retryBroken);
  const dead = await unlockDead(pool);
  if (dead.length > 0) log.warn({ runners: dead }, 'freed the jobs of runners that died');
}

/** Sweeps every minute. Returns a function that ends this. */
function sweepAgain(
  pool: Pool,
  lost: LostJobs,
  { log, sweepMs = usualSweepMs }: JobRunnerOptions,
): () => void {
  const look = async (): Promise<void> => {
    await sweep(pool, log);
    const ids = await lost.free();
    if (ids.length > 0) log.warn({ job_ids: ids }, 'freed jobs whose taking was not answered');
  };
  const timer = setInterval(() => {
    look().catch((fault: unknown) => log.warn({ err: fault }, 'locked jobs could not be looked for'));
  }, sweepMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { connection, log, stopMs } = options;
  const onFault = (fault: Error) => log.warn({ err: fault }, 'a connection of the job runner broke');
  const kept = allPlaces.filter((places) => options.places[places] > 0);
  const pool = openPool(connection, onFault, {
    connections: kept.reduce((sum, places) => sum + options.places[places] + 2, 2),
    statementTimeoutMs: 60_000,
    name: 'rhythmdesk jobs',
    rows: 'everything',
  });
  const state = { ending: false };
  const steady = steadyPool(pool, () => state.ending);
  const lost = new LostJobs(pool);
  await sweep(pool, log);
  const workers = await Promise.all(
    kept.map((places) => {
      const table = rowsIn(places);
      return keepWorkers({
        connection,
        pool: steady,
        log,
        concurrency: options.places[places],
        pollMs: options.pollMs ?? 2_000,
        stopMs,
        closingMs: options.closingMs,
        schedule: scheduled(table),
        tasks: (held) =>
          Object.fromEntries(
            table.map(([name]) => [name, taskOf(name, options.handlers[name], options, { held, lost })]),
          ),
        onRunner: (id) => lost.runner(id),
        freeDead: () => sweep(pool, log),
      });
    }),
  );
  await Promise.all(workers.map(({ held }) => held));
  const endSweeping = sweepAgain(pool, lost, options);
  const endListening = options.onClockSet?.(() => {
    for (const { renew } of workers) renew();
  });
  return {
    stop: async () => {
      endSweeping();
      endListening?.();
      // Writes get as long as running jobs; a database that stays away does not block a stop.
      const letGo = setTimeout(() => (state.ending = true), stopMs);
      await Promise.all(workers.map(({ stop }) => stop()));
      clearTimeout(letGo);
      state.ending = true;
      await pool.end();
    },
  };
}
