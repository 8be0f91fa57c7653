/**
 * Wraps the database pool of the job runner. Writes about a job are retried until the database is back, also those that a
 * busy database cancelled, because a lost write would leave the job locked and stop the runner. Such a write is one statement and may be repeated (a job
 * deleted twice is deleted). All other statements fail as usual.
 *
 * graphile-worker looks for the next job before it has written the end of the last one. The queue of that job is then
 * still locked, so the next job of the queue would wait for the next poll. This module therefore wakes the runners once
 * the end is written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isConnectionFault } from '../db/connection-fault.ts';

const firstWaitMs = 100;
const longestWaitMs = 2_000;

type Anything = (...given: unknown[]) => unknown;

function field(value: object, name: PropertyKey): unknown {
  return Reflect.get(value, name, value);
}

function isFunction(value: unknown): value is Anything {
  return typeof value === 'function';
}

/** Returns the text of a statement with values, which is how graphile-worker writes jobs; '' for anything else. */
function textOf(query: unknown): string {
  if (typeof query !== 'object' || query === null || !('text' in query) || !('values' in query)) return '';
  return typeof query.text === 'string' ? query.text : '';
}

/** Returns whether a statement takes a job or writes its end. */
const writesJob = (text: string): boolean => /(delete from|update)\s+\S*_private_jobs/.test(text);

/**
 * Returns whether a statement frees a queue. If statements that take a job counted too, a runner would wake itself
 * forever.
 */
const freesQueue = (text: string): boolean =>
  /update\s+\S*_private_job_queues\s[^;]*?locked_by = null/.test(text);

/** The message that makes runners look for a job. */
const wakeRunner = `select pg_notify('jobs:insert', '{"count":1}')`;

/** Wakes the runners. If this fails, the next job of the queue waits for one poll. */
async function wake(client: PoolClient | Pool): Promise<void> {
  await client.query(wakeRunner).catch(() => undefined);
}

/** Returns the same object with one function replaced. */
function but<Kind extends object>(kind: Kind, name: string, instead: Anything): Kind {
  return new Proxy(kind, {
    get: (target, property) => {
      if (property === name) return instead;
      const value = field(target, property);
      return isFunction(value) ? value.bind(target) : value;
    },
  });
}

/** SQLSTATE of a write that took or waited too long, or that another one was in the way of; it changed nothing. */
const cancelled = new Set(['57014', '55P03', '40001', '40P01']);

const mayRepeat = (fault: unknown): boolean =>
  isConnectionFault(fault) ||
  (fault instanceof Error && 'code' in fault && cancelled.has(String(fault.code)));

async function untilWritten(pool: Pool, query: unknown, isEnding: () => boolean): Promise<unknown> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, 2 * waitMs)) {
    await sleep(waitMs);
    try {
      const ask = field(pool, 'query');
      if (isFunction(ask)) return await ask.call(pool, query);
    } catch (fault) {
      if (isEnding() || !mayRepeat(fault)) throw fault;
    }
  }
}

function steadyClient(pool: Pool, client: PoolClient, isEnding: () => boolean): PoolClient {
  const ask = field(client, 'query');
  return but(client, 'query', async (...given) => {
    const text = textOf(given[0]);
    const frees = freesQueue(text);
    try {
      const answer = isFunction(ask) ? await ask.apply(client, given) : undefined;
      if (frees) await wake(client);
      return answer;
    } catch (fault) {
      if (isEnding() || !writesJob(text) || !mayRepeat(fault)) throw fault;
      const answer = await untilWritten(pool, given[0], isEnding);
      if (frees) await wake(pool);
      return answer;
    }
  });
}

/** `isEnding` tells whether the pool should stop retrying writes. */
export function steadyPool(pool: Pool, isEnding: () => boolean): Pool {
  const connect = async (waitMs = firstWaitMs): Promise<PoolClient> => {
    try {
      return steadyClient(pool, await pool.connect(), isEnding);
    } catch (fault) {
      if (isEnding() || !isConnectionFault(fault)) throw fault;
      await sleep(waitMs);
      return connect(Math.min(longestWaitMs, 2 * waitMs));
    }
  };
  return but(pool, 'connect', (...given) => {
    const listen = field(pool, 'connect');
    return isFunction(given[0]) && isFunction(listen) ? listen.apply(pool, given) : connect();
  });
}
