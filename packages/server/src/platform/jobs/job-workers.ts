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
  /** Called with the id by which a runner that starts locks its jobs. */
  readonly onRunner: (id: string) => void;
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

/** Waits for the end of a runner, but only so long after it began to close. Returns whether it ended in time. */
export async function endedInTime(
  ended: Promise<unknown>,
  closing: Promise<unknown>,
  limitMs: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: overdue, resolve } = Promise.withResolvers<boolean>();
  void closing.then(() => (timer = setTimeout(() => resolve(false), limitMs).unref()));
  const inTime = await Promise.race([ended.then(() => true), overdue]);
  clearTimeout(timer);
  return inTime;
}

async function startOnce(plan: WorkersPlan): Promise<Running> {
  const { log, pool, connection } = plan;
  const events: WorkerEvents = new EventEmitter();
  const closing = Promise.withResolvers<undefined>();
  events.on('pool:gracefulShutdown', () => closing.resolve(undefined));
  // By then no handler works any more: each was asked to end and given up.
  const limitMs = plan.stopMs + handlerEndMs + (plan.closingMs ?? longestClosingMs);
  const present = Promise.withResolvers<Presence>();
  events.on('pool:create', ({ workerPool }) => {
    plan.onRunner(workerPool.id);
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
  const ended = endedInTime(runner.promise.catch(broken), closing.promise, limitMs).then((inTime) => {
    if (!inTime) log.error({}, 'job runner did not end by itself');
  });
  const presence = await present.promise;
  return {
    held,
    ended: ended.then(() => presence.end()),
    stop: async () => {
      await endedInTime(
        runner.stop().catch(() => undefined),
        closing.promise,
        limitMs,
      );
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
        break;
      } catch (fault) {
        plan.log.warn({ err: fault }, 'job runner could not be started again');
      }
    }
    // The next sweep tries this again.
    await plan.freeDead().catch((fault: unknown) => {
      plan.log.warn({ err: fault }, 'the jobs of runners that died could not be freed');
    });
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
      // A runner that was just being started again is the current one only now.
      await current.stop();
    },
  };
}
