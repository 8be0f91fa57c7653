/**
 * Keeps the runner of one kind of job slots running. A runner that ends unexpectedly, for whatever reason, is started
 * again, and the process continues. The jobs that an ended runner still held are freed, because its lock is released
 * with it.
 *
 * graphile-worker 0.18 never ends if the writes of two jobs' ends failed at the same time: its number of open writes
 * then becomes negative, and it waits for zero. A runner that is closing therefore counts as ended after a time.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger as WorkerLogger,
  run,
  type ParsedCronItem,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { ConnectionSettings } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { announce, type Presence } from './presence.ts';
import { afterAbortMs as handlerEndMs } from './run-handler.ts';

const restartMs = 500;
const longestRestartMs = 10_000;
/** Longer than a statement may take, so that no end of a job is still being written. */
const longestClosingMs = 90_000;

export type WorkersPlan = {
  readonly connection: ConnectionSettings;
  readonly pool: Pool;
  readonly log: Log;
  readonly concurrency: number;
  readonly pollMs: number;
  readonly stopMs: number;
  /** How long a closing runner may take after its jobs had to end. */
  readonly closingMs?: number | undefined;
  readonly schedule: ParsedCronItem[];
  /** `held` settles when taken jobs are safe from other runners. */
  readonly tasks: (held: Promise<unknown>) => TaskList;
  /** Frees what a runner held that ended unexpectedly. */
  readonly freeDead: () => Promise<void>;
};

export type Workers = {
  readonly held: Promise<unknown>;
  readonly stop: () => Promise<void>;
  /**
   * Ends the runner once its jobs are done and starts it again, so that its schedule follows a clock that was changed.
   */
  readonly renew: () => void;
};
type Running = Omit<Workers, 'renew'> & { readonly ended: Promise<unknown> };

function workerLogger(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ source: 'graphile-worker' }, message);
    else log.debug({ source: 'graphile-worker' }, message);
  });
}

/** Settles when a closing runner has taken too long. By then no handler works: each was asked to end and given up. */
function tooLong({ log, stopMs, closingMs = longestClosingMs }: WorkersPlan, events: WorkerEvents) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  events.on('pool:gracefulShutdown', () => {
    setTimeout(() => resolve(undefined), stopMs + handlerEndMs + closingMs).unref();
  });
  return promise.then(() => log.error({}, 'job runner did not end by itself'));
}

async function startOnce(plan: WorkersPlan): Promise<Running> {
  const { log, pool, connection } = plan;
  const events: WorkerEvents = new EventEmitter();
  const overdue = tooLong(plan, events);
  const present = Promise.withResolvers<Presence>();
  events.on('pool:create', ({ workerPool }) => {
    const onFault = (fault: unknown) => log.warn({ err: fault }, 'job runner lost its connection');
    present.resolve(announce(connection, workerPool.id, onFault));
  });
  const held = present.promise.then((presence) => presence.held);
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: plan.concurrency,
    pollInterval: plan.pollMs,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: plan.stopMs,
    logger: workerLogger(log),
    parsedCronItems: plan.schedule,
    taskList: plan.tasks(held),
    // In batches, even of one, the runner waits for these writes and reports their failure; otherwise it would ignore
    // it.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const broken = (fault: unknown): void => log.error({ err: fault }, 'job runner broke');
  const ended = Promise.race([runner.promise.catch(broken), overdue]);
  const presence = await present.promise;
  return {
    held,
    ended: (async () => {
      await ended;
      await presence.end();
    })(),
    stop: async () => {
      await Promise.race([runner.stop().catch(() => undefined), overdue]);
      await ended;
      await presence.end();
    },
  };
}

/** Resolves once the first runner runs. */
export async function keepWorkers(plan: WorkersPlan): Promise<Workers> {
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;
  let current = await startOnce(plan);
  const startAgain = async (): Promise<void> => {
    for (let waitMs = restartMs; !isClosing(); waitMs = Math.min(longestRestartMs, 2 * waitMs)) {
      await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (isClosing()) return;
      try {
        current = await startOnce(plan);
        return await plan.freeDead();
      } catch (fault) {
        plan.log.warn({ err: fault }, 'job runner could not be started again');
      }
    }
  };
  const follow = async (): Promise<void> => {
    while (!isClosing()) {
      await current.ended;
      if (isClosing()) return;
      await startAgain();
      if (!isClosing()) plan.log.warn({}, 'job runner had ended, is started again');
    }
  };
  const following = follow();
  return {
    held: current.held,
    renew: () => void current.stop(),
    stop: async () => {
      closing.abort();
      await current.stop();
      await following;
    },
  };
}
